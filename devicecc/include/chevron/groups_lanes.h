// What cooperative groups do with a set of lanes of one warp, given as a mask: the primitives under every group that fits a warp, and
// conversions between a lane and a rank (the lane's place among the set's lanes).
#pragma once

#include <cuda_runtime.h>

#define __CHV_MEMBER __inline__ __device__ __attribute__((__always_inline__, __nodebug__))

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

__CHV_DEVICE unsigned count(lanes __mask) { return (unsigned)__builtin_popcountll(__mask); }
__CHV_DEVICE unsigned first(lanes __mask) { return (unsigned)__builtin_ctzll(__mask); }
__CHV_DEVICE lanes below(unsigned __lane) { return (1ull << __lane) - 1; }
__CHV_DEVICE unsigned rank(lanes __mask) { return count(__mask & below(__chv_lane())); }

// `size` lanes from `begin` on.
__CHV_DEVICE lanes range(unsigned __begin, unsigned __size) { return (__size >= 64 ? ~0ull : below(__size)) << __begin; }

// The lane of the `n`-th member, counted from 0; `n` must be below the number of members.
__CHV_DEVICE unsigned member(lanes __mask, unsigned __n) {
  const unsigned __begin = first(__mask);
  const lanes __run = __mask >> __begin;
  if ((__run & (__run + 1)) == 0) return __begin + __n;
  for (; __n; --__n) __mask &= __mask - 1;
  return first(__mask);
}

// The bits of `set` that belong to members, packed by rank.
__CHV_DEVICE lanes pack(lanes __mask, lanes __set) {
  lanes __packed = 0;
  for (unsigned __n = 0; __mask; ++__n, __mask &= __mask - 1)
    if (__set & __mask & -__mask) __packed |= 1ull << __n;
  return __packed;
}

__CHV_DEVICE lanes active() { return __chv_sync_active_mask(0); }
__CHV_DEVICE void sync(lanes __mask) { __chv_sync_warp(__mask, 0); }
__CHV_DEVICE lanes ballot(lanes __mask, int __predicate) { return __chv_sync_ballot(__mask, __predicate, 0) & __mask; }

// kind: 0 from lane `operand` of each `width` lanes, 1 up, 2 down, 3 xor. Values wider than a word go in pieces.
template <class __T> __CHV_DEVICE __T shuffle(lanes __mask, const __T &__value, unsigned __operand, unsigned __width, unsigned __kind) {
  static_assert(__is_trivially_copyable(__T), "only values of trivially copyable types can be exchanged between threads");
  constexpr unsigned __count = (sizeof(__T) + sizeof(word) - 1) / sizeof(word);
  word __part[__count] = {};
  __builtin_memcpy(__part, &__value, sizeof(__T));
  for (unsigned __i = 0; __i < __count; ++__i) __part[__i] = __chv_shuffle(__mask, __part[__i], __operand, __width, __kind);
  __T __got = __value;
  __builtin_memcpy((void *)&__got, __part, sizeof(__T));
  return __got;
}

template <class __T> __CHV_DEVICE lanes bits_of(const __T &__value) {
  static_assert(sizeof(__T) <= 8 && __is_trivially_copyable(__T), "match takes values of at most 8 bytes");
  lanes __bits = 0;
  __builtin_memcpy(&__bits, &__value, sizeof(__T));
  return __bits;
}
template <class __T> __CHV_DEVICE lanes match_any(lanes __mask, const __T &__value) {
  return __chv_sync_match_any(__mask, bits_of(__value), 0) & __mask;
}
template <class __T> __CHV_DEVICE lanes match_all(lanes __mask, const __T &__value, int *__all_) {
  return __chv_sync_match_all(__mask, bits_of(__value), __all_, 0) & __mask;
}

__CHV_DEVICE unsigned thread_in_block() {
  return __chv_tid_x() + __chv_ntid_x() * (__chv_tid_y() + __chv_ntid_y() * __chv_tid_z());
}
__CHV_DEVICE unsigned threads_in_block() { return __chv_ntid_x() * __chv_ntid_y() * __chv_ntid_z(); }

}  // namespace __chv_groups
