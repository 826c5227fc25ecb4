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
#pragma float_control(push)
#pragma clang fp contract(off)

__CHV_DEVICE int __chv_sign(double __x) { return (__x > 0) - (__x < 0); }
__CHV_DEVICE bool __chv_finite(double __x) { return __builtin_fabs(__x) < __builtin_inf(); }

// The error a + b - (a rounded sum), exactly.
__CHV_DEVICE double __chv_sum_error(double __a, double __b, double __sum) {
  double __b_part = __sum - __a, __a_part = __sum - __b_part;
  return (__a - __a_part) + (__b - __b_part);
}

// Sides (sign of result - exact) for results rounded to nearest. An infinite result of finite operands lies beyond them.
__CHV_DEVICE int __chv_sum_side(double __a, double __b, double __sum) {
  if (!__chv_finite(__sum)) return __chv_finite(__a) && __chv_finite(__b) ? __chv_sign(__sum) : 0;
  return -__chv_sign(__chv_sum_error(__a, __b, __sum));
}
__CHV_DEVICE int __chv_product_side(double __a, double __b, double __product) {
  if (!__chv_finite(__product)) return __chv_finite(__a) && __chv_finite(__b) ? __chv_sign(__product) : 0;
  if (__product == 0) return __a == 0 || __b == 0 ? 0 : -__chv_sign(__a) * __chv_sign(__b);
  if (__builtin_fabs(__product) > 0x1p-900) return -__chv_sign(__builtin_fma(__a, __b, -__product));
  if (__builtin_fabs(__a) < __builtin_fabs(__b)) return -__chv_sign(__builtin_fma(__a * 0x1p512, __b, -__product * 0x1p512));
  return -__chv_sign(__builtin_fma(__a, __b * 0x1p512, -__product * 0x1p512));
}
// Sign of quotient - a/b from the remainder a - quotient*b.
__CHV_DEVICE int __chv_quotient_side(double __a, double __b, double __quotient) {
  if (__a == 0 || __b == 0 || !__chv_finite(__a) || !__chv_finite(__b)) return 0;
  if (!__chv_finite(__quotient)) return __chv_sign(__quotient);
  if (__quotient == 0) return -__chv_sign(__a) * __chv_sign(__b);
  // Scaled so that neither the remainder nor the product leaves the range.
  int __of_a = __builtin_ilogb(__a), __of_b = __builtin_ilogb(__b);
  double __m = __builtin_ldexp(__a, -__of_a), __n = __builtin_ldexp(__b, -__of_b), __q = __builtin_ldexp(__quotient, __of_b - __of_a);
  return -__chv_sign(__builtin_fma(-__q, __n, __m)) * __chv_sign(__b);
}
__CHV_DEVICE int __chv_root_side(double __x, double __root) {
  if (!(__x > 0) || !__chv_finite(__x)) return 0;
  int __half_ = __builtin_ilogb(__x) / 2;
  double __r = __builtin_ldexp(__root, -__half_), __y = __builtin_ldexp(__x, -2 * __half_);
  return -__chv_sign(__builtin_fma(-__r, __r, __y));
}
// Of an fma whose product is far from both ends of the range.
__CHV_DEVICE int __chv_fma_side_in_range(double __a, double __b, double __c, double __result) {
  double __product = __a * __b, __rest = __builtin_fma(__a, __b, -__product);
  double __low = __c + __rest, __low_rest = __chv_sum_error(__c, __rest, __low);
  double __high = __product + __low, __high_rest = __chv_sum_error(__product, __low, __high);
  double __gamma = (__high - __result) + __high_rest;
  return -__chv_sign(__gamma + __low_rest);
}
static __inline__ __device__ int __chv_fma_side(double __a, double __b, double __c, double __result) {
  if (!__chv_finite(__result)) return __chv_finite(__a) && __chv_finite(__b) && __chv_finite(__c) ? __chv_sign(__result) : 0;
  if (__a == 0 || __b == 0) return 0;
  if (__c == 0) return __chv_product_side(__a, __b, __result);
  double __size = __builtin_fabs(__a * __b);
  bool __a_smaller = __builtin_fabs(__a) < __builtin_fabs(__b);
  if (__size > 0x1p1000) {  // scale down; beside such a product a c below 1 counts by its sign alone
    double __addend = __builtin_fabs(__c) < 1 ? __builtin_copysign(1.0, __c) : __c;
    if (__a_smaller) __b *= 0x1p-512;
    else __a *= 0x1p-512;
    return __chv_fma_side_in_range(__a, __b, __addend * 0x1p-512, __result * 0x1p-512);
  }
  if (__size < 0x1p-900) {  // scale up, unless the product counts by its sign alone
    if (__a_smaller) __a *= 0x1p512;
    else __b *= 0x1p512;
    if (__builtin_fabs(__c) >= 0x1p-700 || __builtin_fabs(__a * __b) < 0x1p-850) return -__chv_sign(__a) * __chv_sign(__b);
    return __chv_fma_side_in_range(__a, __b, __c * 0x1p512, __result * 0x1p512);
  }
  return __chv_fma_side_in_range(__a, __b, __c, __result);
}

