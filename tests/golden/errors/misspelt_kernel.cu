//# A launch of what is not there names the kernel that is spelt alike, if clang names nothing or something else.
__global__ void shift(int *p) { *p = 1; }
__global__ void copy_all(int *p) { *p = 2; }
int copy_al1(int x) { return x; } int shfits = 3;
int *p; cudaMallocManaged(&p, 4);
shiff<<<1, 1>>>(p);
//? cell 5:1:1: error: use of undeclared identifier 'shiff'; did you mean 'shift'?
//?     1 | shiff<<<1, 1>>>(p);
//?       | ^~~~~
//?       | shift
//? cell 1:1:17: note: 'shift' declared here
//?     1 | __global__ void shift(int *p) { *p = 1; }
//?       |                 ^
copy_al<<<1, 1>>>(p);
//? cell 5:1:1: error: use of undeclared identifier 'copy_al'
//?     1 | copy_al<<<1, 1>>>(p);
//?       | ^~~~~~~
//? hint: did you mean the kernel `copy_all`?
copy_al(3)
//? cell 5:1:1: error: use of undeclared identifier 'copy_al'
//?     1 | copy_al(3)
//?       | ^~~~~~~
shfit<<<1, 1>>>(p);
//? cell 5:1:1: error: use of undeclared identifier 'shfit'; did you mean 'shfits'?
//?     1 | shfit<<<1, 1>>>(p);
//?       | ^~~~~
//?       | shfits
//? cell 3:1:39: note: 'shfits' declared here
//?     1 | int copy_al1(int x) { return x; } int shfits = 3;
//?       |                                       ^
//? cell 5:1:16: error: called object type 'int' is not a function or function pointer
//?     1 | shfit<<<1, 1>>>(p);
//?       | ~~~~~          ^
//? hint: did you mean the kernel `shift`?
add_all<<<1, 1>>>(p);
//? cell 5:1:1: error: use of undeclared identifier 'add_all'
//?     1 | add_all<<<1, 1>>>(p);
//?       | ^~~~~~~
