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
  unsigned bytes;
  __asm__("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
  return bytes;
}
__CHV_DEVICE int __chv_is_shared(const void *address) { return __nvvm_isspacep_shared(address); }
__CHV_DEVICE long long __chv_clock(void) { return __nvvm_read_ptx_sreg_clock64(); }
__CHV_DEVICE unsigned long long __chv_global_timer(void) { return __nvvm_read_ptx_sreg_globaltimer(); }

// The driver has these four by name.
__device__ __attribute__((noreturn, nothrow)) void __assertfail(const char *expression, const char *file, unsigned line,
                                                                const char *function, __SIZE_TYPE__ character_bytes);
__device__ int printf(const char *, ...) __attribute__((format(printf, 1, 2)));
__device__ void *malloc(__SIZE_TYPE__) __attribute__((malloc));
__device__ void free(void *);
__CHV_DEVICE __attribute__((noreturn)) void __chv_trap(void) { __builtin_trap(); }
__CHV_DEVICE __attribute__((noreturn)) void __chv_assert_fail(const char *expression, const char *file, unsigned line,
                                                              const char *function) {
  __assertfail(expression, file, line, function, 1);
}

__CHV_DEVICE void __chv_sync_block(unsigned) { __nvvm_barrier_sync(0); }
__CHV_DEVICE int __chv_sync_block_count(int predicate, unsigned) { return __nvvm_bar0_popc(predicate); }
__CHV_DEVICE int __chv_sync_block_and(int predicate, unsigned) { return __nvvm_bar0_and(predicate); }
__CHV_DEVICE int __chv_sync_block_or(int predicate, unsigned) { return __nvvm_bar0_or(predicate); }
__CHV_DEVICE void __chv_sync_named(unsigned barrier, unsigned threads, unsigned) { __nvvm_barrier_sync_cnt(barrier, threads); }
__CHV_DEVICE void __chv_sync_warp(unsigned long long mask, unsigned) { __nvvm_bar_warp_sync((unsigned)mask); }
__CHV_DEVICE unsigned long long __chv_sync_ballot(unsigned long long mask, int predicate, unsigned) {
  return __nvvm_vote_ballot_sync((unsigned)mask, predicate);
}
__CHV_DEVICE unsigned long long __chv_sync_match_any(unsigned long long mask, unsigned long long value, unsigned) {
  return __nvvm_match_any_sync_i64((unsigned)mask, (long long)value);
}
__CHV_DEVICE unsigned long long __chv_sync_match_all(unsigned long long mask, unsigned long long value, int *all, unsigned) {
  return __nvvm_match_all_sync_i64p((unsigned)mask, (long long)value, all);
}
__CHV_DEVICE unsigned long long __chv_sync_active_mask(unsigned) { return __nvvm_activemask(); }
__CHV_DEVICE void __chv_sync_yield(unsigned) { __nvvm_nanosleep(0); }

// The driver gives each cooperative launch 64-bit words in global memory and their address in two registers: a size in 32 bits,
// then a counter that only grid barriers use. Its top bit flips when all blocks have come: each adds 1, the first so much that
// the sum is 2^31.
__CHV_DEVICE unsigned *__chv_grid_counter(void) {
  unsigned low, high;
  __asm__("mov.u32 %0, %%envreg2;" : "=r"(low));
  __asm__("mov.u32 %0, %%envreg1;" : "=r"(high));
  unsigned long long workspace = (unsigned long long)high << 32 | low;
  return workspace ? (unsigned *)workspace + 1 : (unsigned *)0;
}
__CHV_DEVICE void __chv_sync_grid(unsigned) {
  unsigned *counter = __chv_grid_counter();
  if (!counter) __chv_trap();  // not launched cooperatively
  __nvvm_barrier_sync(0);
  if ((__chv_tid_x() | __chv_tid_y() | __chv_tid_z()) == 0) {
    bool first = (__chv_ctaid_x() | __chv_ctaid_y() | __chv_ctaid_z()) == 0;
    unsigned blocks = __chv_nctaid_x() * __chv_nctaid_y() * __chv_nctaid_z();
    unsigned share = first ? 0x80000000u - (blocks - 1) : 1;
    unsigned before, now;
    __nvvm_membar_gl();
    __asm__ __volatile__("atom.add.release.gpu.u32 %0, [%1], %2;" : "=r"(before) : "l"(counter), "r"(share) : "memory");
    do
      __asm__ __volatile__("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(counter) : "memory");
    while (((now ^ before) & 0x80000000u) == 0);
  }
  __nvvm_barrier_sync(0);
}
}

// The instruction's last operand: the end of the lane's part of the warp, and in the high half which bits of a lane number stay.
__CHV_DEVICE unsigned __chv_shuffle(unsigned long long mask, unsigned value, unsigned operand, unsigned width, unsigned kind) {
  unsigned clamp = (32 - width) << 8 | (kind == 1 ? 0 : 31);
  switch (kind) {
    case 0: return __nvvm_shfl_sync_idx_i32((unsigned)mask, value, operand, clamp);
    case 1: return __nvvm_shfl_sync_up_i32((unsigned)mask, value, operand, clamp);
    case 2: return __nvvm_shfl_sync_down_i32((unsigned)mask, value, operand, clamp);
    default: return __nvvm_shfl_sync_bfly_i32((unsigned)mask, value, operand, clamp);
  }
}
__CHV_DEVICE unsigned long long __chv_shuffle(unsigned long long mask, unsigned long long value, unsigned operand,
                                              unsigned width, unsigned kind) {
  unsigned low = __chv_shuffle(mask, (unsigned)value, operand, width, kind);
  unsigned high = __chv_shuffle(mask, (unsigned)(value >> 32), operand, width, kind);
  return (unsigned long long)high << 32 | low;
}

extern "C" {
__CHV_DEVICE unsigned __chv_sync_reduce(unsigned long long mask, unsigned value, unsigned kind, unsigned) {
#if __CUDA_ARCH__ >= 800
  switch (kind) {
    case 0: return __nvvm_redux_sync_add(value, (unsigned)mask);
    case 1: return __nvvm_redux_sync_umin(value, (unsigned)mask);
    case 2: return __nvvm_redux_sync_umax(value, (unsigned)mask);
    case 3: return __nvvm_redux_sync_min(value, (unsigned)mask);
    case 4: return __nvvm_redux_sync_max(value, (unsigned)mask);
    case 5: return __nvvm_redux_sync_and(value, (unsigned)mask);
    case 6: return __nvvm_redux_sync_or(value, (unsigned)mask);
    default: return __nvvm_redux_sync_xor(value, (unsigned)mask);
  }
#else
  unsigned left = (unsigned)mask, result = __chv_shuffle(mask, value, __builtin_ctz(left), 32, 0);
  for (left &= left - 1; left; left &= left - 1) {
    unsigned next = __chv_shuffle(mask, value, __builtin_ctz(left), 32, 0);
    switch (kind) {
      case 0: result += next; break;
      case 1: result = next < result ? next : result; break;
      case 2: result = next > result ? next : result; break;
      case 3: result = (int)next < (int)result ? next : result; break;
      case 4: result = (int)next > (int)result ? next : result; break;
      case 5: result &= next; break;
      case 6: result |= next; break;
      default: result ^= next; break;
    }
  }
  return result;
#endif
}
}
