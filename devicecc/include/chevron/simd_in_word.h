// Operations on the two 16-bit or four 8-bit integers of a 32-bit word (`__vadd2`, `__vabsdiffu4`, …). Definitions: CUDA Math
// API, "SIMD Intrinsics". Written with clang's vector types, so a CPU does a word in a few instructions.
#pragma once

#include "qualifiers.h"

typedef short __chv_s2 __attribute__((__vector_size__(4)));
typedef unsigned short __chv_u2 __attribute__((__vector_size__(4)));
typedef signed char __chv_s4 __attribute__((__vector_size__(4)));
typedef unsigned char __chv_u4 __attribute__((__vector_size__(4)));
typedef int __chv_w2 __attribute__((__vector_size__(8)));   // room for sums of halves
typedef int __chv_w4 __attribute__((__vector_size__(16)));  // room for sums of bytes

#define __CHV_AS(V, x) __builtin_bit_cast(V, x)
#define __CHV_WORD(x) __builtin_bit_cast(unsigned, x)
#define __CHV_WIDE(V, W, x) __builtin_convertvector(__CHV_AS(V, x), W)
#define __CHV_UNARY(name, V, expression)                                                                               \
  __CHV_DEVICE unsigned name(unsigned __a) {                                                                           \
    V __x = __CHV_AS(V, __a);                                                                                          \
    return __CHV_WORD((V)(expression));                                                                                \
  }
#define __CHV_BINARY(name, V, expression)                                                                              \
  __CHV_DEVICE unsigned name(unsigned __a, unsigned __b) {                                                             \
    V __x = __CHV_AS(V, __a), __y = __CHV_AS(V, __b);                                                                  \
    return __CHV_WORD((V)(expression));                                                                                \
  }
