// Cooperative groups against what each collective must give by its definition, computed without it.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

#ifdef __CUDA_ARCH__
extern "C" __device__ void set_active(unsigned long long);

__device__ unsigned wrong_at;
#define CHECK(condition) \
  if (!(condition)) __scoped_atomic_store_n(&wrong_at, __LINE__, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM)

struct Triple {
  int a;
  double b;
  float c;
};
struct Sum {
  __device__ Triple operator()(const Triple &x, const Triple &y) const { return {x.a + y.a, x.b + y.b, x.c + y.c}; }
};

template <class Tile> __device__ void tile(const Tile &tile, int rank, int size) {
  const int first = (int)threadIdx.x - rank;
  CHECK((int)tile.thread_rank() == rank && (int)tile.size() == size && (int)tile.num_threads() == size);
  CHECK((int)cg::thread_rank(tile) == rank && (int)cg::group_size(tile) == size);
  CHECK(tile.shfl((int)threadIdx.x, size - 1) == first + size - 1);
  CHECK(tile.shfl_up(rank * 2ll, 1) == (rank ? rank * 2 - 2 : 0));
  CHECK(tile.shfl_down((double)rank, 2) == (rank + 2 < size ? rank + 2 : rank));
  CHECK(tile.any(rank == size - 1) && !tile.any(rank > size) && tile.all(rank >= 0) && !tile.all(rank != 0));
  CHECK(cg::reduce(tile, rank, cg::plus<int>()) == size * (size - 1) / 2);
  CHECK(cg::reduce(tile, -rank, cg::less<int>()) == 1 - size);
  CHECK(cg::reduce(tile, rank * 0.5, cg::greater<double>()) == (size - 1) * 0.5);
  CHECK(cg::reduce(tile, rank * 0.5f, [](float x, float y) { return x + y; }) == size * (size - 1) * 0.25f);
  CHECK(cg::reduce(tile, 1ull << (rank % 64), cg::bit_or<unsigned long long>()) == (size >= 64 ? ~0ull : (1ull << size) - 1));
  const Triple sum = cg::reduce(tile, Triple{1, 2.0 * rank, 1.0f}, Sum());
  CHECK(sum.a == size && sum.b == size * (size - 1.0) && sum.c == (float)size);
  CHECK(cg::inclusive_scan(tile, rank) == rank * (rank + 1) / 2);
  CHECK(cg::exclusive_scan(tile, (float)rank) == (float)(rank * (rank - 1) / 2));
  CHECK(cg::inclusive_scan(tile, rank ^ 1, cg::greater<int>()) == (rank == 0 ? 1 : rank | (rank & 1 ? 0 : 1)));
  CHECK(cg::exclusive_scan(tile, rank + 1, cg::greater<int>()) == rank);
  tile.sync();
}

template <unsigned Size> __device__ void lane_tile() {
  const auto t = cg::tiled_partition<Size>(cg::this_thread_block());
  const unsigned rank = threadIdx.x % Size;
  tile(t, (int)rank, Size);
  CHECK(t.meta_group_rank() == threadIdx.x / Size && t.meta_group_size() == blockDim.x / Size);
  CHECK(t.shfl_xor(rank, Size - 1) == (Size - 1 - rank));
  const unsigned all = ~0u >> (32 - Size);
  CHECK(t.ballot(rank & 1) == (0xaaaaaaaau & all));
  CHECK(t.match_any(rank % 4) == ((0x11111111u << rank % 4) & all));
  int same = 5;
  CHECK(t.match_all(7, same) == all && same == 1);
  CHECK(t.match_all(rank, same) == (Size == 1 ? all : 0) && same == (Size == 1));
  const half h = t.shfl(half(float(rank)), 0);
  CHECK(float(h) == 0.0f);
}

__device__ void several_warps() {
  const auto block = cg::this_thread_block();
  tile(cg::tiled_partition<64>(block), (int)threadIdx.x % 64, 64);
  const auto t = cg::tiled_partition<128>(block);
  tile(t, (int)threadIdx.x % 128, 128);
  const auto inner = cg::tiled_partition<32>(t);
  CHECK(inner.meta_group_rank() == threadIdx.x / 32 % 4 && inner.meta_group_size() == 4);
  CHECK(t.shfl_xor((int)threadIdx.x, 64) == ((int)threadIdx.x ^ 64));
}

