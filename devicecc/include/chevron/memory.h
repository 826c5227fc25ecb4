// Loads and stores with cache hints, and tests of address spaces. A CPU has no use for the hints but `cv` and `wt`, which
// programs use to see and be seen by others: those are volatile.
#pragma once

#include "primitives.h"

// A stored value's type does not take part in deduction: `__stcg(&f, 1)` stores a float, as with CUDA's overloads.
template <class T> struct __chv_identity { typedef T type; };

#ifdef __CHV_NVPTX__
#include "memory_nvptx.h"
#else

// Templates in place of CUDA's thirty overloads each: they also take what CUDA's do not.
template <class T> __CHV_DEVICE T __ldg(const T *p) { return *p; }
template <class T> __CHV_DEVICE T __ldca(const T *p) { return *p; }
template <class T> __CHV_DEVICE T __ldcg(const T *p) { return *p; }
template <class T> __CHV_DEVICE T __ldcs(const T *p) { return *p; }
template <class T> __CHV_DEVICE T __ldlu(const T *p) { return *p; }
template <class T> __CHV_DEVICE T __ldcv(const T *p) {
  if constexpr (__is_class(T)) {  // a volatile object of class type cannot be copied; fences keep the load where it is
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    T value = *p;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return value;
  } else {
    return *(const volatile T *)p;
  }
}
template <class T> __CHV_DEVICE void __stwb(T *p, typename __chv_identity<T>::type value) { *p = value; }
template <class T> __CHV_DEVICE void __stcg(T *p, typename __chv_identity<T>::type value) { *p = value; }
template <class T> __CHV_DEVICE void __stcs(T *p, typename __chv_identity<T>::type value) { *p = value; }
template <class T> __CHV_DEVICE void __stwt(T *p, typename __chv_identity<T>::type value) {
  if constexpr (__is_class(T)) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    *p = value;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  } else {
    *(volatile T *)p = value;
  }
}

// One flat address space: what is not the block's shared memory counts as global.
__CHV_DEVICE unsigned __isShared(const void *p) { return __chv_is_shared(p) != 0; }
__CHV_DEVICE unsigned __isGlobal(const void *p) { return __chv_is_shared(p) == 0; }
__CHV_DEVICE __SIZE_TYPE__ __cvta_generic_to_shared(const void *p) { return (__SIZE_TYPE__)p; }
__CHV_DEVICE __SIZE_TYPE__ __cvta_generic_to_global(const void *p) { return (__SIZE_TYPE__)p; }
__CHV_DEVICE void *__cvta_shared_to_generic(__SIZE_TYPE__ p) { return (void *)p; }
__CHV_DEVICE void *__cvta_global_to_generic(__SIZE_TYPE__ p) { return (void *)p; }

#endif
