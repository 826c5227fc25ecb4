// Rounding to the two 16-bit floating-point formats, shared by cuda_fp16.h and cuda_bf16.h.
//
// Every arithmetic operation of those headers is the float operation on exactly widened operands, rounded once more. Float carries at least 2p+2
// bits for both formats (p = 11, 8), so the second rounding never changes the result of +, -, *, / and sqrt (Figueroa 1995); fused
// multiply-add has no such margin and goes through round-to-odd (Boldo and Melquiond 2008).
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

#define __CHV_HD inline __host__ __device__
#define __CHV_HDC constexpr inline __host__ __device__

struct __half;
struct __nv_bfloat16;

namespace __chv_fp {

// `type` is there if `From` is the 16-bit format that `To` is not.
template <class __From, class __To> struct other_format {};
template <> struct other_format<__half, __nv_bfloat16> {
  using type = void;
};
template <> struct other_format<__nv_bfloat16, __half> {
  using type = void;
};

// How a value between two neighbours is rounded: to the nearest, ties to even; toward zero, minus infinity, plus infinity.
enum class rounding { nearest, zero, down, up };

// `x` in the format of `Exp` exponent bits and `Man` mantissa bits. Overflow follows the rounding direction; a NaN becomes 0x7fff.
template <int __Exp, int __Man> __CHV_HDC unsigned short encode(double __x, rounding __mode) {
  constexpr int __bias = (1 << (__Exp - 1)) - 1, __least = 1 - __bias;
  constexpr unsigned __infinity = ((1u << __Exp) - 1) << __Man;
  const unsigned long long __raw = __builtin_bit_cast(unsigned long long, __x);
  const bool __negative = __raw >> 63;
  const unsigned __sign = __negative ? 0x8000u : 0u;
  const int __field = int(__raw >> 52 & 0x7ff);
  unsigned long long __significand = __raw & 0xfffffffffffffull;
  if (__field == 0x7ff) return (unsigned short)(__significand ? 0x7fffu : __sign | __infinity);
  if (__field == 0 && __significand == 0) return (unsigned short)__sign;
  const int __exponent = __field ? __field - 1023 : -1022;
  if (__field) __significand |= 1ull << 52;
  const bool __away = __mode == rounding::nearest || (__mode == rounding::up && !__negative) || (__mode == rounding::down && __negative);
  if (__exponent > __bias) return (unsigned short)(__sign | (__away ? __infinity : __infinity - 1));
  int __shift = 52 - __Man;
  if (__exponent < __least) __shift += __least - __exponent;
  if (__shift > 62) __shift = 62;
  const unsigned long long __rest = __significand & ((1ull << __shift) - 1), __middle = 1ull << (__shift - 1);
  unsigned __kept = unsigned(__significand >> __shift);
  if (__mode == rounding::nearest ? __rest > __middle || (__rest == __middle && (__kept & 1)) : __away && __rest) ++__kept;
  return (unsigned short)(__sign | (__kept + (__exponent < __least ? 0u : unsigned(__exponent - __least) << __Man)));
}

// An integer as a double that rounds like the integer itself: above 2^53 the lowest bit stands for all that was cut off.
__CHV_HDC double sticky(unsigned long long __x) { return __x >> 53 ? double(__x >> 11 | ((__x & 2047) != 0)) * 2048.0 : double(__x); }
__CHV_HDC double sticky(long long __x) { return __x < 0 ? -sticky(0ull - (unsigned long long)__x) : sticky((unsigned long long)__x); }
__CHV_HDC double sticky(int __x) { return __x; }
__CHV_HDC double sticky(unsigned __x) { return __x; }

// `sum` moved to its neighbour with an odd last bit if `error`, the exact rest of the sum, is not zero.
__CHV_HDC float odd(float __sum, float __error) {
  const unsigned __raw = __builtin_bit_cast(unsigned, __sum);
  const bool __inexact = (__error > 0 || __error < 0) && !(__raw & 1);
  const bool __outward = (__error > 0) == (__sum > 0);
  return __builtin_bit_cast(float, __inexact ? (__outward ? __raw + 1 : __raw - 1) : __raw);
}
__CHV_HDC double odd(double __sum, double __error) {
  const unsigned long long __raw = __builtin_bit_cast(unsigned long long, __sum);
  const bool __inexact = (__error > 0 || __error < 0) && !(__raw & 1);
  const bool __outward = (__error > 0) == (__sum > 0);
  return __builtin_bit_cast(double, __inexact ? (__outward ? __raw + 1 : __raw - 1) : __raw);
}

// `x` as a float, rounded to odd, so that a later rounding to 16 bits is the only one that counts.
__CHV_HDC float narrow(double __x) {
  const float __near = float(__x);
  const unsigned __raw = __builtin_bit_cast(unsigned, __near);
  const double __back = __near;
  if (__back == __x || __x != __x || (__raw & 1)) return __near;
  return __builtin_bit_cast(float, (__x > __back) == (__x > 0) ? __raw + 1 : __raw - 1);
}

// a * b + c rounded to odd. `Real` must hold a * b exactly.
template <class __Real> __CHV_HDC __Real fma_odd(__Real __a, __Real __b, __Real __c) {
#pragma clang fp contract(off)
  const __Real __product = __a * __b, __sum = __product + __c;
  const __Real __tail = __sum - __product;
  const __Real __error = (__product - (__sum - __tail)) + (__c - __tail);
  return odd(__sum, __error);
}

__CHV_HDC float add(float __a, float __b) {
#pragma clang fp contract(off)
  return __a + __b;
}
__CHV_HDC float mul(float __a, float __b) {
#pragma clang fp contract(off)
  return __a * __b;
}

// `x`, already integral, as an integer: out of range saturates, NaN gives 0, or the sign bit for 64-bit types, as on NVIDIA devices.
template <class __Int> __CHV_HDC __Int saturate(float __x) {
  constexpr bool __has_sign = __Int(-1) < __Int(0);
  constexpr int __bits = int(sizeof(__Int) * 8) - __has_sign;
  constexpr __Int __largest = __Int(~0ull >> (64 - __bits)), __least = __has_sign ? __Int(-__largest - 1) : __Int(0);
  constexpr float __limit = float(1ull << (__bits - 1)) * 2.0f;
  if (__x != __x) return sizeof(__Int) == 8 ? __Int(1ull << 63) : __Int(0);
  return __x >= __limit ? __largest : __x < (__has_sign ? -__limit : 0.0f) ? __least : __Int(__x);
}

// `type` is there if a 16-bit number converts to `T` implicitly and not by way of float.
template <class __T> struct whole {};
#define __CHV_WHOLE(T) template <> struct whole<T> { typedef T type; };
__CHV_WHOLE(bool)
__CHV_WHOLE(char)
__CHV_WHOLE(signed char)
__CHV_WHOLE(unsigned char)
__CHV_WHOLE(short)
__CHV_WHOLE(unsigned short)
__CHV_WHOLE(int)
__CHV_WHOLE(unsigned)
__CHV_WHOLE(long)
__CHV_WHOLE(unsigned long)
__CHV_WHOLE(long long)
__CHV_WHOLE(unsigned long long)
#undef __CHV_WHOLE
template <class __T> __CHV_HDC __T as_whole(float __x) { return saturate<__T>(__x); }
template <> __CHV_HDC bool as_whole<bool>(float __x) { return __x != 0.0f; }

__CHV_HD float integral(float __x, rounding __mode) {
  switch (__mode) {
    case rounding::nearest: return __builtin_rintf(__x);
    case rounding::zero: return __builtin_truncf(__x);
    case rounding::down: return __builtin_floorf(__x);
    default: return __builtin_ceilf(__x);
  }
}

}  // namespace __chv_fp
