//# A cell whose device code is good and whose host code is not changes neither side.
int *p; cudaMallocManaged(&p, sizeof(int));
__device__ int f() { return 1; }
__global__ void k(int *out) { *out = f(); }
__device__ int f() { return 2; } int h = nope();
//? cell 4:1:42: error: use of undeclared identifier 'nope'
//?     1 | __device__ int f() { return 2; } int h = nope();
//?       |                                          ^~~~
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 1
__device__ int f() { return 2; } int h = 4;
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p + h
//= (int) 6
