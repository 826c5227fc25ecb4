// Bit patterns of floating point numbers as integers and back. Both sides may call them.
#pragma once

#include "qualifiers.h"

__CHV_BOTH int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
__CHV_BOTH unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
__CHV_BOTH float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
__CHV_BOTH float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
__CHV_BOTH long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
__CHV_BOTH double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
__CHV_BOTH int __double2hiint(double x) { return (int)(__builtin_bit_cast(unsigned long long, x) >> 32); }
__CHV_BOTH int __double2loint(double x) { return (int)__builtin_bit_cast(unsigned long long, x); }
__CHV_BOTH double __hiloint2double(int high, int low) {
  return __builtin_bit_cast(double, (unsigned long long)(unsigned)high << 32 | (unsigned)low);
}
