// Integer intrinsics of device code: bits, high products, averages, sums of differences, dot products, byte permutes, shifts
// of pairs. Definitions: CUDA Math API, "Integer Intrinsics".
#pragma once

#include "../vector_types.h"

__CHV_DEVICE int __clz(int __x) { return __x == 0 ? 32 : __builtin_clz((unsigned)__x); }
__CHV_DEVICE int __clzll(long long __x) { return __x == 0 ? 64 : __builtin_clzll((unsigned long long)__x); }
__CHV_DEVICE int __ffs(int __x) { return __builtin_ffs(__x); }
__CHV_DEVICE int __ffsll(long long __x) { return __builtin_ffsll(__x); }
__CHV_DEVICE int __popc(unsigned __x) { return __builtin_popcount(__x); }
__CHV_DEVICE int __popcll(unsigned long long __x) { return __builtin_popcountll(__x); }
__CHV_DEVICE unsigned __brev(unsigned __x) { return __builtin_bitreverse32(__x); }
__CHV_DEVICE unsigned long long __brevll(unsigned long long __x) { return __builtin_bitreverse64(__x); }

__CHV_DEVICE int __mulhi(int __x, int __y) { return (int)((long long)__x * __y >> 32); }
__CHV_DEVICE unsigned __umulhi(unsigned __x, unsigned __y) { return (unsigned)((unsigned long long)__x * __y >> 32); }
__CHV_DEVICE long long __mul64hi(long long __x, long long __y) { return (long long)((__int128)__x * __y >> 64); }
__CHV_DEVICE unsigned long long __umul64hi(unsigned long long __x, unsigned long long __y) {
  return (unsigned long long)((unsigned __int128)__x * __y >> 64);
}
// Products of the low 24 bits, their low 32 bits.
__CHV_DEVICE int __mul24(int __x, int __y) { return (int)((unsigned)((int)((unsigned)__x << 8) >> 8) * (unsigned)((int)((unsigned)__y << 8) >> 8)); }
__CHV_DEVICE unsigned __umul24(unsigned __x, unsigned __y) { return (__x & 0xffffff) * (__y & 0xffffff); }

__CHV_DEVICE int __hadd(int __x, int __y) { return (int)(((long long)__x + __y) >> 1); }
__CHV_DEVICE int __rhadd(int __x, int __y) { return (int)(((long long)__x + __y + 1) >> 1); }
__CHV_DEVICE unsigned __uhadd(unsigned __x, unsigned __y) { return (unsigned)(((unsigned long long)__x + __y) >> 1); }
__CHV_DEVICE unsigned __urhadd(unsigned __x, unsigned __y) { return (unsigned)(((unsigned long long)__x + __y + 1) >> 1); }
__CHV_DEVICE unsigned __sad(int __x, int __y, unsigned __z) { return __z + (__x > __y ? (unsigned)__x - (unsigned)__y : (unsigned)__y - (unsigned)__x); }
__CHV_DEVICE unsigned __usad(unsigned __x, unsigned __y, unsigned __z) { return __z + (__x > __y ? __x - __y : __y - __x); }

// Selector nibble k picks byte k of the pair y:x for the result's byte k; its top bit replicates that byte's sign.
// CUDA's `__byte_perm` looks at three bits of each nibble only.
#ifdef __CHV_NVPTX__
__CHV_DEVICE unsigned __byte_perm(unsigned __x, unsigned __y, unsigned __selector) { return __nvvm_prmt(__x, __y, __selector & 0x7777); }

#define __CHV_FUNNEL(name, operation)                                                                                  \
  __CHV_DEVICE unsigned name(unsigned __low, unsigned __high, unsigned __shift) {                                      \
    unsigned __result;                                                                                                 \
    __asm__(operation ".b32 %0, %1, %2, %3;" : "=r"(__result) : "r"(__low), "r"(__high), "r"(__shift));                \
    return __result;                                                                                                   \
  }
