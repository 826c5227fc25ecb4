// A tree of launches, each of which has an id; blocks of a depth tell who launched them.
#include <cstdio>
#include <cstdlib>

#include "../cuda_check.h"

__device__ int ids = 0;
__device__ int blocks[8];

__global__ void tell(int depth, int most, int thread, int parent) {
  __shared__ int id;
  if (threadIdx.x == 0) {
    id = atomicAdd(&ids, 1);
    atomicAdd(&blocks[depth], 1);
    std::printf("%*sblock %d of depth %d, launched by %d of block %d\n", 2 * depth, "", id, depth, thread, parent);
  }
  __syncthreads();
  if (depth < most)
    tell<<<gridDim.x, blockDim.x>>>(depth + 1, most, threadIdx.x, id);
}

int main() {
  const int most = 3, threads = 2, grid = 2;
  tell<<<grid, threads>>>(0, most, -1, -1);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  int found[8] = {}, wanted = grid;
  CHECK(cudaMemcpyFromSymbol(found, blocks, sizeof(found)));
  for (int depth = 0; depth <= most; ++depth, wanted *= threads * grid)
    if (found[depth] != wanted) {
      std::printf("%d blocks of depth %d, not %d\n", found[depth], depth, wanted);
      return 1;
    }
}
