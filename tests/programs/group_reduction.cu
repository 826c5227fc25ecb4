// Sum of an array with cooperative groups: any group, tiles of a warp, the lanes that are left, and the whole grid.
// After M. Harris and K. Perelygin, "Cooperative Groups: Flexible CUDA Thread Programming", NVIDIA Technical Blog, 2017, and
// NVIDIA's CUDA sample `reductionMultiBlockCG`.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>
#include <vector>

#include "cuda_check.h"

namespace cg = cooperative_groups;

__device__ int reduce_sum(cg::thread_group g, int *temp, int val) {
  int lane = g.thread_rank();
  // Each iteration halves the number of active threads; each thread adds its partial sum[i] to sum[lane+i].
  for (int i = g.size() / 2; i > 0; i /= 2) {
    temp[lane] = val;
    g.sync(); // wait for all threads to store
    if (lane < i)
      val += temp[lane + i];
    g.sync(); // wait for all threads to load
  }
  return val; // note: only thread 0 will return full sum
}

__device__ int thread_sum(const int *input, int n) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += blockDim.x * gridDim.x) {
    int4 in = ((const int4 *)input)[i];
    sum += in.x + in.y + in.z + in.w;
  }
  return sum;
}

__global__ void sum_kernel_block(int *sum, const int *input, int n) {
  int my_sum = thread_sum(input, n);
  extern __shared__ int temp[];
  auto g = cg::this_thread_block();
  int block_sum = reduce_sum(g, temp, my_sum);
  if (g.thread_rank() == 0)
    atomicAdd(sum, block_sum);
}

template <int tile_sz> __device__ int reduce_sum_tile_shfl(cg::thread_block_tile<tile_sz> g, int val) {
  for (int i = g.size() / 2; i > 0; i /= 2)
    val += g.shfl_down(val, i);
  return val;
}

template <int tile_sz> __global__ void sum_kernel_tile_shfl(int *sum, const int *input, int n) {
  int my_sum = thread_sum(input, n);
  auto tile = cg::tiled_partition<tile_sz>(cg::this_thread_block());
  int tile_sum = reduce_sum_tile_shfl<tile_sz>(tile, my_sum);
  if (tile.thread_rank() == 0)
    atomicAdd(sum, tile_sum);
}

// Only every third element; whoever has one forms a group.
__global__ void sum_kernel_coalesced(int *sum, const int *input, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i % 3 == 0) {
    auto active = cg::coalesced_threads();
    int group_sum = cg::reduce(active, input[i], cg::plus<int>());
    if (active.thread_rank() == 0)
      atomicAdd(sum, group_sum);
  }
}

// One launch: block sums, a barrier across the grid, then the first block adds them.
__global__ void sum_kernel_grid(int *block_sums, int *sum, const int *input, int n) {
  cg::grid_group grid = cg::this_grid();
  cg::thread_block block = cg::this_thread_block();
  __shared__ int warp_sums[32];
  auto warp = cg::tiled_partition<32>(block);
  int warp_sum = cg::reduce(warp, thread_sum(input, n), cg::plus<int>());
  if (warp.thread_rank() == 0)
    warp_sums[warp.meta_group_rank()] = warp_sum;
  block.sync();
  if (block.thread_rank() == 0) {
    int block_sum = 0;
    for (unsigned i = 0; i < warp.meta_group_size(); ++i)
      block_sum += warp_sums[i];
    block_sums[blockIdx.x] = block_sum;
  }
  grid.sync();
  if (grid.thread_rank() == 0)
    for (unsigned i = 0; i < gridDim.x; ++i)
      *sum += block_sums[i];
}

int n = 1 << 19, threads = 256, blocks = 32;

int result_of(int *sum) {
  int result;
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemset(sum, 0, sizeof(int)));
  return result;
}

int main() {
  std::vector<int> values(n);
  int expected = 0, thirds = 0;
  for (int i = 0; i < n; ++i) {
    values[i] = i * 31 % 19 - 9;
    expected += values[i];
    thirds += i % 3 == 0 ? values[i] : 0;
  }
  int *input, *sum, *block_sums;
  CHECK(cudaMalloc(&input, n * sizeof(int)));
  CHECK(cudaMalloc(&sum, sizeof(int)));
  CHECK(cudaMemcpy(input, values.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(sum, 0, sizeof(int)));

  sum_kernel_block<<<blocks, threads, threads * sizeof(int)>>>(sum, input, n);
  int by_block = result_of(sum);
  sum_kernel_tile_shfl<32><<<blocks, threads>>>(sum, input, n);
  int by_warp = result_of(sum);
  sum_kernel_tile_shfl<8><<<blocks, threads>>>(sum, input, n);
  int by_eight = result_of(sum);
  sum_kernel_coalesced<<<(n + threads - 1) / threads, threads>>>(sum, input, n);
  int by_lanes = result_of(sum);

  int device, processors, per_processor, cooperative;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device));
  CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, sum_kernel_grid, threads, 0));
  // At most what can run at the same time.
  int grid = processors * per_processor < 16 ? processors * per_processor : 16;
  CHECK(cudaMalloc(&block_sums, grid * sizeof(int)));
  void *arguments[] = {&block_sums, &sum, &input, &n};
  int by_grid = expected;
  if (cooperative) {
    CHECK(cudaLaunchCooperativeKernel((void *)sum_kernel_grid, dim3(grid), dim3(threads), arguments, 0, 0));
    by_grid = result_of(sum);
  }
  CHECK(cudaFree(input));
  CHECK(cudaFree(sum));
  CHECK(cudaFree(block_sums));

  if (by_block != expected || by_warp != expected || by_eight != expected || by_grid != expected || by_lanes != thirds) {
    std::printf("FAIL group_reduction: block %d, warp %d, eight %d, grid %d of %d, lanes %d of %d\n", by_block, by_warp,
                by_eight, by_grid, expected, by_lanes, thirds);
    return 1;
  }
  std::printf("PASS group_reduction n=%d sum=%d%s\n", n, expected, cooperative ? "" : " (no cooperative launch)");
  return 0;
}
