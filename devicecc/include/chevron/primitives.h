// The primitives each device provides (docs/primitives.md). Nothing else in these headers is left undefined
// by device code but libm and libc names.
#pragma once

#include "qualifiers.h"

#ifdef __CHV_NVPTX__
#include "primitives_nvptx.h"
#elif defined(__CHV_AMDGCN__)
#include "primitives_amdgcn.h"
#else

#define __CHV_INDEX extern "C" __device__ __attribute__((__const__, __nothrow__))
#define __CHV_SYNC extern "C" __device__ __attribute__((__convergent__, __nothrow__))

__CHV_INDEX unsigned __chv_tid_x(void);
__CHV_INDEX unsigned __chv_tid_y(void);
__CHV_INDEX unsigned __chv_tid_z(void);
__CHV_INDEX unsigned __chv_ctaid_x(void);
__CHV_INDEX unsigned __chv_ctaid_y(void);
__CHV_INDEX unsigned __chv_ctaid_z(void);
__CHV_INDEX unsigned __chv_ntid_x(void);
__CHV_INDEX unsigned __chv_ntid_y(void);
__CHV_INDEX unsigned __chv_ntid_z(void);
__CHV_INDEX unsigned __chv_nctaid_x(void);
__CHV_INDEX unsigned __chv_nctaid_y(void);
__CHV_INDEX unsigned __chv_nctaid_z(void);
__CHV_INDEX unsigned __chv_lane(void);
__CHV_INDEX unsigned __chv_warp_size(void);
__CHV_INDEX unsigned __chv_dynamic_shared_bytes(void);
__CHV_INDEX int __chv_is_shared(const void *__address);

extern "C" {
__device__ __attribute__((__nothrow__)) long long __chv_clock(void);                  // cycles
__device__ __attribute__((__nothrow__)) unsigned long long __chv_global_timer(void);  // nanoseconds
__device__ __attribute__((__noreturn__, __nothrow__)) void __chv_trap(void);
__device__ __attribute__((__noreturn__, __nothrow__)) void __chv_assert_fail(const char *__expression, const char *__file, unsigned __line,
                                                                     const char *__function);
__device__ int __chv_printf(const char *__format, ...) __attribute__((__format__(__printf__, 1, 2)));
__device__ int __chv_printed(void);  // characters of this thread's last call of it
__device__ void *__chv_malloc(__SIZE_TYPE__ __bytes) __attribute__((__malloc__));
__device__ void __chv_free(void *__address);
}

// The last argument is the site: 0 here, numbered by the shim.
__CHV_SYNC void __chv_sync_block(unsigned __site);
__CHV_SYNC int __chv_sync_block_count(int __predicate, unsigned __site);
__CHV_SYNC int __chv_sync_block_and(int __predicate, unsigned __site);
__CHV_SYNC int __chv_sync_block_or(int __predicate, unsigned __site);
__CHV_SYNC void __chv_sync_named(unsigned __barrier, unsigned __threads, unsigned __site);
__CHV_SYNC void __chv_sync_grid(unsigned __site);
// A cluster: its barrier, its blocks along an axis, where a block's shared memory begins, in whose shared memory an address lies.
__CHV_SYNC void __chv_sync_cluster(unsigned __site);
__CHV_SYNC unsigned __chv_sync_cluster_extent(unsigned __axis, unsigned __site);
__CHV_SYNC char *__chv_sync_cluster_shared(unsigned __rank, unsigned __site);
__CHV_SYNC unsigned __chv_sync_cluster_owner(const void *__address, unsigned __site);
__CHV_SYNC void __chv_sync_warp(unsigned long long __mask, unsigned __site);
__CHV_SYNC unsigned long long __chv_sync_ballot(unsigned long long __mask, int __predicate, unsigned __site);
// kind: 0 from lane `operand`, 1 up, 2 down, 3 xor
__CHV_SYNC unsigned long long __chv_sync_shuffle(unsigned long long __mask, unsigned long long __value, unsigned __operand,
                                                 unsigned __width, unsigned __kind, unsigned __site);
__CHV_SYNC unsigned long long __chv_sync_match_any(unsigned long long __mask, unsigned long long __value, unsigned __site);
__CHV_SYNC unsigned long long __chv_sync_match_all(unsigned long long __mask, unsigned long long __value, int *__all_, unsigned __site);
// kind: 0 add, 1 min u32, 2 max u32, 3 min s32, 4 max s32, 5 and, 6 or, 7 xor
__CHV_SYNC unsigned __chv_sync_reduce(unsigned long long __mask, unsigned __value, unsigned __kind, unsigned __site);
__CHV_SYNC unsigned long long __chv_sync_active_mask(unsigned __site);
__CHV_SYNC void __chv_sync_yield(unsigned __site);

#undef __CHV_INDEX
#undef __CHV_SYNC

__CHV_DEVICE unsigned __chv_shuffle(unsigned long long __mask, unsigned __value, unsigned __operand, unsigned __width, unsigned __kind) {
  return (unsigned)__chv_sync_shuffle(__mask, __value, __operand, __width, __kind, 0);
}
__CHV_DEVICE unsigned long long __chv_shuffle(unsigned long long __mask, unsigned long long __value, unsigned __operand,
                                              unsigned __width, unsigned __kind) {
  return __chv_sync_shuffle(__mask, __value, __operand, __width, __kind, 0);
}

#endif
