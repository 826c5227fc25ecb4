// Arithmetic with an explicit rounding direction (`__fadd_rz`, `__dmul_ru`, …), without touching the processor's rounding mode.
//
// Double precision: the rounding error of a sum, product, quotient or root is itself a double (TwoSum of Knuth, products and
// remainders by fma; Handbook of Floating-Point Arithmetic, chapters 4 and 5); its sign says to which neighbour to step. That of
// an fma is a sum of two doubles (Boldo and Muller 2005). Exact while no product falls below 2^-1022 (there its last bits are
// Single precision: the same operation in double, rounded to odd, then once to float: exact for every operand (Boldo and
// Melquiond 2008), since a double has more than two bits beyond a float's.
#pragma once

#include "rounding.h"

#ifdef __CHV_NVPTX__
#include "rounded_nvptx.h"
#else

// A product and a sum fused into one fma would not have the rounding errors computed here.
#pragma clang fp contract(off)

__CHV_DEVICE int __chv_sign(double x) { return (x > 0) - (x < 0); }
__CHV_DEVICE bool __chv_finite(double x) { return __builtin_fabs(x) < __builtin_inf(); }

// The error a + b - (a rounded sum), exactly.
__CHV_DEVICE double __chv_sum_error(double a, double b, double sum) {
  double b_part = sum - a, a_part = sum - b_part;
  return (a - a_part) + (b - b_part);
}

// Sides (sign of result - exact) for results rounded to nearest. An infinite result of finite operands lies beyond them.
__CHV_DEVICE int __chv_sum_side(double a, double b, double sum) {
  if (!__chv_finite(sum)) return __chv_finite(a) && __chv_finite(b) ? __chv_sign(sum) : 0;
  return -__chv_sign(__chv_sum_error(a, b, sum));
}
__CHV_DEVICE int __chv_product_side(double a, double b, double product) {
  if (!__chv_finite(product)) return __chv_finite(a) && __chv_finite(b) ? __chv_sign(product) : 0;
  if (product == 0) return a == 0 || b == 0 ? 0 : -__chv_sign(a) * __chv_sign(b);
  if (__builtin_fabs(product) > 0x1p-900) return -__chv_sign(__builtin_fma(a, b, -product));
  if (__builtin_fabs(a) < __builtin_fabs(b)) return -__chv_sign(__builtin_fma(a * 0x1p512, b, -product * 0x1p512));
  return -__chv_sign(__builtin_fma(a, b * 0x1p512, -product * 0x1p512));
}
// Sign of quotient - a/b from the remainder a - quotient*b.
__CHV_DEVICE int __chv_quotient_side(double a, double b, double quotient) {
  if (a == 0 || b == 0 || !__chv_finite(a) || !__chv_finite(b)) return 0;
  if (!__chv_finite(quotient)) return __chv_sign(quotient);
  if (quotient == 0) return -__chv_sign(a) * __chv_sign(b);
  // Scaled so that neither the remainder nor the product leaves the range.
  int of_a = __builtin_ilogb(a), of_b = __builtin_ilogb(b);
  double m = __builtin_ldexp(a, -of_a), n = __builtin_ldexp(b, -of_b), q = __builtin_ldexp(quotient, of_b - of_a);
  return -__chv_sign(__builtin_fma(-q, n, m)) * __chv_sign(b);
}
__CHV_DEVICE int __chv_root_side(double x, double root) {
  if (!(x > 0) || !__chv_finite(x)) return 0;
  int half = __builtin_ilogb(x) / 2;
  double r = __builtin_ldexp(root, -half), y = __builtin_ldexp(x, -2 * half);
  return -__chv_sign(__builtin_fma(-r, r, y));
}
// Of an fma whose product is far from both ends of the range.
__CHV_DEVICE int __chv_fma_side_in_range(double a, double b, double c, double result) {
  double product = a * b, rest = __builtin_fma(a, b, -product);
  double low = c + rest, low_rest = __chv_sum_error(c, rest, low);
  double high = product + low, high_rest = __chv_sum_error(product, low, high);
  double gamma = (high - result) + high_rest;
  return -__chv_sign(gamma + low_rest);
}
static __inline__ __device__ int __chv_fma_side(double a, double b, double c, double result) {
  if (!__chv_finite(result)) return __chv_finite(a) && __chv_finite(b) && __chv_finite(c) ? __chv_sign(result) : 0;
  if (a == 0 || b == 0) return 0;
  if (c == 0) return __chv_product_side(a, b, result);
  double size = __builtin_fabs(a * b);
  bool a_smaller = __builtin_fabs(a) < __builtin_fabs(b);
  if (size > 0x1p1000) {  // scale down; beside such a product a c below 1 counts by its sign alone
    double addend = __builtin_fabs(c) < 1 ? __builtin_copysign(1.0, c) : c;
    if (a_smaller) b *= 0x1p-512;
    else a *= 0x1p-512;
    return __chv_fma_side_in_range(a, b, addend * 0x1p-512, result * 0x1p-512);
  }
  if (size < 0x1p-900) {  // scale up, unless the product counts by its sign alone
    if (a_smaller) a *= 0x1p512;
    else b *= 0x1p512;
    if (__builtin_fabs(c) >= 0x1p-700 || __builtin_fabs(a * b) < 0x1p-850) return -__chv_sign(a) * __chv_sign(b);
    return __chv_fma_side_in_range(a, b, c * 0x1p512, result * 0x1p512);
  }
  return __chv_fma_side_in_range(a, b, c, result);
}

