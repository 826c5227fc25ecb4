//# A definition that does not compile leaves the old one working.
int *p; cudaMallocManaged(&p, sizeof(int));
__global__ void k(int *out) { *out = 1; }
int f() { return 3; }
__global__ void k(int *out) { *out = nope; }
//? cell 4:1:38: error: use of undeclared identifier 'nope'
//?     1 | __global__ void k(int *out) { *out = nope; }
//?       |                                      ^~~~
int f() { return nope; }
//? cell 4:1:18: error: use of undeclared identifier 'nope'
//?     1 | int f() { return nope; }
//?       |                  ^~~~
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p + f()
//= (int) 4
