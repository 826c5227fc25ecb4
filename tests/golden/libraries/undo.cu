//# `%undo` takes a library out again: its names are gone, and a kernel that was only declared is as before.
__global__ void k(int *p) { *p = 7; }
%save --lib k.bc
//? note: `k.bc` has 1 kernel: `k`
//? note: it is for the CPU device, NVIDIA GPUs, AMD GPUs
%reset
%load k.bc
int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 7
%undo 2
//? note: cells 1 to 2 are taken back: `k`, `p`
k
//? cell 1:1:1: error: use of undeclared identifier 'k'
//?     1 | k
//?       | ^
int x = 3;
x
//= (int) 3
%load k.bc
int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 7
