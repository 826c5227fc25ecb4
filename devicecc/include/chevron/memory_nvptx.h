// Loads and stores with cache hints, and tests of address spaces, on NVIDIA GPUs.
#pragma once

#include "primitives.h"

// The unsigned integers that one instruction moves, by size; of 16 bytes it is two of 8. A type that is less aligned than it is large has none.
template <unsigned Bytes> struct __chv_moved { typedef void type; };
template <> struct __chv_moved<1> { typedef unsigned char type; };
template <> struct __chv_moved<2> { typedef unsigned short type; };
template <> struct __chv_moved<4> { typedef unsigned type; };
template <> struct __chv_moved<8> { typedef unsigned long long type; };
struct __chv_two_words { unsigned long long low, high; };
template <> struct __chv_moved<16> { typedef __chv_two_words type; };
template <class T> struct __chv_move_of { typedef typename __chv_moved<alignof(T) % sizeof(T) == 0 ? sizeof(T) : 0>::type type; };

// PTX has no 8-bit registers: a byte travels in one of 16.
#define __CHV_LOADS(name, operation, ...)                                                                                   \
  __CHV_DEVICE void __chv_load##name(const void *p, unsigned char *to) {                                                    \
    unsigned short value;                                                                                                   \
    __asm__ __volatile__(operation ".u8 %0, [%1];" : "=h"(value) : "l"(p) __VA_ARGS__);                                     \
    *to = (unsigned char)value;                                                                                             \
  }                                                                                                                         \
  __CHV_DEVICE void __chv_load##name(const void *p, unsigned short *to) {                                                   \
    __asm__ __volatile__(operation ".u16 %0, [%1];" : "=h"(*to) : "l"(p) __VA_ARGS__);                                      \
  }                                                                                                                         \
  __CHV_DEVICE void __chv_load##name(const void *p, unsigned *to) {                                                         \
    __asm__ __volatile__(operation ".u32 %0, [%1];" : "=r"(*to) : "l"(p) __VA_ARGS__);                                      \
  }                                                                                                                         \
  __CHV_DEVICE void __chv_load##name(const void *p, unsigned long long *to) {                                               \
    __asm__ __volatile__(operation ".u64 %0, [%1];" : "=l"(*to) : "l"(p) __VA_ARGS__);                                      \
  }                                                                                                                         \
  __CHV_DEVICE void __chv_load##name(const void *p, __chv_two_words *to) {                                                  \
    __asm__ __volatile__(operation ".v2.u64 {%0, %1}, [%2];" : "=l"(to->low), "=l"(to->high) : "l"(p) __VA_ARGS__);         \
  }                                                                                                                         \
  template <class T> __CHV_DEVICE T __ld##name(const T *p) {                                                                \
    typedef typename __chv_move_of<T>::type moved;                                                                          \
    if constexpr (__is_same(moved, void)) {                                                                                 \
      return *p;                                                                                                            \
    } else {                                                                                                                \
      moved value;                                                                                                          \
      __chv_load##name(p, &value);                                                                                          \
      return __builtin_bit_cast(T, value);                                                                                  \
    }                                                                                                                       \
  }
#define __CHV_FENCED : "memory"
__CHV_LOADS(ca, "ld.global.ca")
__CHV_LOADS(cg, "ld.global.cg")
__CHV_LOADS(cs, "ld.global.cs")
__CHV_LOADS(lu, "ld.global.lu", __CHV_FENCED)
__CHV_LOADS(cv, "ld.global.cv", __CHV_FENCED)
#undef __CHV_LOADS

