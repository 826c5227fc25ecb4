//# Tiles of a block: their own ranks, shuffles and votes, and tiles of tiles.
//@ hip = true
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void tiles(int *out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  auto small = cg::tiled_partition<2>(tile);
  int i = threadIdx.x, v = i;
  for (int step = tile.size() / 2; step; step /= 2) v += tile.shfl_down(v, step);
  v = tile.shfl(v, 0);
  unsigned odd = tile.ballot(i % 2);
  int pair = small.shfl_xor(i, 1), any = tile.any(i == 20), all = small.all(i < 9);
  out[i] = v + 1000 * tile.meta_group_rank() + 10000 * tile.thread_rank();
  out[64 + i] = odd + 1000 * pair + 100000 * any + 1000000 * all;
  out[128 + i] = small.meta_group_rank() * 10 + small.meta_group_size();
}
int *out; cudaMallocManaged(&out, 192 * 4);
tiles<<<1, 64>>>(out);
for (int i : {0, 7, 20, 63}) printf("%d %d %d\n", out[i], out[64 + i], out[128 + i]);
//= 28 1001170 4
//= 70028 1006170 34
//= 42156 121170 24
//= 77476 62170 34
