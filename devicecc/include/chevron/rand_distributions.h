// Distributions over the generators. Uniform numbers are in (0, 1], each from one 32-bit number (two for XORWOW's double); normal numbers come
// in pairs by the Box-Muller transform, the second kept in the state for the next call.
#pragma once

#include "rand_philox.h"

namespace __chv_rand {

// Which transform made the number kept in the state.
enum kept { none = 0, normal = 1, log_normal = 2 };

__CHV_RAND float uniform(unsigned __x) {
#pragma clang fp contract(off)
  return __x * 0x1p-32f + 0x1p-33f;
}
// 53 bits of two numbers.
__CHV_RAND double uniform(unsigned __x, unsigned __y) {
#pragma clang fp contract(off)
  return (double)(__x ^ (unsigned long long)__y << 21) * 0x1p-53 + 0x1p-54;
}

__CHV_RAND float2 box_muller(unsigned __x, unsigned __y) {
  constexpr float __turn = 6.28318530717958647692f;
  const float __radius = __builtin_sqrtf(-2.0f * __builtin_logf(uniform(__x)));
  const float __angle = __y * (0x1p-32f * __turn) + 0x1p-33f * __turn;
  return float2{__radius * __builtin_sinf(__angle), __radius * __builtin_cosf(__angle)};
}
__CHV_RAND double2 box_muller(unsigned __x, unsigned __x_high, unsigned __y, unsigned __y_high) {
  const double __radius = __builtin_sqrt(-2.0 * __builtin_log(uniform(__x, __x_high)));
  const double __angle = uniform(__y, __y_high) * 6.28318530717958647692;
  return double2{__radius * __builtin_sin(__angle), __radius * __builtin_cos(__angle)};
}

__CHV_RAND float2 box_muller(curandStateXORWOW *__state) {
  const unsigned __x = curand(__state), __y = curand(__state);
  return box_muller(__x, __y);
}
__CHV_RAND float2 box_muller(curandStatePhilox4_32_10 *__state) {
  const unsigned __x = curand(__state), __y = curand(__state);
  return box_muller(__x, __y);
}
__CHV_RAND double2 box_muller_double(curandStateXORWOW *__state) {
  const unsigned __a = curand(__state), __b = curand(__state), __c = curand(__state), __d = curand(__state);
  return box_muller(__a, __b, __c, __d);
}
__CHV_RAND double2 box_muller_double(curandStatePhilox4_32_10 *__state) {
  const uint4 __x = curand4(__state);
  return box_muller(__x.x, __x.y, __x.z, __x.w);
}

// Poisson numbers: below 64 by counting exponential waiting times (Knuth, TAOCP 2, 3.4.1), up to 4000 by transformed rejection
// (Hormann, "The transformed rejection method for generating Poisson random variables", 1993, algorithm PTRS), above by the normal
// approximation.
template <class __State> __CHV_RAND unsigned poisson_by_rejection(__State *__state, double __lambda) {
  const double __root = __builtin_sqrt(__lambda), __log_lambda = __builtin_log(__lambda);
  const double __b = 0.931 + 2.53 * __root, __a = -0.059 + 0.02483 * __b;
  const double __inverse_alpha = 1.1239 + 1.1328 / (__b - 3.4), __accept = 0.9277 - 3.6224 / (__b - 2.0);
  for (;;) {
    const double __u = uniform(curand(__state)) - 0.5, __v_ = uniform(curand(__state));
    const double __near = 0.5 - __builtin_fabs(__u), __k = __builtin_floor((2.0 * __a / __near + __b) * __u + __lambda + 0.43);
    if (__near >= 0.07 && __v_ <= __accept) return (unsigned)__k;
    if (__k < 0.0 || (__near < 0.013 && __v_ > __near)) continue;
    if (__builtin_log(__v_ * __inverse_alpha / (__a / (__near * __near) + __b)) <= __k * __log_lambda - __lambda - __builtin_lgamma(__k + 1.0))
      return (unsigned)__k;
  }
}
template <class __State> __CHV_RAND unsigned poisson(__State *__state, double __lambda) {
  if (__lambda < 64.0) {
    unsigned __k = 0;
    float __product = __builtin_expf((float)__lambda);
    do {
      ++__k;
      __product *= uniform(curand(__state));
    } while (__product > 1.0f);
    return __k - 1;
  }
  if (__lambda <= 4000.0) return poisson_by_rejection(__state, __lambda);
  const double __near = __lambda + __builtin_sqrt(__lambda) * box_muller_double(__state).x + 0.5;
  return __near > 0.0 ? (unsigned)__near : 0u;
}

}  // namespace __chv_rand

