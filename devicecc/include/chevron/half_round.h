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
template <class From, class To> struct other_format {};
template <> struct other_format<__half, __nv_bfloat16> {
  using type = void;
};
template <> struct other_format<__nv_bfloat16, __half> {
  using type = void;
};

// How a value between two neighbours is rounded: to the nearest, ties to even; toward zero, minus infinity, plus infinity.
enum class rounding { nearest, zero, down, up };

// `x` in the format of `Exp` exponent bits and `Man` mantissa bits. Overflow follows the rounding direction; a NaN becomes 0x7fff.
template <int Exp, int Man> __CHV_HDC unsigned short encode(double x, rounding mode) {
  constexpr int bias = (1 << (Exp - 1)) - 1, least = 1 - bias;
  constexpr unsigned infinity = ((1u << Exp) - 1) << Man;
  const unsigned long long raw = __builtin_bit_cast(unsigned long long, x);
  const bool negative = raw >> 63;
  const unsigned sign = negative ? 0x8000u : 0u;
  const int field = int(raw >> 52 & 0x7ff);
  unsigned long long significand = raw & 0xfffffffffffffull;
  if (field == 0x7ff) return (unsigned short)(significand ? 0x7fffu : sign | infinity);
  if (field == 0 && significand == 0) return (unsigned short)sign;
  const int exponent = field ? field - 1023 : -1022;
  if (field) significand |= 1ull << 52;
  const bool away = mode == rounding::nearest || (mode == rounding::up && !negative) || (mode == rounding::down && negative);
  if (exponent > bias) return (unsigned short)(sign | (away ? infinity : infinity - 1));
  int shift = 52 - Man;
  if (exponent < least) shift += least - exponent;
  if (shift > 62) shift = 62;
  const unsigned long long rest = significand & ((1ull << shift) - 1), middle = 1ull << (shift - 1);
  unsigned kept = unsigned(significand >> shift);
  if (mode == rounding::nearest ? rest > middle || (rest == middle && (kept & 1)) : away && rest) ++kept;
  return (unsigned short)(sign | (kept + (exponent < least ? 0u : unsigned(exponent - least) << Man)));
}

// An integer as a double that rounds like the integer itself: above 2^53 the lowest bit stands for all that was cut off.
__CHV_HDC double sticky(unsigned long long x) { return x >> 53 ? double(x >> 11 | ((x & 2047) != 0)) * 2048.0 : double(x); }
__CHV_HDC double sticky(long long x) { return x < 0 ? -sticky(0ull - (unsigned long long)x) : sticky((unsigned long long)x); }
__CHV_HDC double sticky(int x) { return x; }
__CHV_HDC double sticky(unsigned x) { return x; }

// `sum` moved to its neighbour with an odd last bit if `error`, the exact rest of the sum, is not zero.
__CHV_HDC float odd(float sum, float error) {
  const unsigned raw = __builtin_bit_cast(unsigned, sum);
  const bool inexact = (error > 0 || error < 0) && !(raw & 1);
  const bool outward = (error > 0) == (sum > 0);
  return __builtin_bit_cast(float, inexact ? (outward ? raw + 1 : raw - 1) : raw);
}
__CHV_HDC double odd(double sum, double error) {
  const unsigned long long raw = __builtin_bit_cast(unsigned long long, sum);
  const bool inexact = (error > 0 || error < 0) && !(raw & 1);
  const bool outward = (error > 0) == (sum > 0);
  return __builtin_bit_cast(double, inexact ? (outward ? raw + 1 : raw - 1) : raw);
}

// `x` as a float, rounded to odd, so that a later rounding to 16 bits is the only one that counts.
__CHV_HDC float narrow(double x) {
  const float near = float(x);
  const unsigned raw = __builtin_bit_cast(unsigned, near);
  const double back = near;
  if (back == x || x != x || (raw & 1)) return near;
  return __builtin_bit_cast(float, (x > back) == (x > 0) ? raw + 1 : raw - 1);
}

// a * b + c rounded to odd. `Real` must hold a * b exactly.
template <class Real> __CHV_HDC Real fma_odd(Real a, Real b, Real c) {
#pragma clang fp contract(off)
  const Real product = a * b, sum = product + c;
  const Real tail = sum - product;
  const Real error = (product - (sum - tail)) + (c - tail);
  return odd(sum, error);
}

__CHV_HDC float add(float a, float b) {
#pragma clang fp contract(off)
  return a + b;
}
__CHV_HDC float mul(float a, float b) {
#pragma clang fp contract(off)
  return a * b;
}

// `x`, already integral, as an integer: out of range saturates, NaN gives 0, or the sign bit for 64-bit types, as on NVIDIA devices.
template <class Int> __CHV_HDC Int saturate(float x) {
  constexpr bool is_signed = Int(-1) < Int(0);
  constexpr int bits = int(sizeof(Int) * 8) - is_signed;
  constexpr Int largest = Int(~0ull >> (64 - bits)), least = is_signed ? Int(-largest - 1) : Int(0);
  constexpr float limit = float(1ull << (bits - 1)) * 2.0f;
  if (x != x) return sizeof(Int) == 8 ? Int(1ull << 63) : Int(0);
  return x >= limit ? largest : x < (is_signed ? -limit : 0.0f) ? least : Int(x);
}

__CHV_HD float integral(float x, rounding mode) {
  switch (mode) {
    case rounding::nearest: return __builtin_rintf(x);
    case rounding::zero: return __builtin_truncf(x);
    case rounding::down: return __builtin_floorf(x);
    default: return __builtin_ceilf(x);
  }
}

}  // namespace __chv_fp
