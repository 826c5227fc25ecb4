//# What a cluster cannot do on the CPU device is told by name: a barrier that not all blocks reach, a cooperative grid of clusters, a block that is not there.
//@ devices = ["cpu"]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) leave() { if (blockIdx.x % 2) return; cg::this_cluster().sync(); }
leave<<<2, 32>>>();
//? error: cell 4: kernel `leave` <<<(2,1,1), (32,1,1)>>>: cudaErrorLaunchTimeout
//?   cluster.sync() can never complete: 1 of 2 blocks wait there, 1 have returned
__global__ void __cluster_dims__(2, 1, 1) beyond() { __shared__ int word; if (blockIdx.x + threadIdx.x == 0) *cg::this_cluster().map_shared_rank(&word, 2) = 1; }
beyond<<<2, 32>>>();
//? error: cell 6: kernel `beyond` <<<(2,1,1), (32,1,1)>>>: cudaErrorLaunchFailure at block (0,0,0), thread (0,0,0)
//?   its cluster has no block of rank 2 at cell 5 line 1
__global__ void __cluster_dims__(2, 1, 1) whole_grid() { if (blockIdx.x == 0) cg::this_grid().sync(); }
whole_grid<<<2, 32>>>();
//? error: cell 8: kernel `whole_grid` <<<(2,1,1), (32,1,1)>>>: cudaErrorLaunchFailure at block (0,0,0), thread (0,0,0)
//?   `grid.sync()` in an ordinary launch; use `cudaLaunchCooperativeKernel` at cell 7 line 1
cudaLaunchCooperativeKernel((const void *)whole_grid, 2, 32, nullptr, 0, 0)
//= (cudaError_t) cudaErrorNotSupported
// More clusters than fit at once run one after another.
__global__ void __cluster_dims__(8, 1, 1) count(int *total) {
  __shared__ int arrived;
  arrived = 0;
  cg::this_cluster().sync();
  if (threadIdx.x == 0) atomicAdd(cg::this_cluster().map_shared_rank(&arrived, 0), 1);
  cg::this_cluster().sync();
  if (cg::this_cluster().block_rank() == 0 && threadIdx.x == 0) atomicAdd(total, arrived);
}
int *total; cudaMallocManaged(&total, sizeof(int)); *total = 0;
count<<<800, 64>>>(total); cudaDeviceSynchronize(); *total
//= (int) 800
