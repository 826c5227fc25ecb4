// Arithmetic of two floats at once with an explicit rounding direction, and `fma` that keeps subnormal numbers whatever the flags say.
#pragma once

#include "../vector_types.h"
#include "rounded_arithmetic.h"

#define __CHV_PAIRS(mode)                                                                                              \
  __CHV_DEVICE float2 __fadd2_##mode(float2 __a, float2 __b) { return {__fadd_##mode(__a.x, __b.x), __fadd_##mode(__a.y, __b.y)}; } \
  __CHV_DEVICE float2 __fmul2_##mode(float2 __a, float2 __b) { return {__fmul_##mode(__a.x, __b.x), __fmul_##mode(__a.y, __b.y)}; } \
  __CHV_DEVICE float2 __ffma2_##mode(float2 __a, float2 __b, float2 __c) {                                             \
    return {__fmaf_##mode(__a.x, __b.x, __c.x), __fmaf_##mode(__a.y, __b.y, __c.y)};                                   \
  }                                                                                                                    \
  __CHV_DEVICE float __fmaf_ieee_##mode(float __a, float __b, float __c) { return __fmaf_##mode(__a, __b, __c); }
__CHV_PAIRS(rn)
__CHV_PAIRS(rz)
__CHV_PAIRS(ru)
__CHV_PAIRS(rd)
#undef __CHV_PAIRS
