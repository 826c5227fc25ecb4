// Distributions over the generators. Uniform numbers are in (0, 1], each from one 32-bit number (two for XORWOW's double); normal numbers come
// in pairs by the Box-Muller transform, the second kept in the state for the next call.
#pragma once

#include "rand_philox.h"

namespace __chv_rand {

// Which transform made the number kept in the state.
enum kept { none = 0, normal = 1, log_normal = 2 };

__CHV_RAND float uniform(unsigned x) {
#pragma clang fp contract(off)
  return x * 0x1p-32f + 0x1p-33f;
}
// 53 bits of two numbers.
__CHV_RAND double uniform(unsigned x, unsigned y) {
#pragma clang fp contract(off)
  return (double)(x ^ (unsigned long long)y << 21) * 0x1p-53 + 0x1p-54;
}

__CHV_RAND float2 box_muller(unsigned x, unsigned y) {
  constexpr float turn = 6.28318530717958647692f;
  const float radius = __builtin_sqrtf(-2.0f * __builtin_logf(uniform(x)));
  const float angle = y * (0x1p-32f * turn) + 0x1p-33f * turn;
  return float2{radius * __builtin_sinf(angle), radius * __builtin_cosf(angle)};
}
__CHV_RAND double2 box_muller(unsigned x, unsigned x_high, unsigned y, unsigned y_high) {
  const double radius = __builtin_sqrt(-2.0 * __builtin_log(uniform(x, x_high)));
  const double angle = uniform(y, y_high) * 6.28318530717958647692;
  return double2{radius * __builtin_sin(angle), radius * __builtin_cos(angle)};
}

__CHV_RAND float2 box_muller(curandStateXORWOW *state) {
  const unsigned x = curand(state), y = curand(state);
  return box_muller(x, y);
}
__CHV_RAND float2 box_muller(curandStatePhilox4_32_10 *state) {
  const unsigned x = curand(state), y = curand(state);
  return box_muller(x, y);
}
__CHV_RAND double2 box_muller_double(curandStateXORWOW *state) {
  const unsigned a = curand(state), b = curand(state), c = curand(state), d = curand(state);
  return box_muller(a, b, c, d);
}
__CHV_RAND double2 box_muller_double(curandStatePhilox4_32_10 *state) {
  const uint4 x = curand4(state);
  return box_muller(x.x, x.y, x.z, x.w);
}

// Poisson numbers: below 64 by counting exponential waiting times (Knuth, TAOCP 2, 3.4.1), up to 4000 by transformed rejection
// (Hormann, "The transformed rejection method for generating Poisson random variables", 1993, algorithm PTRS), above by the normal
// approximation.
template <class State> __CHV_RAND unsigned poisson_by_rejection(State *state, double lambda) {
  const double root = __builtin_sqrt(lambda), log_lambda = __builtin_log(lambda);
  const double b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), accept = 0.9277 - 3.6224 / (b - 2.0);
  for (;;) {
    const double u = uniform(curand(state)) - 0.5, v = uniform(curand(state));
    const double near = 0.5 - __builtin_fabs(u), k = __builtin_floor((2.0 * a / near + b) * u + lambda + 0.43);
    if (near >= 0.07 && v <= accept) return (unsigned)k;
    if (k < 0.0 || (near < 0.013 && v > near)) continue;
    if (__builtin_log(v * inverse_alpha / (a / (near * near) + b)) <= k * log_lambda - lambda - __builtin_lgamma(k + 1.0))
      return (unsigned)k;
  }
}
template <class State> __CHV_RAND unsigned poisson(State *state, double lambda) {
  if (lambda < 64.0) {
    unsigned k = 0;
    float product = __builtin_expf((float)lambda);
    do {
      ++k;
      product *= uniform(curand(state));
    } while (product > 1.0f);
    return k - 1;
  }
  if (lambda <= 4000.0) return poisson_by_rejection(state, lambda);
  const double near = lambda + __builtin_sqrt(lambda) * box_muller_double(state).x + 0.5;
  return near > 0.0 ? (unsigned)near : 0u;
}

}  // namespace __chv_rand

__CHV_RAND double curand_uniform_double(curandStateXORWOW *state) {
  const unsigned x = curand(state), y = curand(state);
  return __chv_rand::uniform(x, y);
}
// As in cuRAND one 32-bit number: `curand_uniform2_double` gives all 53 bits.
__CHV_RAND double curand_uniform_double(curandStatePhilox4_32_10 *state) { return curand(state) * 0x1p-32 + 0x1p-32; }