__CHV_RAND double curand_uniform_double(curandStateXORWOW *__state) {
  const unsigned __x = curand(__state), __y = curand(__state);
  return __chv_rand::uniform(__x, __y);
}
// As in cuRAND one 32-bit number: `curand_uniform2_double` gives all 53 bits.
__CHV_RAND double curand_uniform_double(curandStatePhilox4_32_10 *__state) { return curand(__state) * 0x1p-32 + 0x1p-32; }

#define __CHV_DISTRIBUTIONS(State)                                                                                     \
  __CHV_RAND float curand_uniform(State *__state) { return __chv_rand::uniform(curand(__state)); }                     \
  __CHV_RAND float2 curand_normal2(State *__state) { return __chv_rand::box_muller(__state); }                         \
  __CHV_RAND double2 curand_normal2_double(State *__state) { return __chv_rand::box_muller_double(__state); } \
  __CHV_RAND float curand_normal(State *__state) {                                                                     \
    if (__state->boxmuller_flag == __chv_rand::normal) {                                                               \
      __state->boxmuller_flag = __chv_rand::none;                                                                      \
      return __state->boxmuller_extra;                                                                                 \
    }                                                                                                                  \
    const float2 __pair = curand_normal2(__state);                                                                     \
    __state->boxmuller_flag = __chv_rand::normal;                                                                      \
    __state->boxmuller_extra = __pair.y;                                                                               \
    return __pair.x;                                                                                                   \
  }                                                                                                                    \
  __CHV_RAND double curand_normal_double(State *__state) {                                                             \
    if (__state->boxmuller_flag_double == __chv_rand::normal) {                                                        \
      __state->boxmuller_flag_double = __chv_rand::none;                                                               \
      return __state->boxmuller_extra_double;                                                                          \
    }                                                                                                                  \
    const double2 __pair = curand_normal2_double(__state);                                                             \
    __state->boxmuller_flag_double = __chv_rand::normal;                                                               \
    __state->boxmuller_extra_double = __pair.y;                                                                        \
    return __pair.x;                                                                                                   \
  }                                                                                                                    \
  __CHV_RAND float2 curand_log_normal2(State *__state, float __mean, float __stddev) {                                 \
    const float2 __pair = curand_normal2(__state);                                                                     \
    return float2{__builtin_expf(__mean + __stddev * __pair.x), __builtin_expf(__mean + __stddev * __pair.y)};         \
  }                                                                                                                    \
  __CHV_RAND double2 curand_log_normal2_double(State *__state, double __mean, double __stddev) {                       \
    const double2 __pair = curand_normal2_double(__state);                                                             \
    return double2{__builtin_exp(__mean + __stddev * __pair.x), __builtin_exp(__mean + __stddev * __pair.y)};          \
  }                                                                                                                    \
  __CHV_RAND float curand_log_normal(State *__state, float __mean, float __stddev) {                                   \
    if (__state->boxmuller_flag == __chv_rand::log_normal) {                                                           \
      __state->boxmuller_flag = __chv_rand::none;                                                                      \
      return __state->boxmuller_extra;                                                                                 \
    }                                                                                                                  \
    const float2 __pair = curand_log_normal2(__state, __mean, __stddev);                                               \
    __state->boxmuller_flag = __chv_rand::log_normal;                                                                  \
    __state->boxmuller_extra = __pair.y;                                                                               \
    return __pair.x;                                                                                                   \
  }                                                                                                                    \
  __CHV_RAND double curand_log_normal_double(State *__state, double __mean, double __stddev) {                         \
    if (__state->boxmuller_flag_double == __chv_rand::log_normal) {                                                    \
      __state->boxmuller_flag_double = __chv_rand::none;                                                               \
      return __state->boxmuller_extra_double;                                                                          \
    }                                                                                                                  \
    const double2 __pair = curand_log_normal2_double(__state, __mean, __stddev);                                       \
    __state->boxmuller_flag_double = __chv_rand::log_normal;                                                           \
    __state->boxmuller_extra_double = __pair.y;                                                                        \
    return __pair.x;                                                                                                   \
  }                                                                                                                    \
  __CHV_RAND unsigned curand_poisson(State *__state, double __lambda) { return __chv_rand::poisson(__state, __lambda); }