// An exact zero sum of opposite numbers is -0 when rounding down.
__CHV_DEVICE double __chv_zero_down(double __a, double __b, double __sum) {
  return __sum == 0 && !(__builtin_signbit(__a) == __builtin_signbit(__b)) ? -0.0 : __sum;
}

#define __CHV_ROUNDED_2(name, op, side)                                                                                \
  __CHV_DEVICE double name##_rn(double __a, double __b) {                                                              \
    return __a op __b;                                                                                                 \
  }                                                                                                                    \
  __CHV_DEVICE double name##_rz(double __a, double __b) {                                                              \
    double __r = __a op __b;                                                                                           \
    return __chv_toward_zero(__r, side);                                                                               \
  }                                                                                                                    \
  __CHV_DEVICE double name##_ru(double __a, double __b) {                                                              \
    double __r = __a op __b;                                                                                           \
    return __chv_upward(__r, side);                                                                                    \
  }                                                                                                                    \
  __CHV_DEVICE double __chv_down##name(double __a, double __b) {                                                       \
    double __r = __a op __b;                                                                                           \
    return __chv_downward(__r, side);                                                                                  \
  }
__CHV_ROUNDED_2(__dadd, +, __chv_sum_side(__a, __b, __r))
__CHV_ROUNDED_2(__dsub, -, __chv_sum_side(__a, -__b, __r))
__CHV_ROUNDED_2(__dmul, *, __chv_product_side(__a, __b, __r))
__CHV_ROUNDED_2(__ddiv, /, __chv_quotient_side(__a, __b, __r))
#undef __CHV_ROUNDED_2
__CHV_DEVICE double __dadd_rd(double __a, double __b) { return __chv_zero_down(__a, __b, __chv_down__dadd(__a, __b)); }
__CHV_DEVICE double __dsub_rd(double __a, double __b) { return __chv_zero_down(__a, -__b, __chv_down__dsub(__a, __b)); }
__CHV_DEVICE double __dmul_rd(double __a, double __b) { return __chv_down__dmul(__a, __b); }
__CHV_DEVICE double __ddiv_rd(double __a, double __b) { return __chv_down__ddiv(__a, __b); }

__CHV_DEVICE double __drcp_rn(double __x) { return 1.0 / __x; }
__CHV_DEVICE double __drcp_rz(double __x) { return __ddiv_rz(1.0, __x); }
__CHV_DEVICE double __drcp_ru(double __x) { return __ddiv_ru(1.0, __x); }
__CHV_DEVICE double __drcp_rd(double __x) { return __ddiv_rd(1.0, __x); }
__CHV_DEVICE double __dsqrt_rn(double __x) { return __builtin_sqrt(__x); }
__CHV_DEVICE double __dsqrt_rz(double __x) { return __chv_toward_zero(__builtin_sqrt(__x), __chv_root_side(__x, __builtin_sqrt(__x))); }
__CHV_DEVICE double __dsqrt_ru(double __x) { return __chv_upward(__builtin_sqrt(__x), __chv_root_side(__x, __builtin_sqrt(__x))); }
__CHV_DEVICE double __dsqrt_rd(double __x) { return __chv_downward(__builtin_sqrt(__x), __chv_root_side(__x, __builtin_sqrt(__x))); }
__CHV_DEVICE double __fma_rn(double __a, double __b, double __c) { return __builtin_fma(__a, __b, __c); }
__CHV_DEVICE double __fma_rz(double __a, double __b, double __c) {
  double __r = __builtin_fma(__a, __b, __c);
  return __chv_toward_zero(__r, __chv_fma_side(__a, __b, __c, __r));
}
__CHV_DEVICE double __fma_ru(double __a, double __b, double __c) {
  double __r = __builtin_fma(__a, __b, __c);
  return __chv_upward(__r, __chv_fma_side(__a, __b, __c, __r));
}
__CHV_DEVICE double __fma_rd(double __a, double __b, double __c) {
  double __r = __builtin_fma(__a, __b, __c);
  int __side = __chv_fma_side(__a, __b, __c, __r);
  if (__r == 0 && __side == 0) return __chv_zero_down(__builtin_copysign(1.0, __a) * __builtin_copysign(1.0, __b), __c, __r);
  return __chv_downward(__r, __side);
}

