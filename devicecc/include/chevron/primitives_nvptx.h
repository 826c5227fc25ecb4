// The primitives of primitives.h on NVIDIA GPUs: each is an instruction or two, inlined; the site says nothing here.
#pragma once

#include "qualifiers.h"

#if __CHEVRON_WARP_SIZE__ != 32
#error "an NVIDIA GPU has warps of 32 threads"
#endif

extern "C" {
#define __CHV_INDEX(name, builtin) \
  __CHV_DEVICE unsigned name(void) { return __nvvm_read_ptx_sreg_##builtin(); }
__CHV_INDEX(__chv_tid_x, tid_x)
__CHV_INDEX(__chv_tid_y, tid_y)
__CHV_INDEX(__chv_tid_z, tid_z)
__CHV_INDEX(__chv_ctaid_x, ctaid_x)
__CHV_INDEX(__chv_ctaid_y, ctaid_y)
__CHV_INDEX(__chv_ctaid_z, ctaid_z)
__CHV_INDEX(__chv_ntid_x, ntid_x)
__CHV_INDEX(__chv_ntid_y, ntid_y)
__CHV_INDEX(__chv_ntid_z, ntid_z)
__CHV_INDEX(__chv_nctaid_x, nctaid_x)
__CHV_INDEX(__chv_nctaid_y, nctaid_y)
__CHV_INDEX(__chv_nctaid_z, nctaid_z)
__CHV_INDEX(__chv_lane, laneid)
#undef __CHV_INDEX
__CHV_DEVICE unsigned __chv_warp_size(void) { return 32; }
__CHV_DEVICE unsigned __chv_dynamic_shared_bytes(void) {
  unsigned __bytes;
  __asm__("mov.u32 %0, %%dynamic_smem_size;" : "=r"(__bytes));
  return __bytes;
}
__CHV_DEVICE int __chv_is_shared(const void *__address) { return __nvvm_isspacep_shared(__address); }
__CHV_DEVICE long long __chv_clock(void) { return __nvvm_read_ptx_sreg_clock64(); }
__CHV_DEVICE unsigned long long __chv_global_timer(void) { return __nvvm_read_ptx_sreg_globaltimer(); }

// The driver has these four by name.
__device__ __attribute__((__noreturn__, __nothrow__)) void __assertfail(const char *__expression, const char *__file, unsigned __line,
                                                                const char *__function, __SIZE_TYPE__ __character_bytes);
__device__ int printf(const char *, ...) __attribute__((__format__(__printf__, 1, 2)));
__device__ void *malloc(__SIZE_TYPE__) __attribute__((__malloc__));
__device__ void free(void *);
__CHV_DEVICE __attribute__((__noreturn__)) void __chv_trap(void) { __builtin_trap(); }
__CHV_DEVICE __attribute__((__noreturn__)) void __chv_assert_fail(const char *__expression, const char *__file, unsigned __line,
                                                              const char *__function) {
  __assertfail(__expression, __file, __line, __function, 1);
}

__CHV_DEVICE void __chv_sync_block(unsigned) { __nvvm_barrier_sync(0); }
__CHV_DEVICE int __chv_sync_block_count(int __predicate, unsigned) { return __nvvm_bar0_popc(__predicate); }
__CHV_DEVICE int __chv_sync_block_and(int __predicate, unsigned) { return __nvvm_bar0_and(__predicate); }
__CHV_DEVICE int __chv_sync_block_or(int __predicate, unsigned) { return __nvvm_bar0_or(__predicate); }
__CHV_DEVICE void __chv_sync_named(unsigned __barrier, unsigned __threads, unsigned) { __nvvm_barrier_sync_cnt(__barrier, __threads); }
__CHV_DEVICE void __chv_sync_warp(unsigned long long __mask, unsigned) { __nvvm_bar_warp_sync((unsigned)__mask); }
__CHV_DEVICE unsigned long long __chv_sync_ballot(unsigned long long __mask, int __predicate, unsigned) {
  return __nvvm_vote_ballot_sync((unsigned)__mask, __predicate);
}
__CHV_DEVICE unsigned long long __chv_sync_match_any(unsigned long long __mask, unsigned long long __value, unsigned) {
  return __nvvm_match_any_sync_i64((unsigned)__mask, (long long)__value);
}
__CHV_DEVICE unsigned long long __chv_sync_match_all(unsigned long long __mask, unsigned long long __value, int *__all_, unsigned) {
  return __nvvm_match_all_sync_i64p((unsigned)__mask, (long long)__value, __all_);
}
__CHV_DEVICE unsigned long long __chv_sync_active_mask(unsigned) { return __nvvm_activemask(); }
__CHV_DEVICE void __chv_sync_yield(unsigned) { __nvvm_nanosleep(0); }

// The driver gives each cooperative launch 64-bit words in global memory and their address in two registers: a size in 32 bits,
// then a counter that only grid barriers use. Its top bit flips when all blocks have come: each adds 1, the first so much that
// the sum is 2^31.
__CHV_DEVICE unsigned *__chv_grid_counter(void) {
  unsigned __low, __high;
  __asm__("mov.u32 %0, %%envreg2;" : "=r"(__low));
  __asm__("mov.u32 %0, %%envreg1;" : "=r"(__high));
  unsigned long long __workspace = (unsigned long long)__high << 32 | __low;
  return __workspace ? (unsigned *)__workspace + 1 : (unsigned *)0;
}
__CHV_DEVICE void __chv_sync_grid(unsigned) {
  unsigned *__counter = __chv_grid_counter();
  if (!__counter) __chv_trap();  // not launched cooperatively
  __nvvm_barrier_sync(0);
  if ((__chv_tid_x() | __chv_tid_y() | __chv_tid_z()) == 0) {
    bool __first = (__chv_ctaid_x() | __chv_ctaid_y() | __chv_ctaid_z()) == 0;
    unsigned __blocks = __chv_nctaid_x() * __chv_nctaid_y() * __chv_nctaid_z();
    unsigned __share = __first ? 0x80000000u - (__blocks - 1) : 1;
    unsigned __before, __now;
    __nvvm_membar_gl();
    __asm__ __volatile__("atom.add.release.gpu.u32 %0, [%1], %2;" : "=r"(__before) : "l"(__counter), "r"(__share) : "memory");
    do
      __asm__ __volatile__("ld.acquire.gpu.u32 %0, [%1];" : "=r"(__now) : "l"(__counter) : "memory");
    while (((__now ^ __before) & 0x80000000u) == 0);
  }
  __nvvm_barrier_sync(0);
}
}

// The instruction's last operand: the end of the lane's part of the warp, and in the high half which bits of a lane number stay.
__CHV_DEVICE unsigned __chv_shuffle(unsigned long long __mask, unsigned __value, unsigned __operand, unsigned __width, unsigned __kind) {
  unsigned __clamp = (32 - __width) << 8 | (__kind == 1 ? 0 : 31);
  switch (__kind) {
    case 0: return __nvvm_shfl_sync_idx_i32((unsigned)__mask, __value, __operand, __clamp);
    case 1: return __nvvm_shfl_sync_up_i32((unsigned)__mask, __value, __operand, __clamp);
    case 2: return __nvvm_shfl_sync_down_i32((unsigned)__mask, __value, __operand, __clamp);
    default: return __nvvm_shfl_sync_bfly_i32((unsigned)__mask, __value, __operand, __clamp);
  }
}
__CHV_DEVICE unsigned long long __chv_shuffle(unsigned long long __mask, unsigned long long __value, unsigned __operand,
                                              unsigned __width, unsigned __kind) {
  unsigned __low = __chv_shuffle(__mask, (unsigned)__value, __operand, __width, __kind);
  unsigned __high = __chv_shuffle(__mask, (unsigned)(__value >> 32), __operand, __width, __kind);
  return (unsigned long long)__high << 32 | __low;
}

extern "C" {
__CHV_DEVICE unsigned __chv_sync_reduce(unsigned long long __mask, unsigned __value, unsigned __kind, unsigned) {
#if __CUDA_ARCH__ >= 800
  switch (__kind) {
    case 0: return __nvvm_redux_sync_add(__value, (unsigned)__mask);
    case 1: return __nvvm_redux_sync_umin(__value, (unsigned)__mask);
    case 2: return __nvvm_redux_sync_umax(__value, (unsigned)__mask);
    case 3: return __nvvm_redux_sync_min(__value, (unsigned)__mask);
    case 4: return __nvvm_redux_sync_max(__value, (unsigned)__mask);
    case 5: return __nvvm_redux_sync_and(__value, (unsigned)__mask);
    case 6: return __nvvm_redux_sync_or(__value, (unsigned)__mask);
    default: return __nvvm_redux_sync_xor(__value, (unsigned)__mask);
  }
#else
  unsigned __left = (unsigned)__mask, result = __chv_shuffle(__mask, __value, __builtin_ctz(__left), 32, 0);
  for (__left &= __left - 1; __left; __left &= __left - 1) {
    unsigned __next = __chv_shuffle(__mask, __value, __builtin_ctz(__left), 32, 0);
    switch (__kind) {
      case 0: result += __next; break;
      case 1: result = __next < result ? __next : result; break;
      case 2: result = __next > result ? __next : result; break;
      case 3: result = (int)__next < (int)result ? __next : result; break;
      case 4: result = (int)__next > (int)result ? __next : result; break;
      case 5: result &= __next; break;
      case 6: result |= __next; break;
      default: result ^= __next; break;
    }
  }
  return result;
#endif
}
}