__CHV_DISTRIBUTIONS(curandStateXORWOW)
__CHV_DISTRIBUTIONS(curandStatePhilox4_32_10)
#undef __CHV_DISTRIBUTIONS

__CHV_RAND float4 curand_uniform4(curandStatePhilox4_32_10 *__state) {
  const uint4 __x = curand4(__state);
  return float4{__chv_rand::uniform(__x.x), __chv_rand::uniform(__x.y), __chv_rand::uniform(__x.z), __chv_rand::uniform(__x.w)};
}
__CHV_RAND double2 curand_uniform2_double(curandStatePhilox4_32_10 *__state) {
  const uint4 __x = curand4(__state);
  return double2{__chv_rand::uniform(__x.x, __x.y), __chv_rand::uniform(__x.z, __x.w)};
}
__CHV_RAND double4 curand_uniform4_double(curandStatePhilox4_32_10 *__state) {
  const double2 __a = curand_uniform2_double(__state), __b = curand_uniform2_double(__state);
  return double4{__a.x, __a.y, __b.x, __b.y};
}
__CHV_RAND float4 curand_normal4(curandStatePhilox4_32_10 *__state) {
  const uint4 __x = curand4(__state);
  const float2 __a = __chv_rand::box_muller(__x.x, __x.y), __b = __chv_rand::box_muller(__x.z, __x.w);
  return float4{__a.x, __a.y, __b.x, __b.y};
}
__CHV_RAND double4 curand_normal4_double(curandStatePhilox4_32_10 *__state) {
  const double2 __a = curand_normal2_double(__state), __b = curand_normal2_double(__state);
  return double4{__a.x, __a.y, __b.x, __b.y};
}
__CHV_RAND float4 curand_log_normal4(curandStatePhilox4_32_10 *__state, float __mean, float __stddev) {
  const float4 __x = curand_normal4(__state);
  return float4{__builtin_expf(__mean + __stddev * __x.x), __builtin_expf(__mean + __stddev * __x.y), __builtin_expf(__mean + __stddev * __x.z),
                __builtin_expf(__mean + __stddev * __x.w)};
}
__CHV_RAND double4 curand_log_normal4_double(curandStatePhilox4_32_10 *__state, double __mean, double __stddev) {
  const double2 __a = curand_log_normal2_double(__state, __mean, __stddev), __b = curand_log_normal2_double(__state, __mean, __stddev);
  return double4{__a.x, __a.y, __b.x, __b.y};
}
__CHV_RAND uint4 curand_poisson4(curandStatePhilox4_32_10 *__state, double __lambda) {
  const unsigned __a = curand_poisson(__state, __lambda), __b = curand_poisson(__state, __lambda);
  const unsigned __c = curand_poisson(__state, __lambda), __d = curand_poisson(__state, __lambda);
  return uint4{__a, __b, __c, __d};
}
