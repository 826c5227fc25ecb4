//# Groups by label and by predicate: sizes, ranks and numbers.
//@ hip = true
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void parts(int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int i = threadIdx.x;
  auto same = cg::labeled_partition(warp, i % 3);
  auto half = cg::binary_partition(warp, i >= 20);
  out[i] = same.size() * 100 + same.thread_rank();
  out[32 + i] = cg::reduce(same, i, cg::plus<int>());
  out[64 + i] = half.size() * 100 + half.thread_rank();
}
int *out; cudaMallocManaged(&out, 96 * 4);
parts<<<1, 32>>>(out);
for (int i : {0, 1, 2, 19, 20, 31}) printf("%d %d %d\n", out[i], out[32 + i], out[64 + i]);
//= 1100 165 2000
//= 1100 176 2001
//= 1000 155 2002
//= 1106 176 2019
//= 1006 155 1200
//= 1110 176 1211
