//# Kernels in which nothing waits for a whole block are run warp by warp: warps end and go round loops as they like, in blocks of all shapes.
//@ devices = ["cpu"]
//@ tier = "regions"
#include <cooperative_groups.h>
__global__ void row_sums(const int *starts, const float *values, float *sums, int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
  if (row >= rows) return;
  float sum = 0;
  for (int k = starts[row] + lane; k < starts[row + 1]; k += 32) sum += values[k];
  for (int d = warpSize / 2; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
  if (lane == 0) sums[row] = sum;
}
int *starts; float *values, *sums; cudaMallocManaged(&starts, 404); cudaMallocManaged(&values, 40000); cudaMallocManaged(&sums, 400);
for (int i = 0; i < 10000; ++i) values[i] = i % 11;
for (int i = 0; i < 100; ++i) starts[i + 1] = starts[i] + i * 7 % 83;
row_sums<<<13, 256>>>(starts, values, sums, 99); cudaDeviceSynchronize();
for (int i = 0; i < 100; i += 9) printf("%g ", sums[i]);
//= 0 306 220 116 12 330 227 124 39 339 248 0
__global__ void rows_in_turn(const float *in, float *out, int rows, int columns) {
  for (int row = blockIdx.x * blockDim.y + threadIdx.y; row < rows; row += gridDim.x * blockDim.y) {
    float most = -1;
    for (int c = threadIdx.x; c < columns; c += 32) most = fmaxf(most, in[row * columns + c]);
    for (int d = 16; d > 0; d >>= 1) most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, d));
    unsigned where = __ballot_sync(0xffffffff, in[row * columns + threadIdx.x] == most);
    if (where == 0) continue;
    for (int c = threadIdx.x; c < columns; c += 32) out[row * columns + c] = in[row * columns + c] - most + __popc(where);
  }
}
float *out; cudaMallocManaged(&out, 40000);
rows_in_turn<<<2, dim3(32, 4)>>>(values, out, 70, 77); cudaDeviceSynchronize();
for (int i = 0; i < 5390; i += 501) printf("%g ", out[i]);
//= -8 -2 -7 -1 -6 0 -5 1 -4 2 -3
__global__ void scans(const int *in, int *out) {
  int t = threadIdx.x + blockDim.x * threadIdx.y, v = in[t];
  for (int d = 1; d < 32; d <<= 1) { int up = __shfl_up_sync(0xffffffff, v, d); if ((t & 31) >= d) v += up; }
  out[t] = v + threadIdx.y * 1000 + __shfl_sync(0xffffffff, v, 31) % 7 + __shfl_sync(0xffffffff, v, t * 5 & 31) % 5;
}
int *numbers, *results; cudaMallocManaged(&numbers, 1024); cudaMallocManaged(&results, 1024);
for (int i = 0; i < 256; ++i) numbers[i] = i * 13 % 17;
int show() { cudaDeviceSynchronize(); unsigned sum = 0; for (int i = 0; i < 256; ++i) { sum = sum * 31 + results[i]; results[i] = 0; } return sum; }
scans<<<1, 256>>>(numbers, results); printf("%d ", show()); scans<<<1, dim3(32, 8)>>>(numbers, results); printf("%d ", show());
//= -309072506 -993612410
scans<<<1, dim3(16, 16)>>>(numbers, results); printf("%d ", show()); scans<<<1, dim3(24, 4)>>>(numbers, results); printf("%d", show());
//= 1690348934 -927967831
// With the block's barrier: two levels, by the groups' calls, and by votes.
__global__ void two_levels(const int *in, int *out) {
  namespace cg = cooperative_groups;
  __shared__ int part[32];
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int v = in[threadIdx.x], votes = __popc(__ballot_sync(0xffffffff, v > 8));
  for (int d = warp.size() / 2; d > 0; d /= 2) v += warp.shfl_down(v, d);
  if (warp.thread_rank() == 0) part[warp.meta_group_rank()] = v + votes;
  __syncthreads();
  if (threadIdx.x < 32) {
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    v = __reduce_add_sync(0xffffffff, v);
    if (threadIdx.x == 0) part[0] = v;
  }
  __syncthreads();
  out[threadIdx.x] = part[0] + in[threadIdx.x];
}
two_levels<<<1, 256>>>(numbers, results); printf("%d ", show()); two_levels<<<1, 96>>>(numbers, results); printf("%d", show());
//= -849458784 -1976048084
