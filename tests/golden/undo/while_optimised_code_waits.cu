//# Optimised code of earlier definitions that is made while cells are taken back, or after a crash, neither returns nor is lost.
//@ flags = ["--checkpoint=off"]
#include <unistd.h>
int *d; cudaMallocManaged(&d, 4);
__global__ void k(int *p) { *p = 1; }
__device__ int two() { return 2; }
__global__ void k(int *p) { *p = two(); }
usleep(70000);
__global__ void k(int *p) { *p = 3; }
__device__ int two() { return 20; }
%undo 3
//? note: cells 6 to 8 are taken back: `usleep(70000);`, `k` (that of cell 5 is back), `two` (that of cell 4 is back)
k<<<1, 1>>>(d); cudaDeviceSynchronize(); *d
//= (int) 2
usleep(100000);
k<<<1, 1>>>(d); cudaDeviceSynchronize(); *d
//= (int) 2
__global__ void k(int *p) { *p = two() + 5; }
usleep(55000);
*(volatile int *)8 = 1;
//? error: cell 11 ended the executor: killed by SIGSEGV (write to invalid address 0x8)
//?   at cell 11:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `d`
cudaMallocManaged(&d, 4); k<<<1, 1>>>(d); cudaDeviceSynchronize(); *d
//= (int) 7
