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

#define __CHV_NV_ATOMIC inline __attribute__((always_inline, device, host))
#define __CHV_SCOPE int = __NV_THREAD_SCOPE_SYSTEM

#ifdef __NVPTX__
// LLVM 22 forgets order and scope of everything there but loads, stores and compare-exchange.
__CHV_NV_ATOMIC void __chv_nv_order(int order) {
  if (order != __NV_ATOMIC_RELAXED)
    __nvvm_membar_sys();
}
#define __CHV_NV_CHANGE(T, address, value, order, builtin, function)                                                   \
  __chv_nv_order(order);                                                                                               \
  T old = function##_system((T *)address, (T)value);                                                                   \
  __chv_nv_order(order);                                                                                               \
  return old
#else
#define __CHV_NV_CHANGE(T, address, value, order, builtin, function) return builtin(address, (T)value, order)
#endif

// Clang's own `_n` forms take no floats.
template <class T> __CHV_NV_ATOMIC T __nv_atomic_load_n(const volatile T *address, int order, __CHV_SCOPE) {
  T result;
  __atomic_load(address, &result, order);
  return result;
}
template <class T> __CHV_NV_ATOMIC void __nv_atomic_load(const volatile T *address, T *result, int order, __CHV_SCOPE) {
  __atomic_load(address, result, order);
}
template <class T, class V> __CHV_NV_ATOMIC void __nv_atomic_store_n(volatile T *address, V value, int order, __CHV_SCOPE) {
  T stored = (T)value;
  __atomic_store(address, &stored, order);
}
template <class T> __CHV_NV_ATOMIC void __nv_atomic_store(volatile T *address, T *value, int order, __CHV_SCOPE) {
  __atomic_store(address, value, order);
}
template <class T> __CHV_NV_ATOMIC T __chv_nv_exchange(volatile T *address, T value, int order) {
  T old;
  __atomic_exchange(address, &value, &old, order);
  return old;
}
template <class T, class V> __CHV_NV_ATOMIC T __nv_atomic_exchange_n(volatile T *address, V value, int order, __CHV_SCOPE) {
  __CHV_NV_CHANGE(T, address, value, order, __chv_nv_exchange, atomicExch);
}
template <class T>
__CHV_NV_ATOMIC void __nv_atomic_exchange(volatile T *address, T *value, T *result, int order, __CHV_SCOPE) {
  *result = __nv_atomic_exchange_n(address, *value, order);
}
template <class T, class V>
__CHV_NV_ATOMIC bool __nv_atomic_compare_exchange_n(volatile T *address, T *expected, V desired, bool weak, int success, int failure,
                                                    __CHV_SCOPE) {
  T stored = (T)desired;
  return __atomic_compare_exchange(address, expected, &stored, weak, success, failure);
}
template <class T>
__CHV_NV_ATOMIC bool __nv_atomic_compare_exchange(volatile T *address, T *expected, T *desired, bool weak, int success, int failure,
                                                  __CHV_SCOPE) {
  return __atomic_compare_exchange(address, expected, desired, weak, success, failure);
}

#define __CHV_NV_FETCH(name, builtin, function, sign)                                                                  \
  template <class T, class V>                                                                                          \
  __CHV_NV_ATOMIC T __nv_atomic_fetch_##name(volatile T *address, V value, int order, __CHV_SCOPE) {                   \
    __CHV_NV_CHANGE(T, address, sign value, order, builtin, function);                                                 \
  }                                                                                                                    \
  template <class T, class V>                                                                                          \
  __CHV_NV_ATOMIC void __nv_atomic_##name(volatile T *address, V value, int order, __CHV_SCOPE) {                      \
    (void)__nv_atomic_fetch_##name(address, value, order);                                                             \
  }
__CHV_NV_FETCH(add, __atomic_fetch_add, atomicAdd, )
__CHV_NV_FETCH(sub, __atomic_fetch_add, atomicAdd, -)
__CHV_NV_FETCH(and, __atomic_fetch_and, atomicAnd, )
__CHV_NV_FETCH(or, __atomic_fetch_or, atomicOr, )
__CHV_NV_FETCH(xor, __atomic_fetch_xor, atomicXor, )
__CHV_NV_FETCH(min, __atomic_fetch_min, atomicMin, )
__CHV_NV_FETCH(max, __atomic_fetch_max, atomicMax, )

__CHV_NV_ATOMIC void __nv_atomic_thread_fence(int order, __CHV_SCOPE) { __atomic_thread_fence(order); }

#undef __CHV_NV_FETCH
#undef __CHV_NV_CHANGE
#undef __CHV_SCOPE
#undef __CHV_NV_ATOMIC