__CHV_FUNNEL(__funnelshift_l, "shf.l.wrap")
__CHV_FUNNEL(__funnelshift_lc, "shf.l.clamp")
__CHV_FUNNEL(__funnelshift_r, "shf.r.wrap")
__CHV_FUNNEL(__funnelshift_rc, "shf.r.clamp")
#undef __CHV_FUNNEL
#else
__CHV_DEVICE unsigned __byte_perm(unsigned __x, unsigned __y, unsigned __selector) {
  unsigned long long __pair = (unsigned long long)__y << 32 | __x;
  unsigned __result = 0;
  for (int __k = 0; __k < 4; ++__k) __result |= (unsigned)(__pair >> ((__selector >> (4 * __k) & 7) * 8) & 0xff) << (8 * __k);
  return __result;
}

__CHV_DEVICE unsigned __funnelshift_l(unsigned __low, unsigned __high, unsigned __shift) {
  return (unsigned)(((unsigned long long)__high << 32 | __low) << (__shift & 31) >> 32);
}
__CHV_DEVICE unsigned __funnelshift_lc(unsigned __low, unsigned __high, unsigned __shift) {
  return (unsigned)(((unsigned long long)__high << 32 | __low) << (__shift < 32 ? __shift : 32) >> 32);
}
__CHV_DEVICE unsigned __funnelshift_r(unsigned __low, unsigned __high, unsigned __shift) {
  return (unsigned)(((unsigned long long)__high << 32 | __low) >> (__shift & 31));
}
__CHV_DEVICE unsigned __funnelshift_rc(unsigned __low, unsigned __high, unsigned __shift) {
  return (unsigned)(((unsigned long long)__high << 32 | __low) >> (__shift < 32 ? __shift : 32));
}
#endif

// The offset-th set bit of `mask` from bit `base` on (downwards when negative), or all ones when there is none.
__CHV_DEVICE unsigned __fns(unsigned __mask, unsigned __base, int __offset) {
  if (__offset == 0) return __base < 32 && (__mask >> __base & 1) ? __base : 0xffffffffu;
  int __step = __offset > 0 ? 1 : -1, __left = __offset > 0 ? __offset : -__offset;
  for (int __bit = (int)__base; __bit >= 0 && __bit < 32; __bit += __step)
    if ((__mask >> __bit & 1) && --__left == 0) return (unsigned)__bit;
  return 0xffffffffu;
}

// Dot products of bytes (4) and of 16-bit halves with bytes (2), added to c modulo 2^32.
#ifdef __CHV_NVPTX__
#define __CHV_DOT(name, operation)                                                                                     \
  __CHV_DEVICE int name(int __a, int __b, int __c) {                                                                   \
    int __result;                                                                                                      \
    __asm__(operation ".s32.s32 %0, %1, %2, %3;" : "=r"(__result) : "r"(__a), "r"(__b), "r"(__c));                     \
    return __result;                                                                                                   \
  }                                                                                                                    \
  __CHV_DEVICE unsigned name(unsigned __a, unsigned __b, unsigned __c) {                                               \
    unsigned __result;                                                                                                 \
    __asm__(operation ".u32.u32 %0, %1, %2, %3;" : "=r"(__result) : "r"(__a), "r"(__b), "r"(__c));                     \
    return __result;                                                                                                   \
  }
__CHV_DOT(__dp4a, "dp4a")
__CHV_DOT(__dp2a_lo, "dp2a.lo")
__CHV_DOT(__dp2a_hi, "dp2a.hi")
#undef __CHV_DOT
#else
__CHV_DEVICE int __dp4a(int __a, int __b, int __c) {
  unsigned __sum = (unsigned)__c;
  for (int __k = 0; __k < 32; __k += 8) __sum += (unsigned)((int)(signed char)(__a >> __k) * (int)(signed char)(__b >> __k));
  return (int)__sum;
}
__CHV_DEVICE unsigned __dp4a(unsigned __a, unsigned __b, unsigned __c) {
  for (int __k = 0; __k < 32; __k += 8) __c += (__a >> __k & 0xff) * (__b >> __k & 0xff);
  return __c;
}
__CHV_DEVICE int __dp2a_lo(int __a, int __b, int __c) {
  return (int)((unsigned)__c + (unsigned)((int)(short)__a * (int)(signed char)__b) +
               (unsigned)((int)(short)(__a >> 16) * (int)(signed char)(__b >> 8)));
}
__CHV_DEVICE unsigned __dp2a_lo(unsigned __a, unsigned __b, unsigned __c) {
  return __c + (__a & 0xffff) * (__b & 0xff) + (__a >> 16) * (__b >> 8 & 0xff);
}
__CHV_DEVICE int __dp2a_hi(int __a, int __b, int __c) { return __dp2a_lo(__a, __b >> 16, __c); }
__CHV_DEVICE unsigned __dp2a_hi(unsigned __a, unsigned __b, unsigned __c) { return __dp2a_lo(__a, __b >> 16, __c); }
#endif

