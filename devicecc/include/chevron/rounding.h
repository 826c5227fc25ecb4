// Conversions with an explicit rounding direction, exact and without touching the processor's rounding mode.
//
// A number is first converted to nearest; comparing the result with the operand (both exact in a wider type) tells on which side
// of it the result lies, and one step to the neighbour corrects it. Suffixes: rn to nearest even, rz to zero, ru up, rd down.
#pragma once

#include "punning.h"

#ifdef __CHV_NVPTX__
#include "rounding_nvptx.h"
#else

// The neighbour of a number that is not NaN, away from zero (+1) or towards it (-1). From zero only `away` makes sense.
__CHV_DEVICE float __chv_step(float __x, int __away) { return __uint_as_float(__float_as_uint(__x) + (unsigned)__away); }
__CHV_DEVICE double __chv_step(double __x, int __away) { return __longlong_as_double(__double_as_longlong(__x) + __away); }
// The next number up or down; the smallest subnormal follows zero of either sign.
template <class __F> __CHV_DEVICE __F __chv_next_up(__F __x) { return __x == 0 ? __chv_step((__F)0, 1) : __chv_step(__x, __x > 0 ? 1 : -1); }
template <class __F> __CHV_DEVICE __F __chv_next_down(__F __x) { return -__chv_next_up(-__x); }

// `side` is the sign of (result - exact value): what each direction makes of a result rounded to nearest.
template <class __F> __CHV_DEVICE __F __chv_toward_zero(__F __result, int __side) {
  return __result > 0 ? (__side > 0 ? __chv_step(__result, -1) : __result) : (__result < 0 && __side < 0 ? __chv_step(__result, -1) : __result);
}
template <class __F> __CHV_DEVICE __F __chv_upward(__F __result, int __side) { return __side < 0 ? __chv_next_up(__result) : __result; }
template <class __F> __CHV_DEVICE __F __chv_downward(__F __result, int __side) { return __side > 0 ? __chv_next_down(__result) : __result; }

__CHV_DEVICE int __chv_side(float __result, double __exact) { return ((double)__result > __exact) - ((double)__result < __exact); }
__CHV_DEVICE float __double2float_rn(double __x) { return (float)__x; }
__CHV_DEVICE float __double2float_rz(double __x) { return __chv_toward_zero((float)__x, __chv_side((float)__x, __x)); }
__CHV_DEVICE float __double2float_ru(double __x) { return __chv_upward((float)__x, __chv_side((float)__x, __x)); }
__CHV_DEVICE float __double2float_rd(double __x) { return __chv_downward((float)__x, __chv_side((float)__x, __x)); }

// A double holds every 32-bit integer exactly.
#define __CHV_FROM_32(name, T)                                                                                         \
  __CHV_DEVICE float __##name##2float_rn(T __x) { return (float)__x; }                                                 \
  __CHV_DEVICE float __##name##2float_rz(T __x) { return __double2float_rz((double)__x); }                             \
  __CHV_DEVICE float __##name##2float_ru(T __x) { return __double2float_ru((double)__x); }                             \
  __CHV_DEVICE float __##name##2float_rd(T __x) { return __double2float_rd((double)__x); }                             \
  __CHV_DEVICE double __##name##2double_rn(T __x) { return (double)__x; }
__CHV_FROM_32(int, int)
__CHV_FROM_32(uint, unsigned)
#undef __CHV_FROM_32

// A 64-bit integer is compared as an integer; `limit` is one more than the greatest, where converting back would overflow.
template <class __F, class __T> __CHV_DEVICE int __chv_side_of_integer(__F __result, __T __exact, __F __limit) {
  if (__result >= __limit) return 1;
  return ((__T)__result > __exact) - ((__T)__result < __exact);
}
#define __CHV_FROM_64(name, T, F, limit)                                                                               \
  __CHV_DEVICE F __##name##_rn(T __x) { return (F)__x; }                                                               \
  __CHV_DEVICE F __##name##_rz(T __x) { return __chv_toward_zero((F)__x, __chv_side_of_integer<F, T>((F)__x, __x, limit)); } \
  __CHV_DEVICE F __##name##_ru(T __x) { return __chv_upward((F)__x, __chv_side_of_integer<F, T>((F)__x, __x, limit)); } \
  __CHV_DEVICE F __##name##_rd(T __x) { return __chv_downward((F)__x, __chv_side_of_integer<F, T>((F)__x, __x, limit)); }
__CHV_FROM_64(ll2float, long long, float, 0x1p63f)
__CHV_FROM_64(ull2float, unsigned long long, float, 0x1p64f)
__CHV_FROM_64(ll2double, long long, double, 0x1p63)
__CHV_FROM_64(ull2double, unsigned long long, double, 0x1p64)
#undef __CHV_FROM_64

// To integers: out of range gives the nearest end of the range. NaN gives 0 from float to 32 bits, else the top bit alone
// (PTX ISA, "cvt").
#define __CHV_TO_INTEGER(name, F, T, low, limit, lowest, highest, nan)                                                 \
  __CHV_DEVICE T __chv_##name(F __x) {                                                                                 \
    return __x != __x ? (T)(nan) : __x >= limit ? (T)(highest) : __x <= low ? (T)(lowest) : (T)__x;                    \
  }                                                                                                                    \
  __CHV_DEVICE T __##name##_rn(F __x) { return __chv_##name(__builtin_elementwise_roundeven(__x)); }                   \
  __CHV_DEVICE T __##name##_rz(F __x) { return __chv_##name(__builtin_elementwise_trunc(__x)); }                       \
  __CHV_DEVICE T __##name##_ru(F __x) { return __chv_##name(__builtin_elementwise_ceil(__x)); }                        \
  __CHV_DEVICE T __##name##_rd(F __x) { return __chv_##name(__builtin_elementwise_floor(__x)); }
#define __CHV_TO_INTEGERS(from, F, nan32)                                                                              \
  __CHV_TO_INTEGER(from##2int, F, int, -(F)0x1p31, (F)0x1p31, -0x7fffffff - 1, 0x7fffffff, nan32)                      \
  __CHV_TO_INTEGER(from##2uint, F, unsigned, (F)0, (F)0x1p32, 0, 0xffffffffu, nan32)                                   \
  __CHV_TO_INTEGER(from##2ll, F, long long, -(F)0x1p63, (F)0x1p63, -0x7fffffffffffffffll - 1, 0x7fffffffffffffffll,    \
                   0x8000000000000000ull)                                                                              \
  __CHV_TO_INTEGER(from##2ull, F, unsigned long long, (F)0, (F)0x1p64, 0, 0xffffffffffffffffull, 0x8000000000000000ull)
__CHV_TO_INTEGERS(float, float, 0)
__CHV_TO_INTEGERS(double, double, 0x80000000u)
#undef __CHV_TO_INTEGERS
#undef __CHV_TO_INTEGER

#endif
