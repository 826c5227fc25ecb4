//# Inclusive and exclusive scans over a tile and over a coalesced group.
//@ hip = true
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__global__ void scans(int *out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int i = threadIdx.x;
  out[i] = cg::inclusive_scan(tile, i);
  out[32 + i] = cg::exclusive_scan(tile, i);
  out[64 + i] = cg::inclusive_scan(tile, (i * 5) % 8, cg::greater<int>());
  out[96 + i] = -1;
  if (i % 4 == 1) { auto some = cg::coalesced_threads(); out[96 + i] = cg::exclusive_scan(some, 10); }
}
int *out; cudaMallocManaged(&out, 128 * 4);
scans<<<1, 32>>>(out);
for (int row = 0; row < 4; ++row) { for (int i : {0, 1, 2, 3, 5, 7, 9, 15}) printf("%4d", out[32 * row + i]); printf("\n"); }
//=    0   1   3   6  15  28  17  92
//=    0   0   1   3  10  21   8  77
//=    0   5   5   7   7   7   5   7
//=   -1   0  -1  -1  10  -1  20  -1
