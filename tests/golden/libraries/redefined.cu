//# What is defined at the prompt takes the place of a library's, and says so; `%undo` gives the library's back.
__device__ int f(int x) { return x + 1; }
__global__ void k(int *p) { *p = f(1); }
%save --lib f.bc
//? note: `f.bc` has 1 kernel: `k`; 1 function: `f`
//? note: it is for the CPU device, NVIDIA GPUs, AMD GPUs
%reset
%load f.bc
int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
__device__ int f(int x) { return x + 100; }
//? note: `f` takes the place of that of `f.bc`
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 101
%undo 2
//? note: cells 3 to 4 are taken back: `f` (that of cell 1 is back), `k<<<1, 1>>>(p); cudaDeviceSynchronize();…`
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
__global__ void k(int *p) { *p = f(10); }
//? note: `k` takes the place of that of `f.bc`
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 11
%load f.bc
//? note: `k` of `f.bc` takes the place of that of cell 4
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