__device__ void coalesced(unsigned long long mask) {
  const unsigned lane = threadIdx.x % 32;
  if (!(mask >> lane & 1)) return;
  set_active(mask);
  const cg::coalesced_group g = cg::coalesced_threads();
  const unsigned size = (unsigned)__builtin_popcountll(mask),
                 rank = (unsigned)__builtin_popcountll(mask & ((1ull << lane) - 1));
  CHECK(g.size() == size && g.thread_rank() == rank);
  unsigned previous = lane;
  for (unsigned l = 0; l < lane; ++l)
    if (mask >> l & 1) previous = l;
  CHECK(g.shfl_up(lane, 1) == previous);
  CHECK(g.shfl(rank, size - 1) == size - 1 && g.shfl_down(rank, size) == rank);
  CHECK(g.ballot(rank == 0) == 1 && g.any(rank == 1) == (size > 1) && g.all(1));
  CHECK(cg::reduce(g, rank, cg::plus<unsigned>()) == size * (size - 1) / 2);
  CHECK(cg::reduce(g, (double)rank, cg::plus<double>()) == size * (size - 1) / 2.0);
  CHECK(cg::inclusive_scan(g, 1) == (int)rank + 1 && cg::exclusive_scan(g, 2.0) == 2.0 * rank);
  const auto thirds = cg::labeled_partition(g, rank % 3);
  CHECK(thirds.size() == (size - rank % 3 + 2) / 3 && thirds.thread_rank() == rank / 3);
  CHECK(thirds.meta_group_size() == (size < 3 ? size : 3) && thirds.meta_group_rank() == rank % 3);
  const auto halves = cg::binary_partition(g, rank & 1);
  CHECK(halves.thread_rank() == rank / 2);
  const auto fours = cg::tiled_partition(g, 4);
  CHECK(fours.thread_rank() == rank % 4 && fours.meta_group_rank() == rank / 4 && fours.meta_group_size() == (size + 3) / 4);
  unsigned called = 0;
  cg::invoke_one(g, [&] { called = 1; });
  CHECK(called == (rank == 0) && cg::invoke_one_broadcast(g, [&] { return rank + 40; }) == 40);
}

__device__ void erased(const cg::thread_group &g, unsigned rank, unsigned size) {
  CHECK(g.size() == size && g.thread_rank() == rank);
  g.sync();
  cg::sync(g);
}

extern "C" __device__ unsigned device_groups(void) {
  const auto block = cg::this_thread_block();
  CHECK(block.thread_rank() == threadIdx.x && block.size() == 128 && block.dim_threads().x == 128 &&
        block.group_index().x == 2);
  lane_tile<1>(), lane_tile<2>(), lane_tile<8>(), lane_tile<16>(), lane_tile<32>();
  several_warps();
  block.sync();
  coalesced(0xffffffff);
  coalesced(0x80000001);
  coalesced(0x00ff0c10);
  erased(block, threadIdx.x, 128);
  erased(cg::tiled_partition(block, 8), threadIdx.x % 8, 8);
  erased(cg::tiled_partition(cg::tiled_partition<16>(block), 4), threadIdx.x % 4, 4);
  const auto grid = cg::this_grid();
  CHECK(grid.is_valid() && grid.size() == 128 * 3 && grid.thread_rank() == 2 * 128 + threadIdx.x && grid.num_blocks() == 3);
  grid.sync();
  __shared__ char to[1003];
  __shared__ char from[1003];
  for (unsigned i = threadIdx.x; i < 1003; i += 128) from[i] = (char)(i * 7);
  block.sync();
  cg::memcpy_async(block, to, from, sizeof to);
  cg::wait(block);
  CHECK(to[1002] == (char)(1002 * 7) && to[(threadIdx.x * 5) % 1003] == from[(threadIdx.x * 5) % 1003]);
  block.barrier_wait(block.barrier_arrive());
  return wrong_at;
}
#else
#include <cstdio>

#include "block.h"

extern "C" unsigned device_groups(void);

static unsigned wrong;
int main() {
  run_block(
      128,
      [](void *) {
        if (const unsigned line = device_groups()) wrong = line;
      },
      nullptr, 2, 3);
  if (wrong) std::printf("the check in line %u failed\n", wrong);
  return wrong != 0;
}
#endif
