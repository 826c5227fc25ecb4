// The primitives of primitives.h on AMD GPUs: a few instructions each, inlined; the site says nothing here. What has no body here, the compiler refuses by name
// where a kernel uses it (emit/amd/absent.rs).
#pragma once

#include "qualifiers.h"

extern "C" {
// The launch's extents lie behind the kernel's own arguments, as code objects from v5 on have it (LLVM, "User Guide for AMDGPU Backend").
__CHV_DEVICE const __attribute__((address_space(4))) unsigned char *__chv_hidden(void) {
  return (const __attribute__((address_space(4))) unsigned char *)__builtin_amdgcn_implicitarg_ptr();
}
#define __CHV_HIDDEN(T, bytes) (*(const __attribute__((address_space(4))) T *)(__chv_hidden() + (bytes)))
__CHV_DEVICE unsigned __chv_tid_x(void) { return __builtin_amdgcn_workitem_id_x(); }
__CHV_DEVICE unsigned __chv_tid_y(void) { return __builtin_amdgcn_workitem_id_y(); }
__CHV_DEVICE unsigned __chv_tid_z(void) { return __builtin_amdgcn_workitem_id_z(); }
__CHV_DEVICE unsigned __chv_ctaid_x(void) { return __builtin_amdgcn_workgroup_id_x(); }
__CHV_DEVICE unsigned __chv_ctaid_y(void) { return __builtin_amdgcn_workgroup_id_y(); }
__CHV_DEVICE unsigned __chv_ctaid_z(void) { return __builtin_amdgcn_workgroup_id_z(); }
__CHV_DEVICE unsigned __chv_nctaid_x(void) { return __CHV_HIDDEN(unsigned, 0); }
__CHV_DEVICE unsigned __chv_nctaid_y(void) { return __CHV_HIDDEN(unsigned, 4); }
__CHV_DEVICE unsigned __chv_nctaid_z(void) { return __CHV_HIDDEN(unsigned, 8); }
__CHV_DEVICE unsigned __chv_ntid_x(void) { return __CHV_HIDDEN(unsigned short, 12); }
__CHV_DEVICE unsigned __chv_ntid_y(void) { return __CHV_HIDDEN(unsigned short, 14); }
__CHV_DEVICE unsigned __chv_ntid_z(void) { return __CHV_HIDDEN(unsigned short, 16); }
__CHV_DEVICE unsigned __chv_dynamic_shared_bytes(void) { return __CHV_HIDDEN(unsigned, 120); }
#undef __CHV_HIDDEN
__CHV_DEVICE unsigned __chv_lane(void) {
#if __CHEVRON_WARP_SIZE__ == 64
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
#else
  return __builtin_amdgcn_mbcnt_lo(~0u, 0);
#endif
}
__CHV_DEVICE unsigned __chv_warp_size(void) { return __CHEVRON_WARP_SIZE__; }
__CHV_DEVICE int __chv_is_shared(const void *__address) {
  return __builtin_amdgcn_is_shared((const __attribute__((address_space(0))) void *)__address);
}
__CHV_DEVICE long long __chv_clock(void) { return (long long)__builtin_readcyclecounter(); }
// A counter of 100 MHz.
__CHV_DEVICE unsigned long long __chv_global_timer(void) { return __builtin_readsteadycounter() * 10; }

__CHV_DEVICE __attribute__((__noreturn__)) void __chv_trap(void) { __builtin_trap(); }
// There is nowhere to print to: the launch fails.
__CHV_DEVICE __attribute__((__noreturn__)) void __chv_assert_fail(const char *, const char *, unsigned, const char *) { __builtin_trap(); }
__device__ int __chv_printf(const char *__format, ...) __attribute__((__format__(__printf__, 1, 2)));
__device__ int __chv_printed(void);
__device__ void *__chv_malloc(__SIZE_TYPE__ __bytes) __attribute__((__malloc__));
__device__ void __chv_free(void *__address);

// What the block's threads have written before a barrier, all of them read behind it.
__CHV_DEVICE void __chv_sync_block(unsigned) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
// The first of the barriers keeps the counter for those who still read it, from a call before.
__CHV_DEVICE int __chv_sync_block_count(int __predicate, unsigned) {
  static __shared__ int __counter;
  __chv_sync_block(0);
  if ((__chv_tid_x() | __chv_tid_y() | __chv_tid_z()) == 0) __counter = 0;
  __chv_sync_block(0);
  if (__predicate) __scoped_atomic_fetch_add(&__counter, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  __chv_sync_block(0);
  return __counter;
}
__CHV_DEVICE int __chv_sync_block_and(int __predicate, unsigned) { return __chv_sync_block_count(!__predicate, 0) == 0; }
__CHV_DEVICE int __chv_sync_block_or(int __predicate, unsigned) { return __chv_sync_block_count(__predicate, 0) != 0; }
__device__ __attribute__((__convergent__, __nothrow__)) void __chv_sync_named(unsigned __barrier, unsigned __threads, unsigned __site);
__device__ __attribute__((__convergent__, __nothrow__)) void __chv_sync_grid(unsigned __site);
__device__ __attribute__((__convergent__, __nothrow__)) void __chv_sync_cluster(unsigned __site);
__device__ __attribute__((__convergent__, __nothrow__)) unsigned __chv_sync_cluster_extent(unsigned __axis, unsigned __site);
__device__ __attribute__((__convergent__, __nothrow__)) char *__chv_sync_cluster_shared(unsigned __rank, unsigned __site);
__device__ __attribute__((__convergent__, __nothrow__)) unsigned __chv_sync_cluster_owner(const void *__address, unsigned __site);

// Lanes of a wavefront go in step where they take the same branch; as in HIP, those that a mask names must have come here together.
__CHV_DEVICE void __chv_sync_warp(unsigned long long, unsigned) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
__CHV_DEVICE unsigned long long __chv_ballot(bool __predicate) {
#if __CHEVRON_WARP_SIZE__ == 64
  return __builtin_amdgcn_ballot_w64(__predicate);
#else
  return __builtin_amdgcn_ballot_w32(__predicate);
#endif
}
__CHV_DEVICE unsigned long long __chv_sync_ballot(unsigned long long __mask, int __predicate, unsigned) {
  return __chv_ballot(__predicate != 0) & __mask;
}
__CHV_DEVICE unsigned long long __chv_sync_active_mask(unsigned) { return __chv_ballot(true); }
__CHV_DEVICE unsigned long long __chv_first_lanes(unsigned long long __value) {
  unsigned __low = __builtin_amdgcn_readfirstlane((unsigned)__value);
  unsigned __high = __builtin_amdgcn_readfirstlane((unsigned)(__value >> 32));
  return (unsigned long long)__high << 32 | __low;
}
__CHV_DEVICE unsigned long long __chv_sync_match_any(unsigned long long __mask, unsigned long long __value, unsigned) {
  unsigned long long __same = 0;
  // In each round the first lane that is left and those with its value are done.
  for (bool __left = true; __chv_ballot(__left) != 0;)
    if (__left && __chv_first_lanes(__value) == __value) {
      __same = __chv_ballot(true) & __mask;
      __left = false;
    }
  return __same;
}
__CHV_DEVICE unsigned long long __chv_sync_match_all(unsigned long long __mask, unsigned long long __value, int *__all_, unsigned) {
  bool __same = __chv_ballot(__chv_first_lanes(__value) != __value) == 0;
  *__all_ = __same;
  return __same ? __chv_ballot(true) & __mask : 0;
}
__CHV_DEVICE void __chv_sync_yield(unsigned) { __builtin_amdgcn_s_sleep(1); }
}

// The lane that a shuffle takes from: its own where the other one is not in its part of the warp.
__CHV_DEVICE unsigned __chv_shuffle_lane(unsigned __operand, unsigned __width, unsigned __kind) {
  unsigned __self = __chv_lane(), __first = __self & ~(__width - 1), __from;
  switch (__kind) {
    case 0: return __first | (__operand & (__width - 1));
    case 1: __from = __self - __operand; return (int)__from < (int)__first ? __self : __from;
    case 2: __from = __self + __operand; return __from >= __first + __width ? __self : __from;
    default: __from = __self ^ __operand; return __from >= __first + __width ? __self : __from;
  }
}
__CHV_DEVICE unsigned __chv_shuffle(unsigned long long, unsigned __value, unsigned __operand, unsigned __width, unsigned __kind) {
  return (unsigned)__builtin_amdgcn_ds_bpermute((int)(__chv_shuffle_lane(__operand, __width, __kind) << 2), (int)__value);
}
__CHV_DEVICE unsigned long long __chv_shuffle(unsigned long long, unsigned long long __value, unsigned __operand, unsigned __width,
                                              unsigned __kind) {
  int __at = (int)(__chv_shuffle_lane(__operand, __width, __kind) << 2);
  unsigned __low = (unsigned)__builtin_amdgcn_ds_bpermute(__at, (int)(unsigned)__value);
  unsigned __high = (unsigned)__builtin_amdgcn_ds_bpermute(__at, (int)(unsigned)(__value >> 32));
  return (unsigned long long)__high << 32 | __low;
}

extern "C" {
__CHV_DEVICE unsigned __chv_sync_reduce(unsigned long long __mask, unsigned __value, unsigned __kind, unsigned) {
  unsigned long long __left = __mask & __chv_ballot(true);
  unsigned __result = __chv_shuffle(__mask, __value, (unsigned)__builtin_ctzll(__left), __CHEVRON_WARP_SIZE__, 0);
  for (__left &= __left - 1; __left; __left &= __left - 1) {
    unsigned __next = __chv_shuffle(__mask, __value, (unsigned)__builtin_ctzll(__left), __CHEVRON_WARP_SIZE__, 0);
    switch (__kind) {
      case 0: __result += __next; break;
      case 1: __result = __next < __result ? __next : __result; break;
      case 2: __result = __next > __result ? __next : __result; break;
      case 3: __result = (int)__next < (int)__result ? __next : __result; break;
      case 4: __result = (int)__next > (int)__result ? __next : __result; break;
      case 5: __result &= __next; break;
      case 6: __result |= __next; break;
      default: __result ^= __next; break;
    }
  }
  return __result;
}
}