// An exact zero sum of opposite numbers is -0 when rounding down.
__CHV_DEVICE double __chv_zero_down(double a, double b, double sum) {
  return sum == 0 && !(__builtin_signbit(a) == __builtin_signbit(b)) ? -0.0 : sum;
}

#define __CHV_ROUNDED_2(name, op, side)                                                                                \
  __CHV_DEVICE double name##_rn(double a, double b) {                                                                  \
    return a op b;                                                                   \
  }                                                                                                                    \
  __CHV_DEVICE double name##_rz(double a, double b) {                                                                  \
    double r = a op b;                                                               \
    return __chv_toward_zero(r, side);                                                                                 \
  }                                                                                                                    \
  __CHV_DEVICE double name##_ru(double a, double b) {                                                                  \
    double r = a op b;                                                               \
    return __chv_upward(r, side);                                                                                      \
  }                                                                                                                    \
  __CHV_DEVICE double __chv_down##name(double a, double b) {                                                           \
    double r = a op b;                                                               \
    return __chv_downward(r, side);                                                                                    \
  }
__CHV_ROUNDED_2(__dadd, +, __chv_sum_side(a, b, r))
__CHV_ROUNDED_2(__dsub, -, __chv_sum_side(a, -b, r))
__CHV_ROUNDED_2(__dmul, *, __chv_product_side(a, b, r))
__CHV_ROUNDED_2(__ddiv, /, __chv_quotient_side(a, b, r))
#undef __CHV_ROUNDED_2
__CHV_DEVICE double __dadd_rd(double a, double b) { return __chv_zero_down(a, b, __chv_down__dadd(a, b)); }
__CHV_DEVICE double __dsub_rd(double a, double b) { return __chv_zero_down(a, -b, __chv_down__dsub(a, b)); }
__CHV_DEVICE double __dmul_rd(double a, double b) { return __chv_down__dmul(a, b); }
__CHV_DEVICE double __ddiv_rd(double a, double b) { return __chv_down__ddiv(a, b); }