#define __CHV_STORES(name, operation)                                                                                       \
  __CHV_DEVICE void __chv_store##name(void *p, unsigned char value) {                                                       \
    __asm__ __volatile__(operation ".u8 [%0], %1;" : : "l"(p), "h"((unsigned short)value) __CHV_FENCED);                    \
  }                                                                                                                         \
  __CHV_DEVICE void __chv_store##name(void *p, unsigned short value) {                                                      \
    __asm__ __volatile__(operation ".u16 [%0], %1;" : : "l"(p), "h"(value) __CHV_FENCED);                                   \
  }                                                                                                                         \
  __CHV_DEVICE void __chv_store##name(void *p, unsigned value) {                                                            \
    __asm__ __volatile__(operation ".u32 [%0], %1;" : : "l"(p), "r"(value) __CHV_FENCED);                                   \
  }                                                                                                                         \
  __CHV_DEVICE void __chv_store##name(void *p, unsigned long long value) {                                                  \
    __asm__ __volatile__(operation ".u64 [%0], %1;" : : "l"(p), "l"(value) __CHV_FENCED);                                   \
  }                                                                                                                         \
  __CHV_DEVICE void __chv_store##name(void *p, __chv_two_words value) {                                                     \
    __asm__ __volatile__(operation ".v2.u64 [%0], {%1, %2};" : : "l"(p), "l"(value.low), "l"(value.high) __CHV_FENCED);     \
  }                                                                                                                         \
  template <class T> __CHV_DEVICE void __st##name(T *p, typename __chv_identity<T>::type value) {                           \
    typedef typename __chv_move_of<T>::type moved;                                                                          \
    if constexpr (__is_same(moved, void))                                                                                   \
      *p = value;                                                                                                           \
    else                                                                                                                    \
      __chv_store##name(p, __builtin_bit_cast(moved, value));                                                               \
  }
__CHV_STORES(wb, "st.global.wb")
__CHV_STORES(cg, "st.global.cg")
__CHV_STORES(cs, "st.global.cs")
__CHV_STORES(wt, "st.global.wt")
#undef __CHV_STORES
#undef __CHV_FENCED

// Memory that does not change while the kernel runs. The compiler may move and merge the builtin; of vectors it would forget that they are such.
__CHV_DEVICE unsigned char __chv_load_constant(const unsigned char *p) { return __nvvm_ldg_uc(p); }
__CHV_DEVICE unsigned short __chv_load_constant(const unsigned short *p) { return __nvvm_ldg_us(p); }
__CHV_DEVICE unsigned __chv_load_constant(const unsigned *p) { return __nvvm_ldg_ui(p); }
__CHV_DEVICE unsigned long long __chv_load_constant(const unsigned long long *p) { return __nvvm_ldg_ull(p); }
__CHV_DEVICE __chv_two_words __chv_load_constant(const __chv_two_words *p) {
  __chv_two_words value;
  __asm__("ld.global.nc.v2.u64 {%0, %1}, [%2];" : "=l"(value.low), "=l"(value.high) : "l"(p));
  return value;
}
template <class T> __CHV_DEVICE T __ldg(const T *p) {
  typedef typename __chv_move_of<T>::type moved;
  if constexpr (__is_same(moved, void))
    return *p;
  else
    return __builtin_bit_cast(T, __chv_load_constant((const moved *)p));
}

__CHV_DEVICE unsigned __isShared(const void *p) { return __nvvm_isspacep_shared(p); }
__CHV_DEVICE unsigned __isGlobal(const void *p) { return __nvvm_isspacep_global(p); }
__CHV_DEVICE unsigned __isConstant(const void *p) { return __nvvm_isspacep_const(p); }
__CHV_DEVICE unsigned __isLocal(const void *p) { return __nvvm_isspacep_local(p); }
#define __CHV_SPACE(name, number)                                                                                           \
  __CHV_DEVICE __SIZE_TYPE__ __cvta_generic_to_##name(const void *p) {                                                      \
    return (__SIZE_TYPE__)(__attribute__((address_space(number))) const void *)p;                                           \
  }                                                                                                                         \
  __CHV_DEVICE void *__cvta_##name##_to_generic(__SIZE_TYPE__ p) {                                                          \
    return (void *)(__attribute__((address_space(number))) void *)p;                                                        \
  }
__CHV_SPACE(global, 1)
__CHV_SPACE(shared, 3)
__CHV_SPACE(constant, 4)
__CHV_SPACE(local, 5)
#undef __CHV_SPACE
