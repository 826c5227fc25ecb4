#include "block.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace {

typedef unsigned long long u64;
constexpr unsigned WARP = 32;

struct Meeting {
  unsigned arrived = 0;
  u64 generation = 0, present = 0;
  u64 values[64] = {}, done[64] = {}, done_present = 0;
};
struct Warp {
  std::mutex mutex;
  std::condition_variable woken;
  std::map<u64, Meeting> meetings;
};
struct Barrier {
  unsigned arrived = 0, count = 0, done_count = 0;
  u64 generation = 0;
};

Warp warps[64];
std::mutex barrier_mutex;
std::condition_variable barrier_woken;
std::map<unsigned, Barrier> barriers;
unsigned block_threads, block_index, grid_blocks;
thread_local unsigned tid;
thread_local u64 active;

u64 lanes_here() {
  const unsigned rest = block_threads - tid / WARP * WARP;
  return rest >= WARP ? (1ull << WARP) - 1 : (1ull << rest) - 1;
}

// Gives every lane of `mask` all lanes' values.
void meet(u64 mask, u64 value, u64 (&values)[64]) {
  mask &= lanes_here();
  Warp &warp = warps[tid / WARP];
  std::unique_lock<std::mutex> lock(warp.mutex);
  Meeting &meeting = warp.meetings[mask];
  meeting.values[tid % WARP] = value;
  if (++meeting.arrived == (unsigned)__builtin_popcountll(mask)) {
    std::copy(meeting.values, meeting.values + 64, meeting.done);
    meeting.arrived = 0;
    ++meeting.generation;
    warp.woken.notify_all();
  } else {
    const u64 generation = meeting.generation;
    warp.woken.wait(lock, [&] { return meeting.generation != generation; });
  }
  std::copy(meeting.done, meeting.done + 64, values);
}
unsigned barrier(unsigned id, unsigned threads, bool predicate) {
  std::unique_lock<std::mutex> lock(barrier_mutex);
  Barrier &b = barriers[id];
  b.count += predicate;
  if (++b.arrived == threads) {
    b.done_count = b.count;
    b.arrived = b.count = 0;
    ++b.generation;
    barrier_woken.notify_all();
  } else {
    const u64 generation = b.generation;
    barrier_woken.wait(lock, [&] { return b.generation != generation; });
  }
  return b.done_count;
}

}  // namespace

void run_block(unsigned threads, void (*body)(void *), void *argument, unsigned index, unsigned blocks) {
  block_threads = threads, block_index = index, grid_blocks = blocks;
  std::vector<std::thread> all;
  for (unsigned i = 0; i < threads; ++i)
    all.emplace_back([=] {
      tid = i;
      active = lanes_here();
      body(argument);
    });
  for (std::thread &thread : all) thread.join();
}

// Our headers leave the body of this constructor to the executor.
struct dim3 {
  unsigned x, y, z;
  dim3(unsigned X, unsigned Y, unsigned Z);
};
dim3::dim3(unsigned X, unsigned Y, unsigned Z) : x(X), y(Y), z(Z) {}

extern "C" {
void set_active(u64 mask) { active = mask; }

unsigned __chv_tid_x(void) { return tid; }
unsigned __chv_tid_y(void) { return 0; }
unsigned __chv_tid_z(void) { return 0; }
unsigned __chv_ctaid_x(void) { return block_index; }
unsigned __chv_ctaid_y(void) { return 0; }
unsigned __chv_ctaid_z(void) { return 0; }
unsigned __chv_ntid_x(void) { return block_threads; }
unsigned __chv_ntid_y(void) { return 1; }
unsigned __chv_ntid_z(void) { return 1; }
unsigned __chv_nctaid_x(void) { return grid_blocks; }
unsigned __chv_nctaid_y(void) { return 1; }
unsigned __chv_nctaid_z(void) { return 1; }
unsigned __chv_lane(void) { return tid % WARP; }
unsigned __chv_warp_size(void) { return WARP; }

void __chv_sync_block(unsigned) { barrier(0, block_threads, false); }
int __chv_sync_block_count(int predicate, unsigned) { return (int)barrier(0, block_threads, predicate); }
void __chv_sync_grid(unsigned) { barrier(0, block_threads, false); }
void __chv_sync_named(unsigned id, unsigned threads, unsigned) { barrier(id, threads, false); }
void __chv_sync_warp(u64 mask, unsigned) {
  u64 values[64];
  meet(mask, 0, values);
}
u64 __chv_sync_ballot(u64 mask, int predicate, unsigned) {
  u64 values[64], bits = 0;
  meet(mask, predicate != 0, values);
  for (unsigned i = 0; i < WARP; ++i)
    if (mask & lanes_here() & 1ull << i) bits |= values[i] << i;
  return bits;
}
u64 __chv_sync_shuffle(u64 mask, u64 value, unsigned operand, unsigned width, unsigned kind, unsigned) {
  u64 values[64];
  meet(mask, value, values);
  const unsigned lane = tid % WARP, begin = lane & ~(width - 1), at = lane - begin;
  switch (kind) {
    case 0: return values[begin + operand % width];
    case 1: return at >= operand ? values[lane - operand] : value;
    case 2: return at + operand < width ? values[lane + operand] : value;
    default: return (at ^ operand) < width ? values[begin + (at ^ operand)] : value;
  }
}
u64 __chv_sync_match_any(u64 mask, u64 value, unsigned) {
  u64 values[64], bits = 0;
  meet(mask, value, values);
  for (unsigned i = 0; i < WARP; ++i)
    if (mask & lanes_here() & 1ull << i && values[i] == value) bits |= 1ull << i;
  return bits;
}
u64 __chv_sync_match_all(u64 mask, u64 value, int *all, unsigned) {
  const u64 same = __chv_sync_match_any(mask, value, 0);
  *all = same == (mask & lanes_here());
  return *all ? same : 0;
}
unsigned __chv_sync_reduce(u64 mask, unsigned value, unsigned kind, unsigned) {
  u64 values[64];
  meet(mask, value, values);
  unsigned r = value;
  for (unsigned i = 0; i < WARP; ++i) {
    if (!(mask & lanes_here() & 1ull << i) || i == tid % WARP) continue;
    const unsigned v = (unsigned)values[i];
    switch (kind) {
      case 0: r += v; break;
      case 1: r = v < r ? v : r; break;
      case 2: r = v > r ? v : r; break;
      case 3: r = (int)v < (int)r ? v : r; break;
      case 4: r = (int)v > (int)r ? v : r; break;
      case 5: r &= v; break;
      case 6: r |= v; break;
      default: r ^= v;
    }
  }
  return r;
}
u64 __chv_sync_active_mask(unsigned) { return active; }
}
