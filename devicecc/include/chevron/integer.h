// Integer intrinsics of device code: bits, high products, averages, sums of differences, dot products, byte permutes, shifts
// of pairs. Definitions: CUDA Math API, "Integer Intrinsics".
#pragma once

#include "../vector_types.h"

__CHV_DEVICE int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
__CHV_DEVICE int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
__CHV_DEVICE int __ffs(int x) { return __builtin_ffs(x); }
__CHV_DEVICE int __ffsll(long long x) { return __builtin_ffsll(x); }
__CHV_DEVICE int __popc(unsigned x) { return __builtin_popcount(x); }
__CHV_DEVICE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__CHV_DEVICE unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
__CHV_DEVICE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }

__CHV_DEVICE int __mulhi(int x, int y) { return (int)((long long)x * y >> 32); }
__CHV_DEVICE unsigned __umulhi(unsigned x, unsigned y) { return (unsigned)((unsigned long long)x * y >> 32); }
__CHV_DEVICE long long __mul64hi(long long x, long long y) { return (long long)((__int128)x * y >> 64); }
__CHV_DEVICE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return (unsigned long long)((unsigned __int128)x * y >> 64);
}
// Products of the low 24 bits, their low 32 bits.
__CHV_DEVICE int __mul24(int x, int y) { return (int)((unsigned)((int)((unsigned)x << 8) >> 8) * (unsigned)((int)((unsigned)y << 8) >> 8)); }
__CHV_DEVICE unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffff) * (y & 0xffffff); }

__CHV_DEVICE int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
__CHV_DEVICE int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
__CHV_DEVICE unsigned __uhadd(unsigned x, unsigned y) { return (unsigned)(((unsigned long long)x + y) >> 1); }
__CHV_DEVICE unsigned __urhadd(unsigned x, unsigned y) { return (unsigned)(((unsigned long long)x + y + 1) >> 1); }
__CHV_DEVICE unsigned __sad(int x, int y, unsigned z) { return z + (x > y ? (unsigned)x - (unsigned)y : (unsigned)y - (unsigned)x); }
__CHV_DEVICE unsigned __usad(unsigned x, unsigned y, unsigned z) { return z + (x > y ? x - y : y - x); }

// Selector nibble k picks byte k of the pair y:x for the result's byte k; its top bit replicates that byte's sign.
// CUDA's `__byte_perm` looks at three bits of each nibble only.
#ifdef __CHV_NVPTX__
__CHV_DEVICE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) { return __nvvm_prmt(x, y, selector & 0x7777); }

#define __CHV_FUNNEL(name, operation)                                                              \
  __CHV_DEVICE unsigned name(unsigned low, unsigned high, unsigned shift) {                        \
    unsigned result;                                                                               \
    __asm__(operation ".b32 %0, %1, %2, %3;" : "=r"(result) : "r"(low), "r"(high), "r"(shift));    \
    return result;                                                                                 \
  }
__CHV_FUNNEL(__funnelshift_l, "shf.l.wrap")
__CHV_FUNNEL(__funnelshift_lc, "shf.l.clamp")
__CHV_FUNNEL(__funnelshift_r, "shf.r.wrap")
__CHV_FUNNEL(__funnelshift_rc, "shf.r.clamp")
#undef __CHV_FUNNEL
#else
__CHV_DEVICE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  unsigned long long pair = (unsigned long long)y << 32 | x;
  unsigned result = 0;
  for (int k = 0; k < 4; ++k) result |= (unsigned)(pair >> ((selector >> (4 * k) & 7) * 8) & 0xff) << (8 * k);
  return result;
}

__CHV_DEVICE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)(((unsigned long long)high << 32 | low) << (shift & 31) >> 32);
}
__CHV_DEVICE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)(((unsigned long long)high << 32 | low) << (shift < 32 ? shift : 32) >> 32);
}
__CHV_DEVICE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
__CHV_DEVICE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)(((unsigned long long)high << 32 | low) >> (shift < 32 ? shift : 32));
}
#endif

// The offset-th set bit of `mask` from bit `base` on (downwards when negative), or all ones when there is none.
__CHV_DEVICE unsigned __fns(unsigned mask, unsigned base, int offset) {
  if (offset == 0) return base < 32 && (mask >> base & 1) ? base : 0xffffffffu;
  int step = offset > 0 ? 1 : -1, left = offset > 0 ? offset : -offset;
  for (int bit = (int)base; bit >= 0 && bit < 32; bit += step)
    if ((mask >> bit & 1) && --left == 0) return (unsigned)bit;
  return 0xffffffffu;
}

