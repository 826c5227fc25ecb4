// make_* for every vector type of vector_types.h.
#pragma once

#include "vector_types.h"

#define __CHV_MAKE static __inline__ __host__ __device__ constexpr __attribute__((__always_inline__, __nodebug__))
#define __CHV_MAKERS(base, T)                                                                                          \
  __CHV_MAKE base##1 make_##base##1(T __x) { return {__x}; }                                                           \
  __CHV_MAKE base##2 make_##base##2(T __x, T __y) { return {__x, __y}; }                                               \
  __CHV_MAKE base##3 make_##base##3(T __x, T __y, T __z) { return {__x, __y, __z}; }                                   \
  __CHV_MAKE base##4 make_##base##4(T __x, T __y, T __z, T __w) { return {__x, __y, __z, __w}; }
__CHV_MAKERS(char, signed char)
__CHV_MAKERS(uchar, unsigned char)
__CHV_MAKERS(short, short)
__CHV_MAKERS(ushort, unsigned short)
__CHV_MAKERS(int, int)
__CHV_MAKERS(uint, unsigned)
__CHV_MAKERS(long, long)
__CHV_MAKERS(ulong, unsigned long)
__CHV_MAKERS(longlong, long long)
__CHV_MAKERS(ulonglong, unsigned long long)
__CHV_MAKERS(float, float)
__CHV_MAKERS(double, double)
#undef __CHV_MAKERS

#define __CHV_WIDE_MAKERS(base, T)                                                                                     \
  __CHV_MAKE base##4_16a make_##base##4_16a(T __x, T __y, T __z, T __w) { return {__x, __y, __z, __w}; }               \
  __CHV_MAKE base##4_32a make_##base##4_32a(T __x, T __y, T __z, T __w) { return {__x, __y, __z, __w}; }
__CHV_WIDE_MAKERS(long, long)
__CHV_WIDE_MAKERS(ulong, unsigned long)
__CHV_WIDE_MAKERS(longlong, long long)
__CHV_WIDE_MAKERS(ulonglong, unsigned long long)
__CHV_WIDE_MAKERS(double, double)
#undef __CHV_WIDE_MAKERS
#undef __CHV_MAKE
