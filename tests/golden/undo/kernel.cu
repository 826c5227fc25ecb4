//# `%undo` takes a kernel back on both sides: it cannot be launched any more, and another kernel may take its cell's number.
int *p; cudaMallocManaged(&p, sizeof(int)); *p = 0;
__device__ int twice(int x) { return 2 * x; }
__global__ void k(int *out) { *out = twice(21); }
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 42
%undo 3
//? note: cells 2 to 4 are taken back: `twice`, `k`, `k<<<1, 1>>>(p); cudaDeviceSynchronize();…`
k<<<1, 1>>>(p);
//? cell 2:1:1: error: use of undeclared identifier 'k'
//?     1 | k<<<1, 1>>>(p);
//?       | ^
__global__ void other(int *out) { *out = 7; }
other<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 7