// Dot products of bytes (4) and of 16-bit halves with bytes (2), added to c modulo 2^32.
#ifdef __CHV_NVPTX__
#define __CHV_DOT(name, operation)                                                                 \
  __CHV_DEVICE int name(int a, int b, int c) {                                                     \
    int result;                                                                                    \
    __asm__(operation ".s32.s32 %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(c));         \
    return result;                                                                                 \
  }                                                                                                \
  __CHV_DEVICE unsigned name(unsigned a, unsigned b, unsigned c) {                                 \
    unsigned result;                                                                               \
    __asm__(operation ".u32.u32 %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(c));         \
    return result;                                                                                 \
  }
__CHV_DOT(__dp4a, "dp4a")
__CHV_DOT(__dp2a_lo, "dp2a.lo")
__CHV_DOT(__dp2a_hi, "dp2a.hi")
#undef __CHV_DOT
#else
__CHV_DEVICE int __dp4a(int a, int b, int c) {
  unsigned sum = (unsigned)c;
  for (int k = 0; k < 32; k += 8) sum += (unsigned)((int)(signed char)(a >> k) * (int)(signed char)(b >> k));
  return (int)sum;
}
__CHV_DEVICE unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int k = 0; k < 32; k += 8) c += (a >> k & 0xff) * (b >> k & 0xff);
  return c;
}
__CHV_DEVICE int __dp2a_lo(int a, int b, int c) {
  return (int)((unsigned)c + (unsigned)((int)(short)a * (int)(signed char)b) +
               (unsigned)((int)(short)(a >> 16) * (int)(signed char)(b >> 8)));
}
__CHV_DEVICE unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
  return c + (a & 0xffff) * (b & 0xff) + (a >> 16) * (b >> 8 & 0xff);
}
__CHV_DEVICE int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
__CHV_DEVICE unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) { return __dp2a_lo(a, b >> 16, c); }
#endif

// With the vector types for the bytes.
__CHV_DEVICE int __dp4a(char4 a, char4 b, int c) { return __dp4a(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c); }
__CHV_DEVICE unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return __dp4a(__builtin_bit_cast(unsigned, a), __builtin_bit_cast(unsigned, b), c);
}
__CHV_DEVICE int __dp2a_lo(short2 a, char4 b, int c) {
  return __dp2a_lo(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c);
}
__CHV_DEVICE unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned c) {
  return __dp2a_lo(__builtin_bit_cast(unsigned, a), __builtin_bit_cast(unsigned, b), c);
}
__CHV_DEVICE int __dp2a_hi(short2 a, char4 b, int c) {
  return __dp2a_hi(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c);
}
__CHV_DEVICE unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned c) {
  return __dp2a_hi(__builtin_bit_cast(unsigned, a), __builtin_bit_cast(unsigned, b), c);
}

// Three-way minima and maxima of compute capability 9, on 32 bits; the 16-bit pairs are in simd_in_word.h.
#define __CHV_VI3(min_or_max, op)                                                                                      \
  __CHV_DEVICE int __vi##min_or_max##3_s32(int a, int b, int c) {                                                      \
    int d = a op b ? a : b;                                                                                            \
    return d op c ? d : c;                                                                                             \
  }                                                                                                                    \
  __CHV_DEVICE int __vi##min_or_max##3_s32_relu(int a, int b, int c) {                                                 \
    int d = __vi##min_or_max##3_s32(a, b, c);                                                                          \
    return d > 0 ? d : 0;                                                                                              \
  }                                                                                                                    \
  __CHV_DEVICE int __vi##min_or_max##_s32_relu(int a, int b) {                                                         \
    int d = a op b ? a : b;                                                                                            \
    return d > 0 ? d : 0;                                                                                              \
  }                                                                                                                    \
  __CHV_DEVICE unsigned __vi##min_or_max##3_u32(unsigned a, unsigned b, unsigned c) {                                  \
    unsigned d = a op b ? a : b;                                                                                       \
    return d op c ? d : c;                                                                                             \
  }                                                                                                                    \
  __CHV_DEVICE int __viadd##min_or_max##_s32(int a, int b, int c) {                                                    \
    int d = (int)((unsigned)a + (unsigned)b);                                                                          \
    return d op c ? d : c;                                                                                             \
  }                                                                                                                    \
  __CHV_DEVICE int __viadd##min_or_max##_s32_relu(int a, int b, int c) {                                               \
    int d = __viadd##min_or_max##_s32(a, b, c);                                                                        \
    return d > 0 ? d : 0;                                                                                              \
  }                                                                                                                    \
  __CHV_DEVICE unsigned __viadd##min_or_max##_u32(unsigned a, unsigned b, unsigned c) {                                \
    return a + b op c ? a + b : c;                                                                                     \
  }
__CHV_VI3(max, >)
__CHV_VI3(min, <)
#undef __CHV_VI3
