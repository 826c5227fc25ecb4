// Shuffles, votes, matches and reductions of a warp, with CUDA's overloads. A mask has as many bits as a warp has lanes.
#pragma once

#include "index.h"
#include "primitives.h"

#if __CHEVRON_WARP_SIZE__ == 64
typedef unsigned long long __chv_mask;
#else
typedef unsigned __chv_mask;
#endif

__CHV_DEVICE void __syncwarp(__chv_mask __mask = ~(__chv_mask)0) { __chv_sync_warp(__mask, 0); }
__CHV_DEVICE __chv_mask __activemask() { return (__chv_mask)__chv_sync_active_mask(0); }

__CHV_DEVICE __chv_mask __ballot_sync(__chv_mask __mask, int __predicate) {
  return (__chv_mask)__chv_sync_ballot(__mask, __predicate != 0, 0);
}
#ifdef __CHV_NVPTX__
__CHV_DEVICE int __all_sync(__chv_mask __mask, int __predicate) { return __nvvm_vote_all_sync(__mask, __predicate); }
__CHV_DEVICE int __any_sync(__chv_mask __mask, int __predicate) { return __nvvm_vote_any_sync(__mask, __predicate); }
#else
// Of the lanes that take part none may vote against: a lane that has returned has no vote.
__CHV_DEVICE int __all_sync(__chv_mask __mask, int __predicate) { return __chv_sync_ballot(__mask, __predicate == 0, 0) == 0; }
__CHV_DEVICE int __any_sync(__chv_mask __mask, int __predicate) { return __chv_sync_ballot(__mask, __predicate != 0, 0) != 0; }
#endif
// Is it the same for all of them?
__CHV_DEVICE int __uni_sync(__chv_mask __mask, int __predicate) {
  const int __one = __any_sync(__mask, __predicate), __each = __all_sync(__mask, __predicate);
  return __one == __each;
}

// One value of 4 or 8 bytes travels as the low bits of 64. `Bits` is the unsigned type of its size.
#define __CHV_SHUFFLE(name, T, Bits, Operand, kind)                                                                    \
  __CHV_DEVICE T name(__chv_mask __mask, T __value, Operand __operand, int __width = __CHEVRON_WARP_SIZE__) {          \
    return __builtin_bit_cast(T, __chv_shuffle(__mask, __builtin_bit_cast(Bits, __value), (unsigned)__operand,         \
                                               (unsigned)__width, kind));                                              \
  }
#define __CHV_EXCHANGES(T, Bits)                                                                                       \
  __CHV_SHUFFLE(__shfl_sync, T, Bits, int, 0)                                                                          \
  __CHV_SHUFFLE(__shfl_up_sync, T, Bits, unsigned, 1)                                                                  \
  __CHV_SHUFFLE(__shfl_down_sync, T, Bits, unsigned, 2)                                                                \
  __CHV_SHUFFLE(__shfl_xor_sync, T, Bits, int, 3)                                                                      \
  __CHV_DEVICE __chv_mask __match_any_sync(__chv_mask __mask, T __value) {                                             \
    return (__chv_mask)__chv_sync_match_any(__mask, __builtin_bit_cast(Bits, __value), 0);                             \
  }                                                                                                                    \
  __CHV_DEVICE __chv_mask __match_all_sync(__chv_mask __mask, T __value, int *__all_) {                                \
    return (__chv_mask)__chv_sync_match_all(__mask, __builtin_bit_cast(Bits, __value), __all_, 0);                     \
  }
__CHV_EXCHANGES(int, unsigned)
__CHV_EXCHANGES(unsigned, unsigned)
__CHV_EXCHANGES(float, unsigned)
__CHV_EXCHANGES(long, unsigned long long)
__CHV_EXCHANGES(unsigned long, unsigned long long)
__CHV_EXCHANGES(long long, unsigned long long)
__CHV_EXCHANGES(unsigned long long, unsigned long long)
__CHV_EXCHANGES(double, unsigned long long)
#undef __CHV_EXCHANGES
#undef __CHV_SHUFFLE

#define __CHV_REDUCE(name, T, kind)                                                                                    \
  __CHV_DEVICE T name(__chv_mask __mask, T __value) { return (T)__chv_sync_reduce(__mask, (unsigned)__value, kind, 0); }
__CHV_REDUCE(__reduce_add_sync, unsigned, 0)
__CHV_REDUCE(__reduce_add_sync, int, 0)
__CHV_REDUCE(__reduce_min_sync, unsigned, 1)
__CHV_REDUCE(__reduce_max_sync, unsigned, 2)
__CHV_REDUCE(__reduce_min_sync, int, 3)
__CHV_REDUCE(__reduce_max_sync, int, 4)
__CHV_REDUCE(__reduce_and_sync, unsigned, 5)
__CHV_REDUCE(__reduce_or_sync, unsigned, 6)
__CHV_REDUCE(__reduce_xor_sync, unsigned, 7)
#undef __CHV_REDUCE

// The forms without a mask, of GPUs before compute capability 7: over the lanes that come here together. HIP has them too: an operand that has to be
// converted, and a pack, make its overloads win.
struct __chv_operand {
  unsigned __bits;
  __device__ __chv_operand(int __value) : __bits(__value) {}
};
#define __CHV_MASKLESS(name)                                                                                           \
  __attribute__((deprecated("CUDA has `" #name "` for GPUs before compute capability 7 alone: use `" #name             \
                            "_sync` with a mask; here it is that with `__activemask()`")))
#define __CHV_SHUFFLE(name)                                                                                            \
  template <class __T>                                                                                                 \
  __CHV_MASKLESS(name) __CHV_DEVICE __T name(__T __value, __chv_operand __operand, int __width = __CHEVRON_WARP_SIZE__) { \
    return name##_sync(__activemask(), __value, __operand.__bits, __width);                                            \
  }
#define __CHV_VOTE(name, Result)                                                                                       \
  template <class... __None>                                                                                           \
  __CHV_MASKLESS(name) __CHV_DEVICE Result name(int __predicate) {                                                     \
    return name##_sync(__activemask(), __predicate);                                                                   \
  }
__CHV_SHUFFLE(__shfl)
__CHV_SHUFFLE(__shfl_up)
__CHV_SHUFFLE(__shfl_down)
__CHV_SHUFFLE(__shfl_xor)
__CHV_VOTE(__any, int)
__CHV_VOTE(__all, int)
__CHV_VOTE(__ballot, __chv_mask)
#undef __CHV_MASKLESS
#undef __CHV_SHUFFLE
#undef __CHV_VOTE
