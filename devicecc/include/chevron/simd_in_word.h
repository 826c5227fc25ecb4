// Operations on the two 16-bit or four 8-bit integers of a 32-bit word (`__vadd2`, `__vabsdiffu4`, …). Definitions: CUDA Math
// API, "SIMD Intrinsics". Written with clang's vector types, so a CPU does a word in a few instructions.
#pragma once

#include "qualifiers.h"

typedef short __chv_s2 __attribute__((vector_size(4)));
typedef unsigned short __chv_u2 __attribute__((vector_size(4)));
typedef signed char __chv_s4 __attribute__((vector_size(4)));
typedef unsigned char __chv_u4 __attribute__((vector_size(4)));
typedef int __chv_w2 __attribute__((vector_size(8)));   // room for sums of halves
typedef int __chv_w4 __attribute__((vector_size(16)));  // room for sums of bytes

#define __CHV_AS(V, x) __builtin_bit_cast(V, x)
#define __CHV_WORD(x) __builtin_bit_cast(unsigned, x)
#define __CHV_WIDE(V, W, x) __builtin_convertvector(__CHV_AS(V, x), W)
#define __CHV_UNARY(name, V, expression)                                                                               \
  __CHV_DEVICE unsigned name(unsigned a) {                                                                             \
    V x = __CHV_AS(V, a);                                                                                              \
    return __CHV_WORD((V)(expression));                                                                                \
  }
#define __CHV_BINARY(name, V, expression)                                                                              \
  __CHV_DEVICE unsigned name(unsigned a, unsigned b) {                                                                 \
    V x = __CHV_AS(V, a), y = __CHV_AS(V, b);                                                                          \
    return __CHV_WORD((V)(expression));                                                                                \
  }