// A comparison gives all ones (`__vcmp…`) or one (`__vset…`) where it holds.
#define __CHV_COMPARE(name, n, V, U, op)                                                                               \
  __CHV_BINARY(__vcmp##name##n, V, __x op __y)                                                                         \
  __CHV_DEVICE unsigned __vset##name##n(unsigned __a, unsigned __b) {                                                  \
    return __CHV_WORD(__CHV_AS(U, __vcmp##name##n(__a, __b)) & (U)(U{} + 1));                                          \
  }
#define __CHV_WIDENED(name, V, W, expression)                                                                          \
  __CHV_DEVICE unsigned name(unsigned __a, unsigned __b) {                                                             \
    W __x = __CHV_WIDE(V, W, __a), __y = __CHV_WIDE(V, W, __b), __s = __x + __y;                                       \
    (void)__s;                                                                                                         \
    return __CHV_WORD(__builtin_convertvector(expression, V));                                                         \
  }
#define __CHV_SUM_OF_DIFFERENCES(name, V, n)                                                                           \
  __CHV_DEVICE unsigned name(unsigned __a, unsigned __b) {                                                             \
    V __x = __CHV_AS(V, __a), __y = __CHV_AS(V, __b);                                                                  \
    unsigned __sum = 0;                                                                                                \
    for (int __k = 0; __k < n; ++__k) __sum += (unsigned)(__x[__k] > __y[__k] ? __x[__k] - __y[__k] : __y[__k] - __x[__k]); \
    return __sum;                                                                                                      \
  }

#define __CHV_SIMD(n, S, U, W)                                                                                         \
  __CHV_BINARY(__vadd##n, U, __x + __y)                                                                                \
  __CHV_BINARY(__vsub##n, U, __x - __y)                                                                                \
  __CHV_BINARY(__vaddss##n, S, __builtin_elementwise_add_sat(__x, __y))                                                \
  __CHV_BINARY(__vaddus##n, U, __builtin_elementwise_add_sat(__x, __y))                                                \
  __CHV_BINARY(__vsubss##n, S, __builtin_elementwise_sub_sat(__x, __y))                                                \
  __CHV_BINARY(__vsubus##n, U, __builtin_elementwise_sub_sat(__x, __y))                                                \
  __CHV_BINARY(__vmaxs##n, S, __builtin_elementwise_max(__x, __y))                                                     \
  __CHV_BINARY(__vmaxu##n, U, __builtin_elementwise_max(__x, __y))                                                     \
  __CHV_BINARY(__vmins##n, S, __builtin_elementwise_min(__x, __y))                                                     \
  __CHV_BINARY(__vminu##n, U, __builtin_elementwise_min(__x, __y))                                                     \
  __CHV_UNARY(__vneg##n, U, U{} - __x)                                                                                 \
  __CHV_UNARY(__vnegss##n, S, __builtin_elementwise_sub_sat(S{}, __x))                                                 \
  __CHV_UNARY(__vabs##n, S, __builtin_elementwise_abs(__x))                                                            \
  __CHV_UNARY(__vabsss##n, S, __builtin_elementwise_max(__x, __builtin_elementwise_sub_sat(S{}, __x)))                 \
  __CHV_DEVICE unsigned __vabsdiffs##n(unsigned __a, unsigned __b) { return __vsub##n(__vmaxs##n(__a, __b), __vmins##n(__a, __b)); } \
  __CHV_DEVICE unsigned __vabsdiffu##n(unsigned __a, unsigned __b) { return __vsub##n(__vmaxu##n(__a, __b), __vminu##n(__a, __b)); } \
  __CHV_WIDENED(__vavgu##n, U, W, (__s + 1) >> 1)                                                                      \
  __CHV_WIDENED(__vhaddu##n, U, W, __s >> 1)                                                                           \
  /* halves are rounded away from zero */                                                                              \
  __CHV_WIDENED(__vavgs##n, S, W, (__s - (__s >= 0)) >> 1)                                                             \
  __CHV_SUM_OF_DIFFERENCES(__vsads##n, S, n)                                                                           \
  __CHV_SUM_OF_DIFFERENCES(__vsadu##n, U, n)                                                                           \
  __CHV_COMPARE(eq, n, U, U, ==)                                                                                       \
  __CHV_COMPARE(ne, n, U, U, !=)                                                                                       \
  __CHV_COMPARE(ges, n, S, U, >=)                                                                                      \
  __CHV_COMPARE(geu, n, U, U, >=)                                                                                      \
  __CHV_COMPARE(gts, n, S, U, >)                                                                                       \
  __CHV_COMPARE(gtu, n, U, U, >)                                                                                       \
  __CHV_COMPARE(les, n, S, U, <=)                                                                                      \
  __CHV_COMPARE(leu, n, U, U, <=)                                                                                      \
  __CHV_COMPARE(lts, n, S, U, <)                                                                                       \
  __CHV_COMPARE(ltu, n, U, U, <)
__CHV_SIMD(2, __chv_s2, __chv_u2, __chv_w2)
__CHV_SIMD(4, __chv_s4, __chv_u4, __chv_w4)

// The 16-bit pairs of compute capability 9's dynamic programming instructions; sums wrap, `relu` clamps at zero.
#define __CHV_DPX(m, s, u)                                                                                             \
  __CHV_DEVICE unsigned __vi##m##3_s16x2(unsigned __a, unsigned __b, unsigned __c) { return s(s(__a, __b), __c); }     \
  __CHV_DEVICE unsigned __vi##m##3_u16x2(unsigned __a, unsigned __b, unsigned __c) { return u(u(__a, __b), __c); }     \
  __CHV_DEVICE unsigned __vi##m##3_s16x2_relu(unsigned __a, unsigned __b, unsigned __c) { return __vmaxs2(s(s(__a, __b), __c), 0); } \
  __CHV_DEVICE unsigned __vi##m##_s16x2_relu(unsigned __a, unsigned __b) { return __vmaxs2(s(__a, __b), 0); }          \
  __CHV_DEVICE unsigned __viadd##m##_s16x2(unsigned __a, unsigned __b, unsigned __c) { return s(__vadd2(__a, __b), __c); } \
  __CHV_DEVICE unsigned __viadd##m##_u16x2(unsigned __a, unsigned __b, unsigned __c) { return u(__vadd2(__a, __b), __c); } \
  __CHV_DEVICE unsigned __viadd##m##_s16x2_relu(unsigned __a, unsigned __b, unsigned __c) {                            \
    return __vmaxs2(s(__vadd2(__a, __b), __c), 0);                                                                     \
  }
__CHV_DPX(max, __vmaxs2, __vmaxu2)
__CHV_DPX(min, __vmins2, __vminu2)
#undef __CHV_DPX

// Minimum or maximum that also tells, per number, whether it is the first operand.
#define __CHV_PREDICATED(m, op, s, u)                                                                                  \
  __CHV_DEVICE int __vib##m##_s32(int __a, int __b, bool *__first) { return (*__first = __a op __b) ? __a : __b; }     \
  __CHV_DEVICE unsigned __vib##m##_u32(unsigned __a, unsigned __b, bool *__first) { return (*__first = __a op __b) ? __a : __b; } \
  __CHV_DEVICE unsigned __vib##m##_s16x2(unsigned __a, unsigned __b, bool *__high, bool *__low) {                      \
    *__high = (short)(__a >> 16) op(short)(__b >> 16), *__low = (short)__a op(short) __b;                              \
    return s(__a, __b);                                                                                                \
  }                                                                                                                    \
  __CHV_DEVICE unsigned __vib##m##_u16x2(unsigned __a, unsigned __b, bool *__high, bool *__low) {                      \
    *__high = (__a >> 16) op(__b >> 16), *__low = (__a & 0xffff)op(__b & 0xffff);                                      \
    return u(__a, __b);                                                                                                \
  }
__CHV_PREDICATED(max, >=, __vmaxs2, __vmaxu2)
__CHV_PREDICATED(min, <=, __vmins2, __vminu2)
#undef __CHV_PREDICATED

#undef __CHV_SIMD
#undef __CHV_SUM_OF_DIFFERENCES
#undef __CHV_WIDENED
#undef __CHV_COMPARE
#undef __CHV_BINARY
#undef __CHV_UNARY
#undef __CHV_WIDE
#undef __CHV_WORD
#undef __CHV_AS
