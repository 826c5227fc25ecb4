//# A cooperative launch with more blocks than can be resident at once is refused by the launch call; that is no sticky error.
#include <cooperative_groups.h>
__global__ void all(int *n) { cooperative_groups::this_grid().sync(); if (threadIdx.x == 0) atomicAdd(n, 1); }
int *n; cudaMallocManaged(&n, 4);
void *args[] = {&n};
cudaError_t refused = cudaLaunchCooperativeKernel(all, dim3(1 << 20), dim3(1024), args), last = cudaGetLastError();
refused
//= (cudaError_t) cudaErrorCooperativeLaunchTooLarge
last
//= (cudaError_t) cudaErrorCooperativeLaunchTooLarge
cudaLaunchCooperativeKernel(all, dim3(2), dim3(32), args)
//= (cudaError_t) cudaSuccess
*n
//= (int) 2
