// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC'11): a 128-bit counter enciphered by
// ten rounds. A subsequence has 2^66 numbers: the lower half of the counter, four numbers each.
#pragma once

#include "rand_xorwow.h"

struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned STATE;  // which of the four outputs is next
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

__CHV_RAND uint4 curand_Philox4x32_10(uint4 __c, uint2 __k) {
  for (int __round = 0; __round < 10; ++__round) {
    const unsigned long long __a = 0xd2511f53ull * __c.x, __b = 0xcd9e8d57ull * __c.z;
    __c = uint4{(unsigned)(__b >> 32) ^ __c.y ^ __k.x, (unsigned)__b, (unsigned)(__a >> 32) ^ __c.w ^ __k.y, (unsigned)__a};
    __k = uint2{__k.x + 0x9e3779b9u, __k.y + 0xbb67ae85u};
  }
  return __c;
}

namespace __chv_rand {

// The counter's halves as numbers; the lower carries into the upper.
__CHV_RAND void philox_advance(curandStatePhilox4_32_10 *__state, unsigned long long __low, unsigned long long __high) {
  const unsigned long long __before = __state->ctr.x | (unsigned long long)__state->ctr.y << 32;
  const unsigned long long __lower = __before + __low;
  const unsigned long long __upper = (__state->ctr.z | (unsigned long long)__state->ctr.w << 32) + __high + (__lower < __before);
  __state->ctr = uint4{(unsigned)__lower, (unsigned)(__lower >> 32), (unsigned)__upper, (unsigned)(__upper >> 32)};
  __state->output = curand_Philox4x32_10(__state->ctr, __state->key);
}

}  // namespace __chv_rand

__CHV_RAND void skipahead(unsigned long long __n, curandStatePhilox4_32_10 *__state) {
  const unsigned __at = __state->STATE + (unsigned)(__n & 3);
  __state->STATE = __at & 3;
  __chv_rand::philox_advance(__state, __n / 4 + __at / 4, 0);
}
__CHV_RAND void skipahead_sequence(unsigned long long __n, curandStatePhilox4_32_10 *__state) {
  __chv_rand::philox_advance(__state, 0, __n);
}
__CHV_RAND void curand_init(unsigned long long __seed, unsigned long long __subsequence, unsigned long long __offset,
                            curandStatePhilox4_32_10 *__state) {
  __state->ctr = uint4{0, 0, 0, 0};
  __state->key = uint2{(unsigned)__seed, (unsigned)(__seed >> 32)};
  __state->STATE = 0;
  __state->boxmuller_flag = __state->boxmuller_flag_double = 0;
  __state->boxmuller_extra = 0;
  __state->boxmuller_extra_double = 0;
  skipahead_sequence(__subsequence, __state);
  skipahead(__offset, __state);
}

__CHV_RAND unsigned curand(curandStatePhilox4_32_10 *__state) {
  const uint4 __o = __state->output;
  const unsigned __at = __state->STATE, __got = __at == 0 ? __o.x : __at == 1 ? __o.y : __at == 2 ? __o.z : __o.w;
  __state->STATE = (__at + 1) & 3;
  if (__at == 3) __chv_rand::philox_advance(__state, 1, 0);
  return __got;
}
// The next four numbers.
__CHV_RAND uint4 curand4(curandStatePhilox4_32_10 *__state) {
  const uint4 __a = __state->output;
  __chv_rand::philox_advance(__state, 1, 0);
  const uint4 __b = __state->output;
  switch (__state->STATE) {
    case 0: return __a;
    case 1: return uint4{__a.y, __a.z, __a.w, __b.x};
    case 2: return uint4{__a.z, __a.w, __b.x, __b.y};
    default: return uint4{__a.w, __b.x, __b.y, __b.z};
  }
}
