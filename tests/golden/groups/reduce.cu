//# `reduce` over tiles with CUDA's operators, with an own one, in integers and floating point.
//@ hip = true
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void reduce(int *out, double *d) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int i = threadIdx.x;
  int sum = cg::reduce(tile, i, cg::plus<int>()), low = cg::reduce(tile, -i, cg::less<int>()), high = cg::reduce(tile, i, cg::greater<int>());
  int bits = cg::reduce(tile, 1 << (i % 5), cg::bit_or<int>());
  double product = cg::reduce(tile, i % 16 + 1.0, [](double a, double b) { return a * b; });
  if (tile.thread_rank() == 5) { int *o = out + 4 * tile.meta_group_rank(); o[0] = sum; o[1] = low; o[2] = high; o[3] = bits; d[tile.meta_group_rank()] = product; }
}
int *out; double *d; cudaMallocManaged(&out, 8 * 4); cudaMallocManaged(&d, 16);
reduce<<<1, 32>>>(out, d);
for (int i = 0; i < 8; ++i) printf("%d ", out[i]);
//= 120 -15 15 31 376 -31 31 31
printf("%.0f %.0f\n", d[0], d[1]);
//= 20922789888000 20922789888000
