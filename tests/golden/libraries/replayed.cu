//# A session file takes the library in by a directive, which a cell may have too; `%replay` and `%restart` read it again.
__device__ int f(int x) { return x + 1; }
%save --lib f.bc
//? note: `f.bc` has 1 function: `f`
//? note: it is for the CPU device, NVIDIA GPUs, AMD GPUs
%reset
#pragma chevron library "f.bc"
__device__ int f(int x);
__global__ void k(int *p) { *p = f(1); }
int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
%replay
//= (int) 2
int x = 3; // #pragma chevron library "absent.bc"
%save cells.cu
//? note: 5 cells written to `cells.cu`
%reset
%load cells.cu
//= (int) 2
*p
//= (int) 2
