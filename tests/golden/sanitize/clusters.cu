//# A block may reach the shared memory of the blocks of its cluster; beyond its own and theirs it is told as ever.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(4, 1, 1) pass_on(int *out) {
  __shared__ int mine[32], theirs[32];
  auto cluster = cg::this_cluster();
  cluster.sync();
  int next = (cluster.block_rank() + 1) % cluster.num_blocks();
  cluster.map_shared_rank(theirs, next)[threadIdx.x] = blockIdx.x;
  mine[threadIdx.x] = 1;
  cluster.sync();
  out[blockIdx.x * 32 + threadIdx.x] = theirs[threadIdx.x] + mine[31 - threadIdx.x];
}
int *out; cudaMalloc(&out, 4 * 32 * sizeof(int));
pass_on<<<4, 32>>>(out); int first; cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost); first
//= (int) 4
pass_on<<<8, 32>>>(out);
//? memcheck #1: cell 6: kernel `pass_on`: write of 4 bytes, just past the end of an allocation of 512 bytes
//?   at cell 3:9, block (4,0,0), thread (0,0,0)
//?   the memory was allocated at cell 4:1
//?   128 times
//? note: the session: 1 allocation was not freed, 512 bytes in all
//?   512 bytes of device memory, allocated at cell 4:1
//? note: memcheck,racecheck,initcheck,synccheck: 1 finding
