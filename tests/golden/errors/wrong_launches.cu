//# A launch with too few or wrong arguments, no configuration, or of what is no kernel is refused by name.
__global__ void k(int *o, int v) { *o = v; }
int *o; cudaMallocManaged(&o, sizeof(int));
k<<<1, 1>>>(o);
//? cell 3:1:14: error: too few arguments to function call, expected 2, have 1
//?     1 | k<<<1, 1>>>(o);
//?       | ~            ^
//? cell 1:1:17: note: 'k' declared here
//?     1 | __global__ void k(int *o, int v) { *o = v; }
//?       |                 ^ ~~~~~~~~~~~~~
k<<<1, 1>>>(o, "text");
//? cell 3:1:16: error: cannot initialize a parameter of type 'int' with an lvalue of type 'const char[5]'
//?     1 | k<<<1, 1>>>(o, "text");
//?       |                ^~~~~~
//? cell 1:1:31: note: passing argument to parameter 'v' here
//?     1 | __global__ void k(int *o, int v) { *o = v; }
//?       |                               ^
k<<<1>>>(o, 1);
//? cell 3:1:6: error: too few execution configuration arguments to kernel function call, expected at least 2, have 1
//?     1 | k<<<1>>>(o, 1);
//?       |  ~~~ ^
//? hint: a launch is `k<<<blocks, threads>>>(arguments)`
k(o, 1);
//? cell 3:1:2: error: call to global function 'k' not configured
//?     1 | k(o, 1);
//?       | ~^
//? hint: a kernel is launched: `k<<<blocks, threads>>>(arguments)`
int f(int x) { return x; }
f<<<1, 1>>>(3);
//? cell 4:1:12: error: kernel call to non-global function 'f'
//?     1 | f<<<1, 1>>>(3);
//?       | ~          ^
k<<<1, 1>>>(o, 6);
*o
//= (int) 6
