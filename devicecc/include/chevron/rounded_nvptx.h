// Arithmetic with an explicit rounding direction on NVIDIA GPUs, which have an instruction for each. PTX writes `rp` for up (to plus
// infinity) and `rm` for down.
#pragma once

#include "qualifiers.h"

#define __CHV_ROUNDED(name, T, Parameters, builtin, suffix, Arguments)                                                 \
  __CHV_DEVICE T name##_rn Parameters { return __nvvm_##builtin##_rn_##suffix Arguments; }                             \
  __CHV_DEVICE T name##_rz Parameters { return __nvvm_##builtin##_rz_##suffix Arguments; }                             \
  __CHV_DEVICE T name##_ru Parameters { return __nvvm_##builtin##_rp_##suffix Arguments; }                             \
  __CHV_DEVICE T name##_rd Parameters { return __nvvm_##builtin##_rm_##suffix Arguments; }
__CHV_ROUNDED(__fadd, float, (float __a, float __b), add, f, (__a, __b))
__CHV_ROUNDED(__fsub, float, (float __a, float __b), add, f, (__a, -__b))
__CHV_ROUNDED(__fmul, float, (float __a, float __b), mul, f, (__a, __b))
__CHV_ROUNDED(__fdiv, float, (float __a, float __b), div, f, (__a, __b))
__CHV_ROUNDED(__frcp, float, (float __a), rcp, f, (__a))
__CHV_ROUNDED(__fsqrt, float, (float __a), sqrt, f, (__a))
__CHV_ROUNDED(__fmaf, float, (float __a, float __b, float __c), fma, f, (__a, __b, __c))
__CHV_ROUNDED(__dadd, double, (double __a, double __b), add, d, (__a, __b))
__CHV_ROUNDED(__dsub, double, (double __a, double __b), add, d, (__a, -__b))
__CHV_ROUNDED(__dmul, double, (double __a, double __b), mul, d, (__a, __b))
__CHV_ROUNDED(__ddiv, double, (double __a, double __b), div, d, (__a, __b))
__CHV_ROUNDED(__drcp, double, (double __a), rcp, d, (__a))
__CHV_ROUNDED(__dsqrt, double, (double __a), sqrt, d, (__a))
__CHV_ROUNDED(__fma, double, (double __a, double __b, double __c), fma, d, (__a, __b, __c))
#undef __CHV_ROUNDED

__CHV_DEVICE float __frsqrt_rn(float __x) { return (float)__nvvm_div_rn_d(1.0, __nvvm_sqrt_rn_d((double)__x)); }
