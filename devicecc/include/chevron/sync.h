// Barriers, fences, clocks and traps of device code.
#pragma once

#include "primitives.h"

#ifdef __NVPTX__
extern "C" __device__ void __syncthreads();  // clang's own
#else
__CHV_DEVICE void __syncthreads() { __chv_sync_block(0); }
#endif
__CHV_DEVICE int __syncthreads_count(int __predicate) { return __chv_sync_block_count(__predicate, 0); }
__CHV_DEVICE int __syncthreads_and(int __predicate) { return __chv_sync_block_and(__predicate, 0); }
__CHV_DEVICE int __syncthreads_or(int __predicate) { return __chv_sync_block_or(__predicate, 0); }
__CHV_DEVICE void __barrier_sync(unsigned __barrier) {
  __chv_sync_named(__barrier, __chv_ntid_x() * __chv_ntid_y() * __chv_ntid_z(), 0);
}
__CHV_DEVICE void __barrier_sync_count(unsigned __barrier, unsigned __threads) { __chv_sync_named(__barrier, __threads, 0); }

#ifdef __CHV_NVPTX__
__CHV_DEVICE void __threadfence_block() { __nvvm_membar_cta(); }
__CHV_DEVICE void __threadfence() { __nvvm_membar_gl(); }
__CHV_DEVICE void __threadfence_system() { __nvvm_membar_sys(); }
#else
__CHV_DEVICE void __threadfence_block() { __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_WRKGRP); }
__CHV_DEVICE void __threadfence() { __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_DEVICE); }
__CHV_DEVICE void __threadfence_system() { __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_SYSTEM); }
#endif

// A thread that sleeps hands its turn to the others until its time has come.
#ifdef __CHV_NVPTX__
__CHV_DEVICE void __nanosleep(unsigned __nanoseconds) { __nvvm_nanosleep(__nanoseconds); }
#else
__CHV_DEVICE void __nanosleep(unsigned __nanoseconds) {
  unsigned long long __begin = __chv_global_timer();
  do
    __chv_sync_yield(0);
  while (__chv_global_timer() - __begin < __nanoseconds);
}
#endif

extern "C" {
__CHV_DEVICE long clock() { return (long)__chv_clock(); }  // clock_t
}
__CHV_DEVICE long long clock64() { return __chv_clock(); }
// Not CUDA's: templates, so that a program's own function of the name is another one, and goes before.
template <class = void> __CHV_DEVICE unsigned long long globaltimer() { return __chv_global_timer(); }
template <class = void> __CHV_DEVICE unsigned long long __globaltimer() { return __chv_global_timer(); }

__CHV_DEVICE void __trap() { __chv_trap(); }
__CHV_DEVICE void __brkpt() { __chv_trap(); }
__CHV_DEVICE void __prof_trigger(int) {}
