// Loads and stores with cache hints, and tests of address spaces. A CPU has no use for the hints but `cv` and `wt`, which
// programs use to see and be seen by others: those are volatile.
#pragma once

#include "primitives.h"

// A stored value's type does not take part in deduction: `__stcg(&f, 1)` stores a float, as with CUDA's overloads.
template <class __T> struct __chv_identity { typedef __T type; };

#ifdef __CHV_NVPTX__
#include "memory_nvptx.h"
#else

// Templates in place of CUDA's thirty overloads each: they also take what CUDA's do not.
template <class __T> __CHV_DEVICE __T __ldg(const __T *__p) { return *__p; }
template <class __T> __CHV_DEVICE __T __ldca(const __T *__p) { return *__p; }
template <class __T> __CHV_DEVICE __T __ldcg(const __T *__p) { return *__p; }
template <class __T> __CHV_DEVICE __T __ldcs(const __T *__p) { return *__p; }
template <class __T> __CHV_DEVICE __T __ldlu(const __T *__p) { return *__p; }
template <class __T> __CHV_DEVICE __T __ldcv(const __T *__p) {
  if constexpr (__is_class(__T)) {  // a volatile object of class type cannot be copied; fences keep the load where it is
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __T __value = *__p;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return __value;
  } else {
    return *(const volatile __T *)__p;
  }
}
template <class __T> __CHV_DEVICE void __stwb(__T *__p, typename __chv_identity<__T>::type __value) { *__p = __value; }
template <class __T> __CHV_DEVICE void __stcg(__T *__p, typename __chv_identity<__T>::type __value) { *__p = __value; }
template <class __T> __CHV_DEVICE void __stcs(__T *__p, typename __chv_identity<__T>::type __value) { *__p = __value; }
template <class __T> __CHV_DEVICE void __stwt(__T *__p, typename __chv_identity<__T>::type __value) {
  if constexpr (__is_class(__T)) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    *__p = __value;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  } else {
    *(volatile __T *)__p = __value;
  }
}

// One flat address space: what is not the block's shared memory counts as global.
__CHV_DEVICE unsigned __isShared(const void *__p) { return __chv_is_shared(__p) != 0; }
__CHV_DEVICE unsigned __isGlobal(const void *__p) { return __chv_is_shared(__p) == 0; }
__CHV_DEVICE __SIZE_TYPE__ __cvta_generic_to_shared(const void *__p) { return (__SIZE_TYPE__)__p; }
__CHV_DEVICE __SIZE_TYPE__ __cvta_generic_to_global(const void *__p) { return (__SIZE_TYPE__)__p; }
__CHV_DEVICE void *__cvta_shared_to_generic(__SIZE_TYPE__ __p) { return (void *)__p; }
__CHV_DEVICE void *__cvta_global_to_generic(__SIZE_TYPE__ __p) { return (void *)__p; }

#endif
