// Atomic functions on NVIDIA GPUs. Clang's scoped builtins forget the scope there; its own builtins for the GPU have it. `gpu` is the scope of
// an instruction that names none.
#pragma once

#include "../vector_types.h"
#include "unsigned_atomics_nvptx.h"

#define __CHV_ATOMIC(name, T, builtin, B) \
  __CHV_DEVICE T name(T *__address, T __value) { return (T)builtin((B *)__address, (B)__value); }
// The GPU-wide builtin is sequentially consistent, which costs two fences. This form stands for a relaxed one: nobody else writes a weak exchange of
// volatile memory, and emission gives it the scope.
#define __CHV_CAS_(name, T, S, i)                                                                                      \
  __CHV_DEVICE T name(T *__address, T __compare, T __value) {                                                          \
    __scoped_atomic_compare_exchange_n((volatile T *)__address, &__compare, __value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED, \
                                       __MEMORY_SCOPE_DEVICE);                                                         \
    return __compare;                                                                                                  \
  }
#define __CHV_CAS_cta_(name, T, S, i) \
  __CHV_DEVICE T name(T *__address, T __compare, T __value) { return (T)__nvvm_atom_cta_cas_##i((S *)__address, (S)__compare, (S)__value); }
#define __CHV_CAS_sys_(name, T, S, i) \
  __CHV_DEVICE T name(T *__address, T __compare, T __value) { return (T)__nvvm_atom_sys_cas_##i((S *)__address, (S)__compare, (S)__value); }
// `i` and `ui` are the ends of the builtins' names for the signed and the unsigned form of the size.
#define __CHV_ATOMICS_OF_INTEGER(suffix, scope, T, i, S, ui, U)                                                        \
  __CHV_ATOMIC(atomicAdd##suffix, T, __nvvm_atom_##scope##add_##i, S)                                              \
  __CHV_DEVICE T atomicSub##suffix(T *__address, T __value) { return atomicAdd##suffix(__address, (T)(0 - (U)__value)); } \
  __CHV_ATOMIC(atomicExch##suffix, T, __nvvm_atom_##scope##xchg_##i, S)                                            \
  __CHV_ATOMIC(atomicAnd##suffix, T, __nvvm_atom_##scope##and_##i, S)                                              \
  __CHV_ATOMIC(atomicOr##suffix, T, __nvvm_atom_##scope##or_##i, S)                                                \
  __CHV_ATOMIC(atomicXor##suffix, T, __nvvm_atom_##scope##xor_##i, S)                                              \
  __CHV_CAS_##scope(atomicCAS##suffix, T, S, i)
#define __CHV_ATOMICS_OF_SIGNED(suffix, scope, T, i, S, ui, U)                                                         \
  __CHV_ATOMICS_OF_INTEGER(suffix, scope, T, i, S, ui, U)                                                              \
  __CHV_ATOMIC(atomicMin##suffix, T, __nvvm_atom_##scope##min_##i, S)                                              \
  __CHV_ATOMIC(atomicMax##suffix, T, __nvvm_atom_##scope##max_##i, S)
#define __CHV_ATOMICS_OF_UNSIGNED(suffix, scope, T, i, S, ui, U)                                                       \
  __CHV_ATOMICS_OF_INTEGER(suffix, scope, T, i, S, ui, U)                                                              \
  __CHV_ATOMIC(atomicMin##suffix, T, __nvvm_atom_##scope##min_##ui, U)                                             \
  __CHV_ATOMIC(atomicMax##suffix, T, __nvvm_atom_##scope##max_##ui, U)
#define __CHV_ATOMICS(suffix, scope)                                                                                   \
  __CHV_ATOMICS_OF_SIGNED(suffix, scope, int, gen_i, int, gen_ui, unsigned)                                            \
  __CHV_ATOMICS_OF_UNSIGNED(suffix, scope, unsigned, gen_i, int, gen_ui, unsigned)                                     \
  __CHV_ATOMICS_OF_SIGNED(suffix, scope, long long, gen_ll, long long, gen_ull, unsigned long long)                    \
  __CHV_ATOMICS_OF_UNSIGNED(suffix, scope, unsigned long long, gen_ll, long long, gen_ull, unsigned long long)         \
  __CHV_ATOMICS_OF_UNSIGNED(suffix, scope, unsigned long, gen_ll, long long, gen_ull, unsigned long long)              \
  __CHV_ATOMIC(atomicAdd##suffix, float, __nvvm_atom_##scope##add_gen_f, float)                                        \
  __CHV_ATOMIC(atomicAdd##suffix, double, __nvvm_atom_##scope##add_gen_d, double)                                      \
  __CHV_ATOMIC(atomicInc##suffix, unsigned, __nvvm_atom_##scope##inc_gen_ui, unsigned)                                 \
  __CHV_ATOMIC(atomicDec##suffix, unsigned, __nvvm_atom_##scope##dec_gen_ui, unsigned)                                 \
  __CHV_CAS_##scope(atomicCAS##suffix, unsigned short, unsigned short, gen_us)
__CHV_ATOMICS(, )
__CHV_ATOMICS(_block, cta_)
__CHV_ATOMICS(_system, sys_)
#undef __CHV_ATOMICS
#undef __CHV_ATOMICS_OF_UNSIGNED
#undef __CHV_ATOMICS_OF_SIGNED
#undef __CHV_ATOMICS_OF_INTEGER
#undef __CHV_ATOMIC
#undef __CHV_CAS_
#undef __CHV_CAS_cta_
#undef __CHV_CAS_sys_
