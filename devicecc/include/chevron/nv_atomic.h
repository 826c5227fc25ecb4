// The atomic functions with an order and a scope that nvcc has built in since 12.8 (CUDA Programming Guide, "Built-in atomic functions"). All act at
// system scope, which is at least what was asked for.
#pragma once

#define __NV_ATOMIC_RELAXED __ATOMIC_RELAXED
#define __NV_ATOMIC_CONSUME __ATOMIC_CONSUME
#define __NV_ATOMIC_ACQUIRE __ATOMIC_ACQUIRE
#define __NV_ATOMIC_RELEASE __ATOMIC_RELEASE
#define __NV_ATOMIC_ACQ_REL __ATOMIC_ACQ_REL
#define __NV_ATOMIC_SEQ_CST __ATOMIC_SEQ_CST

#define __NV_THREAD_SCOPE_THREAD __MEMORY_SCOPE_SINGLE
#define __NV_THREAD_SCOPE_BLOCK __MEMORY_SCOPE_WRKGRP
#define __NV_THREAD_SCOPE_CLUSTER __MEMORY_SCOPE_DEVICE
#define __NV_THREAD_SCOPE_DEVICE __MEMORY_SCOPE_DEVICE
#define __NV_THREAD_SCOPE_SYSTEM __MEMORY_SCOPE_SYSTEM

#define __CHV_NV_ATOMIC inline __host__ __device__ __attribute__((__always_inline__))
#define __CHV_SCOPE int = __NV_THREAD_SCOPE_SYSTEM

#ifdef __NVPTX__
// LLVM 22 forgets order and scope of everything there but loads, stores and compare-exchange.
__CHV_NV_ATOMIC void __chv_nv_order(int __order) {
  if (__order != __NV_ATOMIC_RELAXED)
    __nvvm_membar_sys();
}
#define __CHV_NV_CHANGE(T, address, value, order, builtin, function)                                                   \
  __chv_nv_order(order);                                                                                               \
  T __old = function##_system((T *)address, (T)value);                                                                 \
  __chv_nv_order(order);                                                                                               \
  return __old
#else
#define __CHV_NV_CHANGE(T, address, value, order, builtin, function) return builtin(address, (T)value, order)
#endif

// Clang's own `_n` forms take no floats.
template <class __T> __CHV_NV_ATOMIC __T __nv_atomic_load_n(const volatile __T *__address, int __order, __CHV_SCOPE) {
  __T __result;
  __atomic_load(__address, &__result, __order);
  return __result;
}
template <class __T> __CHV_NV_ATOMIC void __nv_atomic_load(const volatile __T *__address, __T *__result, int __order, __CHV_SCOPE) {
  __atomic_load(__address, __result, __order);
}
template <class __T, class __V> __CHV_NV_ATOMIC void __nv_atomic_store_n(volatile __T *__address, __V __value, int __order, __CHV_SCOPE) {
  __T __stored = (__T)__value;
  __atomic_store(__address, &__stored, __order);
}
template <class __T> __CHV_NV_ATOMIC void __nv_atomic_store(volatile __T *__address, __T *__value, int __order, __CHV_SCOPE) {
  __atomic_store(__address, __value, __order);
}
template <class __T> __CHV_NV_ATOMIC __T __chv_nv_exchange(volatile __T *__address, __T __value, int __order) {
  __T __old;
  __atomic_exchange(__address, &__value, &__old, __order);
  return __old;
}
template <class __T, class __V> __CHV_NV_ATOMIC __T __nv_atomic_exchange_n(volatile __T *__address, __V __value, int __order, __CHV_SCOPE) {
  __CHV_NV_CHANGE(__T, __address, __value, __order, __chv_nv_exchange, atomicExch);
}
template <class __T>
__CHV_NV_ATOMIC void __nv_atomic_exchange(volatile __T *__address, __T *__value, __T *__result, int __order, __CHV_SCOPE) {
  *__result = __nv_atomic_exchange_n(__address, *__value, __order);
}
template <class __T, class __V>
__CHV_NV_ATOMIC bool __nv_atomic_compare_exchange_n(volatile __T *__address, __T *__expected, __V __desired, bool __weak_, int __success, int __failure,
                                                    __CHV_SCOPE) {
  __T __stored = (__T)__desired;
  return __atomic_compare_exchange(__address, __expected, &__stored, __weak_, __success, __failure);
}
template <class __T>
__CHV_NV_ATOMIC bool __nv_atomic_compare_exchange(volatile __T *__address, __T *__expected, __T *__desired, bool __weak_, int __success, int __failure,
                                                  __CHV_SCOPE) {
  return __atomic_compare_exchange(__address, __expected, __desired, __weak_, __success, __failure);
}

#define __CHV_NV_FETCH(name, builtin, function, sign)                                                                  \
  template <class __T, class __V>                                                                                      \
  __CHV_NV_ATOMIC __T __nv_atomic_fetch_##name(volatile __T *__address, __V __value, int __order, __CHV_SCOPE) {       \
    __CHV_NV_CHANGE(__T, __address, sign __value, __order, builtin, function);                                         \
  }                                                                                                                    \
  template <class __T, class __V>                                                                                      \
  __CHV_NV_ATOMIC void __nv_atomic_##name(volatile __T *__address, __V __value, int __order, __CHV_SCOPE) {            \
    (void)__nv_atomic_fetch_##name(__address, __value, __order);                                                       \
  }
__CHV_NV_FETCH(add, __atomic_fetch_add, atomicAdd, )
__CHV_NV_FETCH(sub, __atomic_fetch_add, atomicAdd, -)
__CHV_NV_FETCH(and, __atomic_fetch_and, atomicAnd, )
__CHV_NV_FETCH(or, __atomic_fetch_or, atomicOr, )
__CHV_NV_FETCH(xor, __atomic_fetch_xor, atomicXor, )
__CHV_NV_FETCH(min, __atomic_fetch_min, atomicMin, )
__CHV_NV_FETCH(max, __atomic_fetch_max, atomicMax, )

__CHV_NV_ATOMIC void __nv_atomic_thread_fence(int __order, __CHV_SCOPE) { __atomic_thread_fence(__order); }

#undef __CHV_NV_FETCH
#undef __CHV_NV_CHANGE
#undef __CHV_SCOPE
#undef __CHV_NV_ATOMIC
