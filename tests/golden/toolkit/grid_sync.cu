//# NVIDIA's own cooperative groups: a barrier of the whole grid, by a cooperative launch and by `cudaLaunchKernelEx`.
//@ devices = ["toolkit"]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void shift(int *p, int n) { cg::grid_group grid = cg::this_grid(); int i = grid.thread_rank(); int mine = p[(i + 1) % n]; grid.sync(); p[i] = mine; }
int *p; cudaMallocManaged(&p, 1024 * 4); for (int i = 0; i < 1024; ++i) p[i] = i;
int n = 1024; void *arguments[] = {&p, &n}; cudaLaunchCooperativeKernel((void *)shift, 8, 128, arguments, 0, 0)
//= (cudaError_t) cudaSuccess
cudaDeviceSynchronize(); p[0] + p[1022] + p[1023]
//= (int) 1024
cudaLaunchConfig_t config = {}; config.gridDim = 8; config.blockDim = 128; cudaLaunchAttribute cooperative; cooperative.id = cudaLaunchAttributeCooperative; cooperative.val.cooperative = 1; config.attrs = &cooperative; config.numAttrs = 1;
cudaLaunchKernelEx(&config, shift, p, n)
//= (cudaError_t) cudaSuccess
cudaDeviceSynchronize(); p[0]
//= (int) 2
