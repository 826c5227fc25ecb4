//# A tile whose size is known at run time has no more threads than the block has left.
//@ hip = true
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__managed__ unsigned sizes[50]; __global__ void measure(unsigned size) { auto tile = cg::tiled_partition(cg::this_thread_block(), size); tile.sync(); sizes[threadIdx.x] = 100 * tile.size() + tile.thread_rank(); }
measure<<<1, 50>>>(16); cudaDeviceSynchronize(); sizes[47]
//= (unsigned int) 1615
sizes[49]
//= (unsigned int) 201
measure<<<1, 10>>>(32); cudaDeviceSynchronize(); sizes[9]
//= (unsigned int) 1009