__CHV_DEVICE double __drcp_rn(double x) { return 1.0 / x; }
__CHV_DEVICE double __drcp_rz(double x) { return __ddiv_rz(1.0, x); }
__CHV_DEVICE double __drcp_ru(double x) { return __ddiv_ru(1.0, x); }
__CHV_DEVICE double __drcp_rd(double x) { return __ddiv_rd(1.0, x); }
__CHV_DEVICE double __dsqrt_rn(double x) { return __builtin_sqrt(x); }
__CHV_DEVICE double __dsqrt_rz(double x) { return __chv_toward_zero(__builtin_sqrt(x), __chv_root_side(x, __builtin_sqrt(x))); }
__CHV_DEVICE double __dsqrt_ru(double x) { return __chv_upward(__builtin_sqrt(x), __chv_root_side(x, __builtin_sqrt(x))); }
__CHV_DEVICE double __dsqrt_rd(double x) { return __chv_downward(__builtin_sqrt(x), __chv_root_side(x, __builtin_sqrt(x))); }
__CHV_DEVICE double __fma_rn(double a, double b, double c) { return __builtin_fma(a, b, c); }
__CHV_DEVICE double __fma_rz(double a, double b, double c) {
  double r = __builtin_fma(a, b, c);
  return __chv_toward_zero(r, __chv_fma_side(a, b, c, r));
}
__CHV_DEVICE double __fma_ru(double a, double b, double c) {
  double r = __builtin_fma(a, b, c);
  return __chv_upward(r, __chv_fma_side(a, b, c, r));
}
__CHV_DEVICE double __fma_rd(double a, double b, double c) {
  double r = __builtin_fma(a, b, c);
  int side = __chv_fma_side(a, b, c, r);
  if (r == 0 && side == 0) return __chv_zero_down(__builtin_copysign(1.0, a) * __builtin_copysign(1.0, b), c, r);
  return __chv_downward(r, side);
}

// Rounded to odd: where nearest was inexact, of the two neighbours of the exact value the one with the odd last bit.
__CHV_DEVICE double __chv_odd(double nearest, int side) {
  if (side == 0 || (__double_as_longlong(nearest) & 1)) return nearest;
  return side > 0 ? __chv_next_down(nearest) : __chv_next_up(nearest);
}
__CHV_DEVICE double __chv_odd_sum(double a, double b) { return __chv_odd(a + b, __chv_sum_side(a, b, a + b)); }
__CHV_DEVICE double __chv_odd_quotient(double a, double b) { return __chv_odd(a / b, __chv_quotient_side(a, b, a / b)); }
__CHV_DEVICE double __chv_odd_root(double x) { return __chv_odd(__builtin_sqrt(x), __chv_root_side(x, __builtin_sqrt(x))); }

#define __CHV_ROUNDED_FLOAT(name, Parameters, nearest, odd, odd_down)                                                  \
  __CHV_DEVICE float name##_rn Parameters { return nearest; }                                                          \
  __CHV_DEVICE float name##_rz Parameters { return __double2float_rz(odd); }                                           \
  __CHV_DEVICE float name##_ru Parameters { return __double2float_ru(odd); }                                           \
  __CHV_DEVICE float name##_rd Parameters { return __double2float_rd(odd_down); }
#define __CHV_TWO (float a, float b)
#define __CHV_THREE (float a, float b, float c)
__CHV_ROUNDED_FLOAT(__fadd, __CHV_TWO, a + b, __chv_odd_sum(a, b), __chv_zero_down(a, b, __chv_odd_sum(a, b)))
__CHV_ROUNDED_FLOAT(__fsub, __CHV_TWO, a - b, __chv_odd_sum(a, -b), __chv_zero_down(a, -b, __chv_odd_sum(a, -b)))
__CHV_ROUNDED_FLOAT(__fmul, __CHV_TWO, a * b, (double)a * b, (double)a * b)
__CHV_ROUNDED_FLOAT(__fdiv, __CHV_TWO, a / b, __chv_odd_quotient(a, b), __chv_odd_quotient(a, b))
__CHV_ROUNDED_FLOAT(__frcp, (float a), 1.0f / a, __chv_odd_quotient(1.0, a), __chv_odd_quotient(1.0, a))
__CHV_ROUNDED_FLOAT(__fsqrt, (float a), __builtin_sqrtf(a), __chv_odd_root(a), __chv_odd_root(a))
__CHV_ROUNDED_FLOAT(__fmaf, __CHV_THREE, __builtin_fmaf(a, b, c), __chv_odd_sum((double)a * b, c),
                    __chv_zero_down((double)a * b, c, __chv_odd_sum((double)a * b, c)))
#undef __CHV_TWO
#undef __CHV_THREE
#undef __CHV_ROUNDED_FLOAT
__CHV_DEVICE float __frsqrt_rn(float x) { return (float)(1.0 / __builtin_sqrt((double)x)); }

#pragma clang fp contract(fast)  // as CUDA has it

#endif
