// Conversions with an explicit rounding direction on NVIDIA GPUs, which have an instruction for each.
#pragma once

#include "punning.h"

// PTX writes `rp` for up (to plus infinity) and `rm` for down.
#define __CHV_CONVERSION(name, From, To, builtin)                                                                      \
  __CHV_DEVICE To name##_rn(From __x) { return (To)__nvvm_##builtin##_rn(__x); } \
  __CHV_DEVICE To name##_rz(From __x) { return (To)__nvvm_##builtin##_rz(__x); } \
  __CHV_DEVICE To name##_ru(From __x) { return (To)__nvvm_##builtin##_rp(__x); } \
  __CHV_DEVICE To name##_rd(From __x) { return (To)__nvvm_##builtin##_rm(__x); }
__CHV_CONVERSION(__double2float, double, float, d2f)
__CHV_CONVERSION(__int2float, int, float, i2f)
__CHV_CONVERSION(__uint2float, unsigned, float, ui2f)
__CHV_CONVERSION(__ll2float, long long, float, ll2f)
__CHV_CONVERSION(__ull2float, unsigned long long, float, ull2f)
__CHV_CONVERSION(__ll2double, long long, double, ll2d)
__CHV_CONVERSION(__ull2double, unsigned long long, double, ull2d)
__CHV_CONVERSION(__float2int, float, int, f2i)
__CHV_CONVERSION(__float2uint, float, unsigned, f2ui)
__CHV_CONVERSION(__float2ll, float, long long, f2ll)
__CHV_CONVERSION(__float2ull, float, unsigned long long, f2ull)
__CHV_CONVERSION(__double2int, double, int, d2i)
__CHV_CONVERSION(__double2uint, double, unsigned, d2ui)
__CHV_CONVERSION(__double2ll, double, long long, d2ll)
__CHV_CONVERSION(__double2ull, double, unsigned long long, d2ull)
#undef __CHV_CONVERSION
__CHV_DEVICE double __int2double_rn(int __x) { return (double)__x; }
__CHV_DEVICE double __uint2double_rn(unsigned __x) { return (double)__x; }
