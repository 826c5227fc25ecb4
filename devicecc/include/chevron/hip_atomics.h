// HIP's atomics of floating-point numbers beyond CUDA's. Templates: a program that has its own of them, as CUDA's programs do, means those.
#pragma once

#include "atomics.h"

#include <type_traits>

namespace __chv_hip {
template <class __T> using bits_of = std::conditional_t<sizeof(__T) == 4, unsigned, unsigned long long>;
template <class __T>
using if_floating = std::enable_if_t<std::is_same<__T, float>::value || std::is_same<__T, double>::value, __T>;
template <class __T> struct itself {
  typedef __T type;
};
// No part of what a template's arguments are guessed from, so that `atomicMax(p, 1)` converts.
template <class __T> using given = typename itself<__T>::type;
}  // namespace __chv_hip

#define __CHV_HIP_ATOMIC(name, ...) template <class __T> __CHV_DEVICE __chv_hip::if_floating<__T> name(__T *__address, __VA_ARGS__)
#define __CHV_HIP_EXTREME(name, cas, better)                                           \
  __CHV_HIP_ATOMIC(name, __chv_hip::given<__T> __value) {                              \
    using __bits = __chv_hip::bits_of<__T>;                                            \
    __T __old = *(volatile __T *)__address;                                            \
    while (__value better __old) {                                                     \
      const __T __seen = cas(__address, __old, __value);                               \
      if (__builtin_bit_cast(__bits, __seen) == __builtin_bit_cast(__bits, __old)) break; \
      __old = __seen;                                                                  \
    }                                                                                  \
    return __old;                                                                      \
  }
#define __CHV_HIP_ATOMICS(suffix)                                                                                    \
  __CHV_HIP_ATOMIC(atomicCAS##suffix, __chv_hip::given<__T> __compare, __chv_hip::given<__T> __value) {              \
    using __bits = __chv_hip::bits_of<__T>;                                                                          \
    return __builtin_bit_cast(__T, atomicCAS##suffix((__bits *)__address, __builtin_bit_cast(__bits, __compare),     \
                                                     __builtin_bit_cast(__bits, __value)));                          \
  }                                                                                                                  \
  __CHV_HIP_ATOMIC(atomicExch##suffix, __chv_hip::given<__T> __value) {                                              \
    using __bits = __chv_hip::bits_of<__T>;                                                                          \
    return __builtin_bit_cast(__T, atomicExch##suffix((__bits *)__address, __builtin_bit_cast(__bits, __value)));    \
  }                                                                                                                  \
  __CHV_HIP_ATOMIC(atomicSub##suffix, __chv_hip::given<__T> __value) { return atomicAdd##suffix(__address, -__value); } \
  __CHV_HIP_EXTREME(atomicMin##suffix, atomicCAS##suffix, <)                                                         \
  __CHV_HIP_EXTREME(atomicMax##suffix, atomicCAS##suffix, >)
__CHV_HIP_ATOMICS()
__CHV_HIP_ATOMICS(_block)
__CHV_HIP_ATOMICS(_system)

// AMD's faster ones, and those that are safe in memory of any kind: their results are the ordinary ones.
#define __CHV_HIP_FORMS(name)                                                                                     \
  __CHV_HIP_ATOMIC(unsafeAtomic##name, __chv_hip::given<__T> __value) { return atomic##name(__address, __value); } \
  __CHV_HIP_ATOMIC(safeAtomic##name, __chv_hip::given<__T> __value) { return atomic##name(__address, __value); }
__CHV_HIP_FORMS(Add)
__CHV_HIP_FORMS(Min)
__CHV_HIP_FORMS(Max)
#undef __CHV_HIP_FORMS
#undef __CHV_HIP_ATOMICS
#undef __CHV_HIP_EXTREME
#undef __CHV_HIP_ATOMIC
__CHV_DEVICE void atomicAddNoRet(float *__address, float __value) { atomicAdd(__address, __value); }
