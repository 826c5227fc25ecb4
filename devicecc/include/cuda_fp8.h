// 8-bit floating point numbers: `__nv_fp8_e4m3`, `__nv_fp8_e5m2`, two and four of them, and the conversions of CUDA's header of this name, on host and device.
// E4M3 has no infinity; a NaN is 0x7f there.
#pragma once

// NVIDIA's include guard: programs ask for it.
#define __CUDA_FP8_H__

#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;

// What becomes of a number that is too large: the largest one, or infinity (E5M2) or a NaN (E4M3).
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

namespace __chv_fp8 {

// An integer in a type that `sticky` takes.
template <class __T> __CHV_HDC typename std::conditional<std::is_signed<__T>::value, long long, unsigned long long>::type wide(__T __x) { return __x; }

// `x` with `Man` bits behind the point, rounded to the nearest, ties to even.
template <int __Man> __CHV_HDC __nv_fp8_storage_t narrow(double __x, bool __finite) {
  constexpr int __bias = __Man == 3 ? 7 : 15, __least = 1 - __bias;
  constexpr unsigned __largest = __Man == 3 ? 0x7e : 0x7b, __beyond = __largest + 1;
  const unsigned long long __raw = __builtin_bit_cast(unsigned long long, __x);
  const unsigned __sign = unsigned(__raw >> 63) << 7;
  if (__x != __x) return __nv_fp8_storage_t(__sign | (__Man == 3 ? 0x7f : 0x7e | unsigned(__raw >> 50 & 3)));
  // Doubles that are not normal are far below what there is.
  const int __exponent = int(__raw >> 52 & 0x7ff) - 1023;
  const unsigned long long __significand = (__raw & 0xfffffffffffffull) | 1ull << 52;
  int __shift = 52 - __Man + (__exponent < __least ? __least - __exponent : 0);
  if (__shift > 62) __shift = 62;
  const unsigned long long __rest = __significand & ((1ull << __shift) - 1), __middle = 1ull << (__shift - 1);
  unsigned __kept = unsigned(__significand >> __shift);
  if (__rest > __middle || (__rest == __middle && (__kept & 1))) ++__kept;
  if (__exponent > __least) __kept += unsigned((__exponent > 64 ? 64 : __exponent) - __least) << __Man;
  return __nv_fp8_storage_t(__sign | (__kept <= __largest ? __kept : __finite ? __largest : __beyond));
}

// As bits of a `__half`, which holds every one of them.
__CHV_HDC unsigned short widen(__nv_fp8_storage_t __x, __nv_fp8_interpretation_t __kind) {
  const unsigned __sign = (__x & 0x80u) << 8;
  unsigned __rest = __x & 0x7fu;
  if (__kind == __NV_E5M2) return (unsigned short)(__rest > 0x7c ? 0x7fffu : __sign | __rest << 8);
  if (__rest == 0x7f) return 0x7fff;
  if (__rest == 0) return (unsigned short)__sign;
  // The smallest are normal numbers there.
  unsigned __lower = 0;
  for (; __rest < 8; __rest <<= 1) ++__lower;
  if (__lower) __rest = __rest - __lower * 8;
  return (unsigned short)(__sign | ((__rest << 7) + 0x2000u));
}

} // namespace __chv_fp8

__CHV_HD __nv_fp8_storage_t __nv_cvt_double_to_fp8(double __x, __nv_saturation_t __over, __nv_fp8_interpretation_t __kind) {
  const bool __finite = __over == __NV_SATFINITE;
  return __kind == __NV_E4M3 ? __chv_fp8::narrow<3>(__x, __finite) : __chv_fp8::narrow<2>(__x, __finite);
}
__CHV_HD __nv_fp8_storage_t __nv_cvt_float_to_fp8(float __x, __nv_saturation_t __over, __nv_fp8_interpretation_t __kind) {
  return __x != __x ? (__nv_fp8_storage_t)0x7f : __nv_cvt_double_to_fp8(__x, __over, __kind);
}
__CHV_HD __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw __x, __nv_saturation_t __over, __nv_fp8_interpretation_t __kind) {
  return __nv_cvt_float_to_fp8(__half2float(__half(__x)), __over, __kind);
}
__CHV_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw __x, __nv_saturation_t __over, __nv_fp8_interpretation_t __kind) {
  return __nv_cvt_float_to_fp8(__bfloat162float(__nv_bfloat16(__x)), __over, __kind);
}

// Two, the first in the lower byte.
__CHV_HD __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 __x, __nv_saturation_t __over, __nv_fp8_interpretation_t __kind) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_fp8(__x.y, __over, __kind) << 8 | __nv_cvt_double_to_fp8(__x.x, __over, __kind));
}
__CHV_HD __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 __x, __nv_saturation_t __over, __nv_fp8_interpretation_t __kind) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(__x.y, __over, __kind) << 8 | __nv_cvt_float_to_fp8(__x.x, __over, __kind));
}
__CHV_HD __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw __x, __nv_saturation_t __over, __nv_fp8_interpretation_t __kind) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_halfraw_to_fp8(__half_raw{__x.y}, __over, __kind) << 8 | __nv_cvt_halfraw_to_fp8(__half_raw{__x.x}, __over, __kind));
}
__CHV_HD __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw __x, __nv_saturation_t __over, __nv_fp8_interpretation_t __kind) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw{__x.y}, __over, __kind) << 8 |
                                __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw{__x.x}, __over, __kind));
}
__CHV_HD __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t __x, __nv_fp8_interpretation_t __kind) { return {__chv_fp8::widen(__x, __kind)}; }
__CHV_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t __x, __nv_fp8_interpretation_t __kind) {
  return {__chv_fp8::widen((__nv_fp8_storage_t)__x, __kind), __chv_fp8::widen((__nv_fp8_storage_t)(__x >> 8), __kind)};
}

#define __CHV_F8 __nv_fp8_e4m3
#define __CHV_F8X2 __nv_fp8x2_e4m3
#define __CHV_F8X4 __nv_fp8x4_e4m3
#define __CHV_F8_KIND __NV_E4M3
#include "chevron/fp8_class.inc"
#undef __CHV_F8
#undef __CHV_F8X2
#undef __CHV_F8X4
#undef __CHV_F8_KIND
#define __CHV_F8 __nv_fp8_e5m2
#define __CHV_F8X2 __nv_fp8x2_e5m2
#define __CHV_F8X4 __nv_fp8x4_e5m2
#define __CHV_F8_KIND __NV_E5M2
#include "chevron/fp8_class.inc"
#undef __CHV_F8
#undef __CHV_F8X2
#undef __CHV_F8X4
#undef __CHV_F8_KIND
