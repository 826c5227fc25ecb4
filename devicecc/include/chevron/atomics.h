// Atomic functions with CUDA's overloads, by clang's scoped atomic builtins: relaxed, at device scope, `_block` and `_system`
// at theirs. Each returns the old value. `unsigned long` stands beside CUDA's `unsigned long long`, for size_t.
#pragma once

#include "../vector_types.h"

#ifdef __CHV_NVPTX__
#include "atomics_nvptx.h"
#else

#define __CHV_ATOMIC(name, suffix, scope, T, builtin)                                                                  \
  __CHV_DEVICE T name##suffix(T *__address, T __value) {                                                               \
    return builtin(__address, __value, __ATOMIC_RELAXED, scope);                                                       \
  }
#define __CHV_CAS(suffix, scope, T)                                                                                    \
  __CHV_DEVICE T atomicCAS##suffix(T *__address, T __compare, T __value) {                                             \
    __scoped_atomic_compare_exchange_n(__address, &__compare, __value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED, scope); \
    return __compare;                                                                                                  \
  }
// LLVM has instructions for these two, clang 22 no builtins.
#define __CHV_WRAPPING(name, suffix, scope, next)                                                                      \
  __CHV_DEVICE unsigned name##suffix(unsigned *__address, unsigned __value) {                                          \
    unsigned __old = __scoped_atomic_load_n(__address, __ATOMIC_RELAXED, scope);                                       \
    while (!__scoped_atomic_compare_exchange_n(__address, &__old, next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED, scope)) {} \
    return __old;                                                                                                      \
  }
#define __CHV_ATOMICS_OF_INTEGER(suffix, scope, T)                                                                     \
  __CHV_ATOMIC(atomicAdd, suffix, scope, T, __scoped_atomic_fetch_add)                                                 \
  __CHV_ATOMIC(atomicSub, suffix, scope, T, __scoped_atomic_fetch_sub)                                                 \
  __CHV_ATOMIC(atomicExch, suffix, scope, T, __scoped_atomic_exchange_n)                                               \
  __CHV_ATOMIC(atomicMin, suffix, scope, T, __scoped_atomic_fetch_min)                                                 \
  __CHV_ATOMIC(atomicMax, suffix, scope, T, __scoped_atomic_fetch_max)                                                 \
  __CHV_ATOMIC(atomicAnd, suffix, scope, T, __scoped_atomic_fetch_and)                                                 \
  __CHV_ATOMIC(atomicOr, suffix, scope, T, __scoped_atomic_fetch_or)                                                   \
  __CHV_ATOMIC(atomicXor, suffix, scope, T, __scoped_atomic_fetch_xor)                                                 \
  __CHV_CAS(suffix, scope, T)
#define __CHV_ATOMICS(suffix, scope)                                                                                   \
  __CHV_ATOMICS_OF_INTEGER(suffix, scope, int)                                                                         \
  __CHV_ATOMICS_OF_INTEGER(suffix, scope, unsigned)                                                                    \
  __CHV_ATOMICS_OF_INTEGER(suffix, scope, long long)                                                                   \
  __CHV_ATOMICS_OF_INTEGER(suffix, scope, unsigned long long)                                                          \
  __CHV_ATOMICS_OF_INTEGER(suffix, scope, unsigned long)                                                               \
  __CHV_WRAPPING(atomicInc, suffix, scope, __old >= __value ? 0 : __old + 1)                                           \
  __CHV_WRAPPING(atomicDec, suffix, scope, __old == 0 || __old > __value ? __value : __old - 1)                        \
  __CHV_ATOMIC(atomicAdd, suffix, scope, float, __scoped_atomic_fetch_add)                                             \
  __CHV_ATOMIC(atomicAdd, suffix, scope, double, __scoped_atomic_fetch_add)                                            \
  __CHV_CAS(suffix, scope, unsigned short)
__CHV_ATOMICS(, __MEMORY_SCOPE_DEVICE)
__CHV_ATOMICS(_block, __MEMORY_SCOPE_WRKGRP)
__CHV_ATOMICS(_system, __MEMORY_SCOPE_SYSTEM)
#undef __CHV_ATOMICS
#undef __CHV_ATOMICS_OF_INTEGER
#undef __CHV_CAS
#undef __CHV_WRAPPING
#undef __CHV_ATOMIC

#endif

// What the scalars above make: the bits of a float are exchanged as those of an int. Of vectors each component is atomic, the whole is not:
// CUDA promises no more.
#define __CHV_ATOMICS_OF_SCALARS(suffix)                                                                               \
  __CHV_DEVICE float atomicExch##suffix(float *__address, float __value) {                                             \
    return __builtin_bit_cast(float, atomicExch##suffix((int *)__address, __builtin_bit_cast(int, __value)));          \
  }                                                                                                                    \
  __CHV_DEVICE float2 atomicAdd##suffix(float2 *__address, float2 __value) {                                           \
    return {atomicAdd##suffix(&__address->x, __value.x), atomicAdd##suffix(&__address->y, __value.y)};                 \
  }                                                                                                                    \
  __CHV_DEVICE float4 atomicAdd##suffix(float4 *__address, float4 __value) {                                           \
    return {atomicAdd##suffix(&__address->x, __value.x), atomicAdd##suffix(&__address->y, __value.y),                  \
            atomicAdd##suffix(&__address->z, __value.z), atomicAdd##suffix(&__address->w, __value.w)};                 \
  }
__CHV_ATOMICS_OF_SCALARS()
__CHV_ATOMICS_OF_SCALARS(_block)
__CHV_ATOMICS_OF_SCALARS(_system)
#undef __CHV_ATOMICS_OF_SCALARS

// CUDA 13's 128-bit forms take any type of 16 bytes.
#define __CHV_ATOMICS_128(suffix)                                                                                      \
  __device__ __int128 atomicCAS##suffix(__int128 *, __int128, __int128) __CHV_ABSENT("128-bit `atomicCAS`");           \
  __device__ __int128 atomicExch##suffix(__int128 *, __int128) __CHV_ABSENT("128-bit `atomicExch`");
__CHV_ATOMICS_128()
__CHV_ATOMICS_128(_block)
__CHV_ATOMICS_128(_system)
#undef __CHV_ATOMICS_128
