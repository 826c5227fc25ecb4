//# A library that another session has written meanwhile is loaded again: kernels that use it get the new code.
__device__ int f(int x) { return x + 1; }
%save --lib old.bc
//? note: `old.bc` has 1 function: `f`
//? note: it is for the CPU device, NVIDIA GPUs, AMD GPUs
__device__ int f(int x) { return x + 1000; }
%save --lib new.bc
//? note: `new.bc` has 1 function: `f`
//? note: it is for the CPU device, NVIDIA GPUs, AMD GPUs
%reset
!cp old.bc f.bc
%load f.bc
__global__ void k(int *p) { *p = f(1); }
int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
!cp new.bc f.bc
%load f.bc
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 1001
%undo 2
//? note: cells 4 to 5 are taken back: `f` (that of cell 1 is back), `k<<<1, 1>>>(p); cudaDeviceSynchronize();…`
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
