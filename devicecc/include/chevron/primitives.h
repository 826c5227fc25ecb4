// The primitives each device provides (ARCHITECTURE.md, "Device primitives"). Nothing else in these headers is left undefined
// by device code but libm and libc names.
#pragma once

#include "qualifiers.h"

#ifdef __CHV_NVPTX__
#include "primitives_nvptx.h"
#else

#define __CHV_INDEX extern "C" __device__ __attribute__((const, nothrow))
#define __CHV_SYNC extern "C" __device__ __attribute__((convergent, nothrow))

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
__CHV_INDEX int __chv_is_shared(const void *address);

extern "C" {
__device__ __attribute__((nothrow)) long long __chv_clock(void);                  // cycles
__device__ __attribute__((nothrow)) unsigned long long __chv_global_timer(void);  // nanoseconds
__device__ __attribute__((noreturn, nothrow)) void __chv_trap(void);
__device__ __attribute__((noreturn, nothrow)) void __chv_assert_fail(const char *expression, const char *file, unsigned line,
                                                                     const char *function);
__device__ int __chv_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
__device__ void *__chv_malloc(__SIZE_TYPE__ bytes) __attribute__((malloc));
__device__ void __chv_free(void *address);
}

// The last argument is the site: 0 here, numbered by the shim.
__CHV_SYNC void __chv_sync_block(unsigned site);
__CHV_SYNC int __chv_sync_block_count(int predicate, unsigned site);
__CHV_SYNC int __chv_sync_block_and(int predicate, unsigned site);
__CHV_SYNC int __chv_sync_block_or(int predicate, unsigned site);
__CHV_SYNC void __chv_sync_named(unsigned barrier, unsigned threads, unsigned site);
__CHV_SYNC void __chv_sync_grid(unsigned site);
__CHV_SYNC void __chv_sync_warp(unsigned long long mask, unsigned site);
__CHV_SYNC unsigned long long __chv_sync_ballot(unsigned long long mask, int predicate, unsigned site);
// kind: 0 from lane `operand`, 1 up, 2 down, 3 xor
__CHV_SYNC unsigned long long __chv_sync_shuffle(unsigned long long mask, unsigned long long value, unsigned operand,
                                                 unsigned width, unsigned kind, unsigned site);
__CHV_SYNC unsigned long long __chv_sync_match_any(unsigned long long mask, unsigned long long value, unsigned site);
__CHV_SYNC unsigned long long __chv_sync_match_all(unsigned long long mask, unsigned long long value, int *all, unsigned site);
// kind: 0 add, 1 min u32, 2 max u32, 3 min s32, 4 max s32, 5 and, 6 or, 7 xor
__CHV_SYNC unsigned __chv_sync_reduce(unsigned long long mask, unsigned value, unsigned kind, unsigned site);
__CHV_SYNC unsigned long long __chv_sync_active_mask(unsigned site);
__CHV_SYNC void __chv_sync_yield(unsigned site);

#undef __CHV_INDEX
#undef __CHV_SYNC

__CHV_DEVICE unsigned __chv_shuffle(unsigned long long mask, unsigned value, unsigned operand, unsigned width, unsigned kind) {
  return (unsigned)__chv_sync_shuffle(mask, value, operand, width, kind, 0);
}
__CHV_DEVICE unsigned long long __chv_shuffle(unsigned long long mask, unsigned long long value, unsigned operand,
                                              unsigned width, unsigned kind) {
  return __chv_sync_shuffle(mask, value, operand, width, kind, 0);
}

#endif
