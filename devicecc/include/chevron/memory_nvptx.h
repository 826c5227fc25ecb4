// Loads and stores with cache hints, and tests of address spaces, on NVIDIA GPUs.
#pragma once

#include "primitives.h"

// The unsigned integers that one instruction moves, by size; of 16 bytes it is two of 8. A type that is less aligned than it is large has none.
template <unsigned __Bytes> struct __chv_moved { typedef void type; };
template <> struct __chv_moved<1> { typedef unsigned char type; };
template <> struct __chv_moved<2> { typedef unsigned short type; };
template <> struct __chv_moved<4> { typedef unsigned type; };
template <> struct __chv_moved<8> { typedef unsigned long long type; };
struct __chv_two_words { unsigned long long low, high; };
template <> struct __chv_moved<16> { typedef __chv_two_words type; };
template <class __T> struct __chv_move_of { typedef typename __chv_moved<alignof(__T) % sizeof(__T) == 0 ? sizeof(__T) : 0>::type type; };

// PTX has no 8-bit registers: a byte travels in one of 16.
#define __CHV_LOADS(name, operation, ...)                                                                              \
  __CHV_DEVICE void __chv_load##name(const void *__p, unsigned char *__to) {                                           \
    unsigned short __value;                                                                                            \
    __asm__ __volatile__(operation ".u8 %0, [%1];" : "=h"(__value) : "l"(__p) __VA_ARGS__);                            \
    *__to = (unsigned char)__value;                                                                                    \
  }                                                                                                                    \
  __CHV_DEVICE void __chv_load##name(const void *__p, unsigned short *__to) {                                          \
    __asm__ __volatile__(operation ".u16 %0, [%1];" : "=h"(*__to) : "l"(__p) __VA_ARGS__);                             \
  }                                                                                                                    \
  __CHV_DEVICE void __chv_load##name(const void *__p, unsigned *__to) {                                                \
    __asm__ __volatile__(operation ".u32 %0, [%1];" : "=r"(*__to) : "l"(__p) __VA_ARGS__);                             \
  }                                                                                                                    \
  __CHV_DEVICE void __chv_load##name(const void *__p, unsigned long long *__to) {                                      \
    __asm__ __volatile__(operation ".u64 %0, [%1];" : "=l"(*__to) : "l"(__p) __VA_ARGS__);                             \
  }                                                                                                                    \
  __CHV_DEVICE void __chv_load##name(const void *__p, __chv_two_words *__to) {                                         \
    __asm__ __volatile__(operation ".v2.u64 {%0, %1}, [%2];" : "=l"(__to->low), "=l"(__to->high) : "l"(__p) __VA_ARGS__); \
  }                                                                                                                    \
  template <class __T> __CHV_DEVICE __T __ld##name(const __T *__p) {                                                   \
    typedef typename __chv_move_of<__T>::type __moved;                                                                 \
    if constexpr (__is_same(__moved, void)) {                                                                          \
      return *__p;                                                                                                     \
    } else {                                                                                                           \
      __moved __value;                                                                                                 \
      __chv_load##name(__p, &__value);                                                                                 \
      return __builtin_bit_cast(__T, __value);                                                                         \
    }                                                                                                                  \
  }
#define __CHV_FENCED : "memory"
__CHV_LOADS(ca, "ld.global.ca")
__CHV_LOADS(cg, "ld.global.cg")
__CHV_LOADS(cs, "ld.global.cs")
__CHV_LOADS(lu, "ld.global.lu", __CHV_FENCED)
__CHV_LOADS(cv, "ld.global.cv", __CHV_FENCED)
#undef __CHV_LOADS

