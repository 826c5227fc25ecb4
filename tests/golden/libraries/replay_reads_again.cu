//# A session file reads its library again: what another session has written meanwhile is what it gets.
__device__ int f(int x) { return x + 1; }
__device__ int g(int x) { return x; }
%save --lib f.bc
//? note: `f.bc` has 2 functions: `f`, `g`
//? note: it is for the CPU device, NVIDIA GPUs, AMD GPUs
%reset
%load f.bc
__global__ void k(int *p) { *p = f(1); }
int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
%save cells.cu
//? note: 3 cells written to `cells.cu`
%reset
__device__ int f(int x) { return x + 1000; }
%save --lib -f f.bc
//? note: `f.bc` has 1 function: `f`
//? note: it is for the CPU device, NVIDIA GPUs, AMD GPUs
%reset
%load cells.cu
//= (int) 1001
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 1001
