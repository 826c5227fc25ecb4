//# A cell that does not compile changes nothing: its names are free, and the same cell, mended, works.
int count = "text"; int other = 1;
//? cell 1:1:5: error: cannot initialize a variable of type 'int' with an lvalue of type 'const char[5]'
//?     1 | int count = "text"; int other = 1;
//?       |     ^       ~~~~~~
int count = 5; int other = 2;
count + other
//= (int) 7
__global__ void k(int *p) { *p = missing; }
//? cell 3:1:34: error: use of undeclared identifier 'missing'
//?     1 | __global__ void k(int *p) { *p = missing; }
//?       |                                  ^~~~~~~
__global__ void k(int *p) { *p = 9; }
int *p; cudaMallocManaged(&p, sizeof(int)); k<<<1, 1>>>(p);
*p
//= (int) 9