// A comparison gives all ones (`__vcmp…`) or one (`__vset…`) where it holds.
#define __CHV_COMPARE(name, n, V, U, op)                                                                               \
  __CHV_BINARY(__vcmp##name##n, V, x op y)                                                                             \
  __CHV_DEVICE unsigned __vset##name##n(unsigned a, unsigned b) {                                                      \
    return __CHV_WORD(__CHV_AS(U, __vcmp##name##n(a, b)) & (U)(U{} + 1));                                              \
  }
#define __CHV_WIDENED(name, V, W, expression)                                                                          \
  __CHV_DEVICE unsigned name(unsigned a, unsigned b) {                                                                 \
    W x = __CHV_WIDE(V, W, a), y = __CHV_WIDE(V, W, b), s = x + y;                                                     \
    (void)s;                                                                                                           \
    return __CHV_WORD(__builtin_convertvector(expression, V));                                                         \
  }
#define __CHV_SUM_OF_DIFFERENCES(name, V, n)                                                                           \
  __CHV_DEVICE unsigned name(unsigned a, unsigned b) {                                                                 \
    V x = __CHV_AS(V, a), y = __CHV_AS(V, b);                                                                          \
    unsigned sum = 0;                                                                                                  \
    for (int k = 0; k < n; ++k) sum += (unsigned)(x[k] > y[k] ? x[k] - y[k] : y[k] - x[k]);                            \
    return sum;                                                                                                        \
  }

#define __CHV_SIMD(n, S, U, W)                                                                                         \
  __CHV_BINARY(__vadd##n, U, x + y)                                                                                    \
  __CHV_BINARY(__vsub##n, U, x - y)                                                                                    \
  __CHV_BINARY(__vaddss##n, S, __builtin_elementwise_add_sat(x, y))                                                    \
  __CHV_BINARY(__vaddus##n, U, __builtin_elementwise_add_sat(x, y))                                                    \
  __CHV_BINARY(__vsubss##n, S, __builtin_elementwise_sub_sat(x, y))                                                    \
  __CHV_BINARY(__vsubus##n, U, __builtin_elementwise_sub_sat(x, y))                                                    \
  __CHV_BINARY(__vmaxs##n, S, __builtin_elementwise_max(x, y))                                                         \
  __CHV_BINARY(__vmaxu##n, U, __builtin_elementwise_max(x, y))                                                         \
  __CHV_BINARY(__vmins##n, S, __builtin_elementwise_min(x, y))                                                         \
  __CHV_BINARY(__vminu##n, U, __builtin_elementwise_min(x, y))                                                         \
  __CHV_UNARY(__vneg##n, U, U{} - x)                                                                                   \
  __CHV_UNARY(__vnegss##n, S, __builtin_elementwise_sub_sat(S{}, x))                                                   \
  __CHV_UNARY(__vabs##n, S, __builtin_elementwise_abs(x))                                                              \
  __CHV_UNARY(__vabsss##n, S, __builtin_elementwise_max(x, __builtin_elementwise_sub_sat(S{}, x)))                     \
  __CHV_DEVICE unsigned __vabsdiffs##n(unsigned a, unsigned b) { return __vsub##n(__vmaxs##n(a, b), __vmins##n(a, b)); } \
  __CHV_DEVICE unsigned __vabsdiffu##n(unsigned a, unsigned b) { return __vsub##n(__vmaxu##n(a, b), __vminu##n(a, b)); } \
  __CHV_WIDENED(__vavgu##n, U, W, (s + 1) >> 1)                                                                        \
  __CHV_WIDENED(__vhaddu##n, U, W, s >> 1)                                                                             \
  /* halves are rounded away from zero */                                                                              \
  __CHV_WIDENED(__vavgs##n, S, W, (s - (s >= 0)) >> 1)                                                                 \
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
  __CHV_DEVICE unsigned __vi##m##3_s16x2(unsigned a, unsigned b, unsigned c) { return s(s(a, b), c); }                 \
  __CHV_DEVICE unsigned __vi##m##3_u16x2(unsigned a, unsigned b, unsigned c) { return u(u(a, b), c); }                 \
  __CHV_DEVICE unsigned __vi##m##3_s16x2_relu(unsigned a, unsigned b, unsigned c) { return __vmaxs2(s(s(a, b), c), 0); } \
  __CHV_DEVICE unsigned __vi##m##_s16x2_relu(unsigned a, unsigned b) { return __vmaxs2(s(a, b), 0); }                  \
  __CHV_DEVICE unsigned __viadd##m##_s16x2(unsigned a, unsigned b, unsigned c) { return s(__vadd2(a, b), c); }         \
  __CHV_DEVICE unsigned __viadd##m##_u16x2(unsigned a, unsigned b, unsigned c) { return u(__vadd2(a, b), c); }         \
  __CHV_DEVICE unsigned __viadd##m##_s16x2_relu(unsigned a, unsigned b, unsigned c) {                                  \
    return __vmaxs2(s(__vadd2(a, b), c), 0);                                                                           \
  }
__CHV_DPX(max, __vmaxs2, __vmaxu2)
__CHV_DPX(min, __vmins2, __vminu2)
#undef __CHV_DPX

// Minimum or maximum that also tells, per number, whether it is the first operand.
#define __CHV_PREDICATED(m, op, s, u)                                                                                  \
  __CHV_DEVICE int __vib##m##_s32(int a, int b, bool *first) { return (*first = a op b) ? a : b; }                     \
  __CHV_DEVICE unsigned __vib##m##_u32(unsigned a, unsigned b, bool *first) { return (*first = a op b) ? a : b; }      \
  __CHV_DEVICE unsigned __vib##m##_s16x2(unsigned a, unsigned b, bool *high, bool *low) {                              \
    *high = (short)(a >> 16) op(short)(b >> 16), *low = (short)a op(short) b;                                          \
    return s(a, b);                                                                                                    \
  }                                                                                                                    \
  __CHV_DEVICE unsigned __vib##m##_u16x2(unsigned a, unsigned b, bool *high, bool *low) {                              \
    *high = (a >> 16) op(b >> 16), *low = (a & 0xffff)op(b & 0xffff);                                                  \
    return u(a, b);                                                                                                    \
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
