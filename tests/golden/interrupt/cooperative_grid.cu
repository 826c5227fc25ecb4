//# A cooperative grid whose blocks wait for each other for ever is stopped, those that sleep at the grid's barrier too.
//@ devices = ["cpu"]
#include <cooperative_groups.h>
__global__ void uneven(volatile int *p) { if (blockIdx.x == 0) while (*p == 0) { } cooperative_groups::this_grid().sync(); }
int *p; cudaMallocManaged(&p, sizeof(int)); *p = 0; void *arguments[] = {&p};
cudaLaunchCooperativeKernel((void *)uneven, dim3(2), dim3(32), arguments, 0, 0);;
//! interrupt after 200 ms
//? error: cell 4 was interrupted in kernel `uneven` <<<(2,1,1), (32,1,1)>>>; its state is kept
*p = 1; cudaLaunchCooperativeKernel((void *)uneven, dim3(2), dim3(32), arguments, 0, 0); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