// With the vector types for the bytes.
__CHV_DEVICE int __dp4a(char4 __a, char4 __b, int __c) { return __dp4a(__builtin_bit_cast(int, __a), __builtin_bit_cast(int, __b), __c); }
__CHV_DEVICE unsigned __dp4a(uchar4 __a, uchar4 __b, unsigned __c) {
  return __dp4a(__builtin_bit_cast(unsigned, __a), __builtin_bit_cast(unsigned, __b), __c);
}
__CHV_DEVICE int __dp2a_lo(short2 __a, char4 __b, int __c) {
  return __dp2a_lo(__builtin_bit_cast(int, __a), __builtin_bit_cast(int, __b), __c);
}
__CHV_DEVICE unsigned __dp2a_lo(ushort2 __a, uchar4 __b, unsigned __c) {
  return __dp2a_lo(__builtin_bit_cast(unsigned, __a), __builtin_bit_cast(unsigned, __b), __c);
}
__CHV_DEVICE int __dp2a_hi(short2 __a, char4 __b, int __c) {
  return __dp2a_hi(__builtin_bit_cast(int, __a), __builtin_bit_cast(int, __b), __c);
}
__CHV_DEVICE unsigned __dp2a_hi(ushort2 __a, uchar4 __b, unsigned __c) {
  return __dp2a_hi(__builtin_bit_cast(unsigned, __a), __builtin_bit_cast(unsigned, __b), __c);
}

// Three-way minima and maxima of compute capability 9, on 32 bits; the 16-bit pairs are in simd_in_word.h.
#define __CHV_VI3(min_or_max, op)                                                                                      \
  __CHV_DEVICE int __vi##min_or_max##3_s32(int __a, int __b, int __c) {                                                \
    int __d = __a op __b ? __a : __b;                                                                                  \
    return __d op __c ? __d : __c;                                                                                     \
  }                                                                                                                    \
  __CHV_DEVICE int __vi##min_or_max##3_s32_relu(int __a, int __b, int __c) {                                           \
    int __d = __vi##min_or_max##3_s32(__a, __b, __c);                                                                  \
    return __d > 0 ? __d : 0;                                                                                          \
  }                                                                                                                    \
  __CHV_DEVICE int __vi##min_or_max##_s32_relu(int __a, int __b) {                                                     \
    int __d = __a op __b ? __a : __b;                                                                                  \
    return __d > 0 ? __d : 0;                                                                                          \
  }                                                                                                                    \
  __CHV_DEVICE unsigned __vi##min_or_max##3_u32(unsigned __a, unsigned __b, unsigned __c) {                            \
    unsigned __d = __a op __b ? __a : __b;                                                                             \
    return __d op __c ? __d : __c;                                                                                     \
  }                                                                                                                    \
  __CHV_DEVICE int __viadd##min_or_max##_s32(int __a, int __b, int __c) {                                              \
    int __d = (int)((unsigned)__a + (unsigned)__b);                                                                    \
    return __d op __c ? __d : __c;                                                                                     \
  }                                                                                                                    \
  __CHV_DEVICE int __viadd##min_or_max##_s32_relu(int __a, int __b, int __c) {                                         \
    int __d = __viadd##min_or_max##_s32(__a, __b, __c);                                                                \
    return __d > 0 ? __d : 0;                                                                                          \
  }                                                                                                                    \
  __CHV_DEVICE unsigned __viadd##min_or_max##_u32(unsigned __a, unsigned __b, unsigned __c) {                          \
    return __a + __b op __c ? __a + __b : __c;                                                                         \
  }
__CHV_VI3(max, >)
__CHV_VI3(min, <)
#undef __CHV_VI3