#define __CHV_STORES(name, operation)                                                                                  \
  __CHV_DEVICE void __chv_store##name(void *__p, unsigned char __value) {                                              \
    __asm__ __volatile__(operation ".u8 [%0], %1;" : : "l"(__p), "h"((unsigned short)__value) __CHV_FENCED);           \
  }                                                                                                                    \
  __CHV_DEVICE void __chv_store##name(void *__p, unsigned short __value) {                                             \
    __asm__ __volatile__(operation ".u16 [%0], %1;" : : "l"(__p), "h"(__value) __CHV_FENCED);                          \
  }                                                                                                                    \
  __CHV_DEVICE void __chv_store##name(void *__p, unsigned __value) {                                                   \
    __asm__ __volatile__(operation ".u32 [%0], %1;" : : "l"(__p), "r"(__value) __CHV_FENCED);                          \
  }                                                                                                                    \
  __CHV_DEVICE void __chv_store##name(void *__p, unsigned long long __value) {                                         \
    __asm__ __volatile__(operation ".u64 [%0], %1;" : : "l"(__p), "l"(__value) __CHV_FENCED);                          \
  }                                                                                                                    \
  __CHV_DEVICE void __chv_store##name(void *__p, __chv_two_words __value) {                                            \
    __asm__ __volatile__(operation ".v2.u64 [%0], {%1, %2};" : : "l"(__p), "l"(__value.low), "l"(__value.high) __CHV_FENCED); \
  }                                                                                                                    \
  template <class __T> __CHV_DEVICE void __st##name(__T *__p, typename __chv_identity<__T>::type __value) {            \
    typedef typename __chv_move_of<__T>::type __moved;                                                                 \
    if constexpr (__is_same(__moved, void))                                                                            \
      *__p = __value;                                                                                                  \
    else                                                                                                               \
      __chv_store##name(__p, __builtin_bit_cast(__moved, __value));                                                    \
  }
__CHV_STORES(wb, "st.global.wb")
__CHV_STORES(cg, "st.global.cg")
__CHV_STORES(cs, "st.global.cs")
__CHV_STORES(wt, "st.global.wt")
#undef __CHV_STORES
#undef __CHV_FENCED

// Memory that does not change while the kernel runs. The compiler may move and merge the builtin; of vectors it would forget that they are such.
__CHV_DEVICE unsigned char __chv_load_constant(const unsigned char *__p) { return __nvvm_ldg_uc(__p); }
__CHV_DEVICE unsigned short __chv_load_constant(const unsigned short *__p) { return __nvvm_ldg_us(__p); }
__CHV_DEVICE unsigned __chv_load_constant(const unsigned *__p) { return __nvvm_ldg_ui(__p); }
__CHV_DEVICE unsigned long long __chv_load_constant(const unsigned long long *__p) { return __nvvm_ldg_ull(__p); }
__CHV_DEVICE __chv_two_words __chv_load_constant(const __chv_two_words *__p) {
  __chv_two_words __value;
  __asm__("ld.global.nc.v2.u64 {%0, %1}, [%2];" : "=l"(__value.low), "=l"(__value.high) : "l"(__p));
  return __value;
}
template <class __T> __CHV_DEVICE __T __ldg(const __T *__p) {
  typedef typename __chv_move_of<__T>::type __moved;
  if constexpr (__is_same(__moved, void))
    return *__p;
  else
    return __builtin_bit_cast(__T, __chv_load_constant((const __moved *)__p));
}

__CHV_DEVICE unsigned __isShared(const void *__p) { return __nvvm_isspacep_shared(__p); }
__CHV_DEVICE unsigned __isGlobal(const void *__p) { return __nvvm_isspacep_global(__p); }
__CHV_DEVICE unsigned __isConstant(const void *__p) { return __nvvm_isspacep_const(__p); }
__CHV_DEVICE unsigned __isLocal(const void *__p) { return __nvvm_isspacep_local(__p); }
#define __CHV_SPACE(name, number)                                                                                      \
  __CHV_DEVICE __SIZE_TYPE__ __cvta_generic_to_##name(const void *__p) {                                               \
    return (__SIZE_TYPE__)(__attribute__((__address_space__(number))) const void *)__p;                                \
  }                                                                                                                    \
  __CHV_DEVICE void *__cvta_##name##_to_generic(__SIZE_TYPE__ __p) {                                                   \
    return (void *)(__attribute__((__address_space__(number))) void *)__p;                                             \
  }
__CHV_SPACE(global, 1)
__CHV_SPACE(shared, 3)
__CHV_SPACE(constant, 4)
__CHV_SPACE(local, 5)
#undef __CHV_SPACE
