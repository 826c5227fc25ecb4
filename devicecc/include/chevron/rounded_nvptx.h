// Arithmetic with an explicit rounding direction on NVIDIA GPUs, which have an instruction for each. PTX writes `rp` for up (to plus
// infinity) and `rm` for down.
#pragma once

#include "qualifiers.h"

#define __CHV_ROUNDED(name, T, Parameters, builtin, suffix, Arguments)                      \
  __CHV_DEVICE T name##_rn Parameters { return __nvvm_##builtin##_rn_##suffix Arguments; }  \
  __CHV_DEVICE T name##_rz Parameters { return __nvvm_##builtin##_rz_##suffix Arguments; }  \
  __CHV_DEVICE T name##_ru Parameters { return __nvvm_##builtin##_rp_##suffix Arguments; }  \
  __CHV_DEVICE T name##_rd Parameters { return __nvvm_##builtin##_rm_##suffix Arguments; }
__CHV_ROUNDED(__fadd, float, (float a, float b), add, f, (a, b))
__CHV_ROUNDED(__fsub, float, (float a, float b), add, f, (a, -b))
__CHV_ROUNDED(__fmul, float, (float a, float b), mul, f, (a, b))
__CHV_ROUNDED(__fdiv, float, (float a, float b), div, f, (a, b))
__CHV_ROUNDED(__frcp, float, (float a), rcp, f, (a))
__CHV_ROUNDED(__fsqrt, float, (float a), sqrt, f, (a))
__CHV_ROUNDED(__fmaf, float, (float a, float b, float c), fma, f, (a, b, c))
__CHV_ROUNDED(__dadd, double, (double a, double b), add, d, (a, b))
__CHV_ROUNDED(__dsub, double, (double a, double b), add, d, (a, -b))
__CHV_ROUNDED(__dmul, double, (double a, double b), mul, d, (a, b))
__CHV_ROUNDED(__ddiv, double, (double a, double b), div, d, (a, b))
__CHV_ROUNDED(__drcp, double, (double a), rcp, d, (a))
__CHV_ROUNDED(__dsqrt, double, (double a), sqrt, d, (a))
__CHV_ROUNDED(__fma, double, (double a, double b, double c), fma, d, (a, b, c))
#undef __CHV_ROUNDED

__CHV_DEVICE float __frsqrt_rn(float x) { return (float)__nvvm_div_rn_d(1.0, __nvvm_sqrt_rn_d((double)x)); }
