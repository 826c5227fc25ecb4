//# A cell that only takes a library in is written by `%save`, and its functions are found again.
__device__ int f(int x) { return x + 1; }
%save --lib f.bc
//? note: `f.bc` has 1 function: `f`
//? note: it is for the CPU device, NVIDIA GPUs, AMD GPUs
%reset
#pragma chevron library "f.bc"
%save cells.cu
//? note: 1 cell written to `cells.cu`
!cat cells.cu
//= // A session of Chevron; `chevron run` replays it.
//= // %% cell 1
//= #pragma chevron library "f.bc"
%reset
%load cells.cu
__device__ int f(int x);
__global__ void k(int *p) { *p = f(1); }
int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