#define __CHV_DISTRIBUTIONS(State)                                                                        \
  __CHV_RAND float curand_uniform(State *state) { return __chv_rand::uniform(curand(state)); }            \
  __CHV_RAND float2 curand_normal2(State *state) { return __chv_rand::box_muller(state); }                \
  __CHV_RAND double2 curand_normal2_double(State *state) { return __chv_rand::box_muller_double(state); } \
  __CHV_RAND float curand_normal(State *state) {                                                          \
    if (state->boxmuller_flag == __chv_rand::normal) {                                                    \
      state->boxmuller_flag = __chv_rand::none;                                                           \
      return state->boxmuller_extra;                                                                      \
    }                                                                                                     \
    const float2 pair = curand_normal2(state);                                                            \
    state->boxmuller_flag = __chv_rand::normal;                                                           \
    state->boxmuller_extra = pair.y;                                                                      \
    return pair.x;                                                                                        \
  }                                                                                                       \
  __CHV_RAND double curand_normal_double(State *state) {                                                  \
    if (state->boxmuller_flag_double == __chv_rand::normal) {                                             \
      state->boxmuller_flag_double = __chv_rand::none;                                                    \
      return state->boxmuller_extra_double;                                                               \
    }                                                                                                     \
    const double2 pair = curand_normal2_double(state);                                                    \
    state->boxmuller_flag_double = __chv_rand::normal;                                                    \
    state->boxmuller_extra_double = pair.y;                                                               \
    return pair.x;                                                                                        \
  }                                                                                                       \
  __CHV_RAND float2 curand_log_normal2(State *state, float mean, float stddev) {                          \
    const float2 pair = curand_normal2(state);                                                            \
    return float2{__builtin_expf(mean + stddev * pair.x), __builtin_expf(mean + stddev * pair.y)};        \
  }                                                                                                       \
  __CHV_RAND double2 curand_log_normal2_double(State *state, double mean, double stddev) {                \
    const double2 pair = curand_normal2_double(state);                                                    \
    return double2{__builtin_exp(mean + stddev * pair.x), __builtin_exp(mean + stddev * pair.y)};         \
  }                                                                                                       \
  __CHV_RAND float curand_log_normal(State *state, float mean, float stddev) {                            \
    if (state->boxmuller_flag == __chv_rand::log_normal) {                                                \
      state->boxmuller_flag = __chv_rand::none;                                                           \
      return state->boxmuller_extra;                                                                      \
    }                                                                                                     \
    const float2 pair = curand_log_normal2(state, mean, stddev);                                          \
    state->boxmuller_flag = __chv_rand::log_normal;                                                       \
    state->boxmuller_extra = pair.y;                                                                      \
    return pair.x;                                                                                        \
  }                                                                                                       \
  __CHV_RAND double curand_log_normal_double(State *state, double mean, double stddev) {                  \
    if (state->boxmuller_flag_double == __chv_rand::log_normal) {                                         \
      state->boxmuller_flag_double = __chv_rand::none;                                                    \
      return state->boxmuller_extra_double;                                                               \
    }                                                                                                     \
    const double2 pair = curand_log_normal2_double(state, mean, stddev);                                  \
    state->boxmuller_flag_double = __chv_rand::log_normal;                                                \
    state->boxmuller_extra_double = pair.y;                                                               \
    return pair.x;                                                                                        \
  }                                                                                                       \
  __CHV_RAND unsigned curand_poisson(State *state, double lambda) { return __chv_rand::poisson(state, lambda); }
__CHV_DISTRIBUTIONS(curandStateXORWOW)
__CHV_DISTRIBUTIONS(curandStatePhilox4_32_10)
#undef __CHV_DISTRIBUTIONS

__CHV_RAND float4 curand_uniform4(curandStatePhilox4_32_10 *state) {
  const uint4 x = curand4(state);
  return float4{__chv_rand::uniform(x.x), __chv_rand::uniform(x.y), __chv_rand::uniform(x.z), __chv_rand::uniform(x.w)};
}
__CHV_RAND double2 curand_uniform2_double(curandStatePhilox4_32_10 *state) {
  const uint4 x = curand4(state);
  return double2{__chv_rand::uniform(x.x, x.y), __chv_rand::uniform(x.z, x.w)};
}
__CHV_RAND double4 curand_uniform4_double(curandStatePhilox4_32_10 *state) {
  const double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
  return double4{a.x, a.y, b.x, b.y};
}
__CHV_RAND float4 curand_normal4(curandStatePhilox4_32_10 *state) {
  const uint4 x = curand4(state);
  const float2 a = __chv_rand::box_muller(x.x, x.y), b = __chv_rand::box_muller(x.z, x.w);
  return float4{a.x, a.y, b.x, b.y};
}
__CHV_RAND double4 curand_normal4_double(curandStatePhilox4_32_10 *state) {
  const double2 a = curand_normal2_double(state), b = curand_normal2_double(state);
  return double4{a.x, a.y, b.x, b.y};
}
__CHV_RAND float4 curand_log_normal4(curandStatePhilox4_32_10 *state, float mean, float stddev) {
  const float4 x = curand_normal4(state);
  return float4{__builtin_expf(mean + stddev * x.x), __builtin_expf(mean + stddev * x.y), __builtin_expf(mean + stddev * x.z),
                __builtin_expf(mean + stddev * x.w)};
}
__CHV_RAND double4 curand_log_normal4_double(curandStatePhilox4_32_10 *state, double mean, double stddev) {
  const double2 a = curand_log_normal2_double(state, mean, stddev), b = curand_log_normal2_double(state, mean, stddev);
  return double4{a.x, a.y, b.x, b.y};
}
__CHV_RAND uint4 curand_poisson4(curandStatePhilox4_32_10 *state, double lambda) {
  const unsigned a = curand_poisson(state, lambda), b = curand_poisson(state, lambda);
  const unsigned c = curand_poisson(state, lambda), d = curand_poisson(state, lambda);
  return uint4{a, b, c, d};
}
