// Bit patterns of floating point numbers as integers and back. Both sides may call them.
#pragma once

#include "qualifiers.h"

__CHV_BOTH int __float_as_int(float __x) { return __builtin_bit_cast(int, __x); }
__CHV_BOTH unsigned __float_as_uint(float __x) { return __builtin_bit_cast(unsigned, __x); }
__CHV_BOTH float __int_as_float(int __x) { return __builtin_bit_cast(float, __x); }
__CHV_BOTH float __uint_as_float(unsigned __x) { return __builtin_bit_cast(float, __x); }
__CHV_BOTH long long __double_as_longlong(double __x) { return __builtin_bit_cast(long long, __x); }
__CHV_BOTH double __longlong_as_double(long long __x) { return __builtin_bit_cast(double, __x); }
__CHV_BOTH int __double2hiint(double __x) { return (int)(__builtin_bit_cast(unsigned long long, __x) >> 32); }
__CHV_BOTH int __double2loint(double __x) { return (int)__builtin_bit_cast(unsigned long long, __x); }
__CHV_BOTH double __hiloint2double(int __high, int __low) {
  return __builtin_bit_cast(double, (unsigned long long)(unsigned)__high << 32 | (unsigned)__low);
}
