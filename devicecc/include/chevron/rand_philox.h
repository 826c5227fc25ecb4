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

__CHV_RAND uint4 curand_Philox4x32_10(uint4 c, uint2 k) {
  for (int round = 0; round < 10; ++round) {
    const unsigned long long a = 0xd2511f53ull * c.x, b = 0xcd9e8d57ull * c.z;
    c = uint4{(unsigned)(b >> 32) ^ c.y ^ k.x, (unsigned)b, (unsigned)(a >> 32) ^ c.w ^ k.y, (unsigned)a};
    k = uint2{k.x + 0x9e3779b9u, k.y + 0xbb67ae85u};
  }
  return c;
}

namespace __chv_rand {

// The counter's halves as numbers; the lower carries into the upper.
__CHV_RAND void philox_advance(curandStatePhilox4_32_10 *state, unsigned long long low, unsigned long long high) {
  const unsigned long long before = state->ctr.x | (unsigned long long)state->ctr.y << 32;
  const unsigned long long lower = before + low;
  const unsigned long long upper = (state->ctr.z | (unsigned long long)state->ctr.w << 32) + high + (lower < before);
  state->ctr = uint4{(unsigned)lower, (unsigned)(lower >> 32), (unsigned)upper, (unsigned)(upper >> 32)};
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}

}  // namespace __chv_rand

__CHV_RAND void skipahead(unsigned long long n, curandStatePhilox4_32_10 *state) {
  const unsigned at = state->STATE + (unsigned)(n & 3);
  state->STATE = at & 3;
  __chv_rand::philox_advance(state, n / 4 + at / 4, 0);
}
__CHV_RAND void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10 *state) {
  __chv_rand::philox_advance(state, 0, n);
}
__CHV_RAND void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                            curandStatePhilox4_32_10 *state) {
  state->ctr = uint4{0, 0, 0, 0};
  state->key = uint2{(unsigned)seed, (unsigned)(seed >> 32)};
  state->STATE = 0;
  state->boxmuller_flag = state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
}

__CHV_RAND unsigned curand(curandStatePhilox4_32_10 *state) {
  const uint4 o = state->output;
  const unsigned at = state->STATE, got = at == 0 ? o.x : at == 1 ? o.y : at == 2 ? o.z : o.w;
  state->STATE = (at + 1) & 3;
  if (at == 3) __chv_rand::philox_advance(state, 1, 0);
  return got;
}
// The next four numbers.
__CHV_RAND uint4 curand4(curandStatePhilox4_32_10 *state) {
  const uint4 a = state->output;
  __chv_rand::philox_advance(state, 1, 0);
  const uint4 b = state->output;
  switch (state->STATE) {
    case 0: return a;
    case 1: return uint4{a.y, a.z, a.w, b.x};
    case 2: return uint4{a.z, a.w, b.x, b.y};
    default: return uint4{a.w, b.x, b.y, b.z};
  }
}