// Rounded to odd: where nearest was inexact, of the two neighbours of the exact value the one with the odd last bit.
__CHV_DEVICE double __chv_odd(double __nearest, int __side) {
  if (__side == 0 || (__double_as_longlong(__nearest) & 1)) return __nearest;
  return __side > 0 ? __chv_next_down(__nearest) : __chv_next_up(__nearest);
}
__CHV_DEVICE double __chv_odd_sum(double __a, double __b) { return __chv_odd(__a + __b, __chv_sum_side(__a, __b, __a + __b)); }
__CHV_DEVICE double __chv_odd_quotient(double __a, double __b) { return __chv_odd(__a / __b, __chv_quotient_side(__a, __b, __a / __b)); }
__CHV_DEVICE double __chv_odd_root(double __x) { return __chv_odd(__builtin_sqrt(__x), __chv_root_side(__x, __builtin_sqrt(__x))); }

#define __CHV_ROUNDED_FLOAT(name, Parameters, nearest, odd, odd_down)                                                  \
  __CHV_DEVICE float name##_rn Parameters { return nearest; }                                                          \
  __CHV_DEVICE float name##_rz Parameters { return __double2float_rz(odd); }                                           \
  __CHV_DEVICE float name##_ru Parameters { return __double2float_ru(odd); }                                           \
  __CHV_DEVICE float name##_rd Parameters { return __double2float_rd(odd_down); }
#define __CHV_TWO (float __a, float __b)
#define __CHV_THREE (float __a, float __b, float __c)
__CHV_ROUNDED_FLOAT(__fadd, __CHV_TWO, __a + __b, __chv_odd_sum(__a, __b), __chv_zero_down(__a, __b, __chv_odd_sum(__a, __b)))
__CHV_ROUNDED_FLOAT(__fsub, __CHV_TWO, __a - __b, __chv_odd_sum(__a, -__b), __chv_zero_down(__a, -__b, __chv_odd_sum(__a, -__b)))
__CHV_ROUNDED_FLOAT(__fmul, __CHV_TWO, __a * __b, (double)__a * __b, (double)__a * __b)
__CHV_ROUNDED_FLOAT(__fdiv, __CHV_TWO, __a / __b, __chv_odd_quotient(__a, __b), __chv_odd_quotient(__a, __b))
__CHV_ROUNDED_FLOAT(__frcp, (float __a), 1.0f / __a, __chv_odd_quotient(1.0, __a), __chv_odd_quotient(1.0, __a))
__CHV_ROUNDED_FLOAT(__fsqrt, (float __a), __builtin_sqrtf(__a), __chv_odd_root(__a), __chv_odd_root(__a))
__CHV_ROUNDED_FLOAT(__fmaf, __CHV_THREE, __builtin_fmaf(__a, __b, __c), __chv_odd_sum((double)__a * __b, __c),
                    __chv_zero_down((double)__a * __b, __c, __chv_odd_sum((double)__a * __b, __c)))
#undef __CHV_TWO
#undef __CHV_THREE
#undef __CHV_ROUNDED_FLOAT
__CHV_DEVICE float __frsqrt_rn(float __x) { return (float)(1.0 / __builtin_sqrt((double)__x)); }

#pragma float_control(pop)

#endif
