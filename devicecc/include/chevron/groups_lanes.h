// What cooperative groups do with a set of lanes of one warp, given as a mask: the primitives under every group that fits a warp, and
// conversions between a lane and a rank (the lane's place among the set's lanes).
#pragma once

#include <cuda_runtime.h>

#define __CHV_MEMBER __inline__ __device__ __attribute__((always_inline, nodebug))

namespace __chv_groups {

typedef unsigned long long lanes;

// What one exchange between lanes carries.
#ifdef __CHV_NVPTX__
typedef unsigned word;
#else
typedef unsigned long long word;
#endif

// Ballots are 32 bits wide for warps of 32, as in CUDA, and 64 for warps of 64, as in HIP.
#if __CHEVRON_WARP_SIZE__ > 32
typedef unsigned long long ballot_bits;
#else
typedef unsigned ballot_bits;
#endif

__CHV_DEVICE unsigned count(lanes mask) { return (unsigned)__builtin_popcountll(mask); }
__CHV_DEVICE unsigned first(lanes mask) { return (unsigned)__builtin_ctzll(mask); }
__CHV_DEVICE lanes below(unsigned lane) { return (1ull << lane) - 1; }
__CHV_DEVICE unsigned rank(lanes mask) { return count(mask & below(__chv_lane())); }

// `size` lanes from `begin` on.
__CHV_DEVICE lanes range(unsigned begin, unsigned size) { return (size >= 64 ? ~0ull : below(size)) << begin; }

// The lane of the `n`-th member, counted from 0; `n` must be below the number of members.
__CHV_DEVICE unsigned member(lanes mask, unsigned n) {
  const unsigned begin = first(mask);
  const lanes run = mask >> begin;
  if ((run & (run + 1)) == 0) return begin + n;
  for (; n; --n) mask &= mask - 1;
  return first(mask);
}

// The bits of `set` that belong to members, packed by rank.
__CHV_DEVICE lanes pack(lanes mask, lanes set) {
  lanes packed = 0;
  for (unsigned n = 0; mask; ++n, mask &= mask - 1)
    if (set & mask & -mask) packed |= 1ull << n;
  return packed;
}

__CHV_DEVICE lanes active() { return __chv_sync_active_mask(0); }
__CHV_DEVICE void sync(lanes mask) { __chv_sync_warp(mask, 0); }
__CHV_DEVICE lanes ballot(lanes mask, int predicate) { return __chv_sync_ballot(mask, predicate, 0) & mask; }

// kind: 0 from lane `operand` of each `width` lanes, 1 up, 2 down, 3 xor. Values wider than a word go in pieces.
template <class T> __CHV_DEVICE T shuffle(lanes mask, const T &value, unsigned operand, unsigned width, unsigned kind) {
  static_assert(__is_trivially_copyable(T), "only values of trivially copyable types can be exchanged between threads");
  constexpr unsigned count = (sizeof(T) + sizeof(word) - 1) / sizeof(word);
  word part[count] = {};
  __builtin_memcpy(part, &value, sizeof(T));
  for (unsigned i = 0; i < count; ++i) part[i] = __chv_shuffle(mask, part[i], operand, width, kind);
  T got = value;
  __builtin_memcpy((void *)&got, part, sizeof(T));
  return got;
}

template <class T> __CHV_DEVICE lanes bits_of(const T &value) {
  static_assert(sizeof(T) <= 8 && __is_trivially_copyable(T), "match takes values of at most 8 bytes");
  lanes bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <class T> __CHV_DEVICE lanes match_any(lanes mask, const T &value) {
  return __chv_sync_match_any(mask, bits_of(value), 0) & mask;
}
template <class T> __CHV_DEVICE lanes match_all(lanes mask, const T &value, int *all) {
  return __chv_sync_match_all(mask, bits_of(value), all, 0) & mask;
}

__CHV_DEVICE unsigned thread_in_block() {
  return __chv_tid_x() + __chv_ntid_x() * (__chv_tid_y() + __chv_ntid_y() * __chv_tid_z());
}
__CHV_DEVICE unsigned threads_in_block() { return __chv_ntid_x() * __chv_ntid_y() * __chv_ntid_z(); }

}  // namespace __chv_groups
