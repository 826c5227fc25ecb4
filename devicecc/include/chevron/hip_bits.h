// HIP's integer functions of device code, memory scopes, and those of AMD's compiler builtins that mean something on any device.
#pragma once

#include "groups_lanes.h"

// Clang's `__hip_atomic_*` builtins are there in CUDA code too; the scopes' names come with its HIP dialect only.
#ifndef __HIP_MEMORY_SCOPE_SINGLETHREAD
#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5
#endif

// Fields of `width` bits from bit `offset` on. Both count modulo the word; a width of 0 is an empty field.
#define __CHV_FIELDS(suffix, T, bits)                                                                   \
  __CHV_BOTH T __bitextract_##suffix(T __from, unsigned __offset, unsigned __width) {                         \
    __offset &= bits - 1, __width &= bits - 1;                                                              \
    return (__from >> __offset) & (((T)1 << __width) - 1);                                                    \
  }                                                                                                     \
  __CHV_BOTH T __bitinsert_##suffix(T __into, T __field, unsigned __offset, unsigned __width) {                 \
    __offset &= bits - 1, __width &= bits - 1;                                                              \
    const T __mask = ((T)1 << __width) - 1;                                                                 \
    return (__into & ~(__mask << __offset)) | ((__field & __mask) << __offset);                                     \
  }
__CHV_FIELDS(u32, unsigned, 32)
__CHV_FIELDS(u64, unsigned long long, 64)
#undef __CHV_FIELDS
// Bits before the first one from below (`last`) or from above (`first`); all ones if there is none.
__CHV_BOTH unsigned __lastbit_u32_u32(unsigned __word) { return __word ? (unsigned)__builtin_ctz(__word) : ~0u; }
__CHV_BOTH unsigned __lastbit_u32_u64(unsigned long long __word) { return __word ? (unsigned)__builtin_ctzll(__word) : ~0u; }
__CHV_BOTH unsigned __firstbit_u32_u32(unsigned __word) { return __word ? (unsigned)__builtin_clz(__word) : ~0u; }
__CHV_BOTH unsigned __firstbit_u32_u64(unsigned long long __word) { return __word ? (unsigned)__builtin_clzll(__word) : ~0u; }
// Where `mask` is one the bits of `yes`, else those of `no`.
__CHV_BOTH unsigned __bitselect_u32(unsigned __mask, unsigned __yes, unsigned __no) { return (__mask & __yes) | (~__mask & __no); }
__CHV_BOTH unsigned long long __bitselect_u64(unsigned long long __mask, unsigned long long __yes, unsigned long long __no) {
  return (__mask & __yes) | (~__mask & __no);
}
// The place of the `n`-th one from bit `base` on, upwards, or downwards for a negative `n`. -1 if there are not so many.
__CHV_BOTH int __fns64(unsigned long long __mask, unsigned __base, int __n) {
  const int __step = __n < 0 ? -1 : 1;
  int __left = __n < 0 ? -__n : __n;
  if (__left == 0) return (__mask >> (__base & 63)) & 1 ? (int)__base : -1;
  for (int __bit = (int)__base; __bit >= 0 && __bit < 64; __bit += __step)
    if ((__mask >> __bit) & 1 && --__left == 0) return __bit;
  return -1;
}
__CHV_BOTH int __fns32(unsigned long long __mask, unsigned __base, int __n) { return __fns64(__mask, __base, __n); }

// Of the lanes below mine, those whose bit in `mask` is set, and `count`: of the first 32 lanes, and of those above.
__CHV_DEVICE unsigned __mbcnt_lo(unsigned __mask, unsigned __count) {
  const unsigned __lane = __chv_lane();
  return __count + (unsigned)__builtin_popcount(__lane < 32 ? __mask & (unsigned)__chv_groups::below(__lane) : __mask);
}
__CHV_DEVICE unsigned __mbcnt_hi(unsigned __mask, unsigned __count) {
  const unsigned __lane = __chv_lane();
  return __count + (unsigned)(__lane > 32 ? __builtin_popcount(__mask & (unsigned)__chv_groups::below(__lane - 32)) : 0);
}
__CHV_DEVICE unsigned long long __lanemask_lt() { return __chv_groups::below(__chv_lane()); }
__CHV_DEVICE unsigned long long __lanemask_eq() { return 1ull << __chv_lane(); }
__CHV_DEVICE unsigned long long __lanemask_gt() {
  return __chv_groups::range(0, __CHEVRON_WARP_SIZE__) & ~(__lanemask_lt() | __lanemask_eq());
}
__CHV_DEVICE long long __clock64() { return __chv_clock(); }
__CHV_DEVICE long long __clock() { return __chv_clock(); }
// The value of the lane that a quarter of `place` names.
__CHV_DEVICE int __hip_ds_bpermute(int __place, int __value) {
  return __chv_groups::shuffle(__chv_groups::active(), __value, (unsigned)(__place >> 2), __CHEVRON_WARP_SIZE__, 0);
}
__CHV_DEVICE float __hip_ds_bpermutef(int __place, float __value) {
  return __chv_groups::shuffle(__chv_groups::active(), __value, (unsigned)(__place >> 2), __CHEVRON_WARP_SIZE__, 0);
}

// Where device code is for an AMD GPU, these are clang's own, on both sides.
#ifndef __AMDGCN__
__CHV_DEVICE unsigned __builtin_amdgcn_mbcnt_lo(unsigned __mask, unsigned __count) { return __mbcnt_lo(__mask, __count); }
__CHV_DEVICE unsigned __builtin_amdgcn_mbcnt_hi(unsigned __mask, unsigned __count) { return __mbcnt_hi(__mask, __count); }
__CHV_DEVICE int __builtin_amdgcn_ds_bpermute(int __place, int __value) { return __hip_ds_bpermute(__place, __value); }
__CHV_DEVICE int __builtin_amdgcn_readlane(int __value, int __lane) {
  return __chv_groups::shuffle(__chv_groups::active(), __value, (unsigned)__lane, __CHEVRON_WARP_SIZE__, 0);
}
__CHV_DEVICE int __builtin_amdgcn_readfirstlane(int __value) {
  const unsigned long long __lanes = __chv_groups::active();
  return __chv_groups::shuffle(__lanes, __value, __chv_groups::first(__lanes), __CHEVRON_WARP_SIZE__, 0);
}
__CHV_DEVICE unsigned __builtin_amdgcn_ballot_w32(bool __predicate) {
  return (unsigned)__chv_groups::ballot(__chv_groups::active(), __predicate);
}
__CHV_DEVICE unsigned long long __builtin_amdgcn_ballot_w64(bool __predicate) {
  return __chv_groups::ballot(__chv_groups::active(), __predicate);
}
__CHV_DEVICE unsigned long long __builtin_amdgcn_read_exec() { return __chv_groups::active(); }
__CHV_DEVICE unsigned __builtin_amdgcn_wavefrontsize() { return __CHEVRON_WARP_SIZE__; }
__CHV_DEVICE void __builtin_amdgcn_s_barrier() { __chv_sync_block(0); }
__CHV_DEVICE void __builtin_amdgcn_wave_barrier() { __chv_groups::sync(__chv_groups::active()); }
#define __builtin_amdgcn_fence(...) __threadfence_system()
#define __builtin_amdgcn_s_waitcnt(counters) __threadfence_block()
#define __builtin_amdgcn_s_sleep(cycles) __chv_sync_yield(0)
#define __builtin_amdgcn_sched_barrier(mask) ((void)(mask))
__CHV_DEVICE unsigned long long __builtin_amdgcn_s_memtime() { return (unsigned long long)__chv_clock(); }
__CHV_DEVICE unsigned long long __builtin_amdgcn_s_memrealtime() { return __chv_global_timer(); }
#define __CHV_OF_AXIS(axis)                                                                              \
  __CHV_DEVICE unsigned __builtin_amdgcn_workitem_id_##axis() { return __chv_tid_##axis(); }             \
  __CHV_DEVICE unsigned __builtin_amdgcn_workgroup_id_##axis() { return __chv_ctaid_##axis(); }          \
  __CHV_DEVICE unsigned __builtin_amdgcn_workgroup_size_##axis() { return __chv_ntid_##axis(); }         \
  __CHV_DEVICE unsigned __builtin_amdgcn_grid_size_##axis() { return __chv_ntid_##axis() * __chv_nctaid_##axis(); }
__CHV_OF_AXIS(x)
__CHV_OF_AXIS(y)
__CHV_OF_AXIS(z)
#undef __CHV_OF_AXIS
__CHV_DEVICE float __builtin_amdgcn_rcpf(float __x) { return 1.0f / __x; }
__CHV_DEVICE double __builtin_amdgcn_rcp(double __x) { return 1.0 / __x; }
__CHV_DEVICE float __builtin_amdgcn_sqrtf(float __x) { return sqrtf(__x); }
__CHV_DEVICE float __builtin_amdgcn_rsqf(float __x) { return rsqrtf(__x); }
__CHV_DEVICE float __builtin_amdgcn_fractf(float __x) { return __x - floorf(__x); }
__CHV_DEVICE float __builtin_amdgcn_fmed3f(float __a, float __b, float __c) { return fmaxf(fminf(__a, __b), fminf(fmaxf(__a, __b), __c)); }
__CHV_DEVICE unsigned __builtin_amdgcn_ubfe(unsigned __from, unsigned __offset, unsigned __width) {
  return __bitextract_u32(__from, __offset, __width);
}
__CHV_DEVICE int __builtin_amdgcn_sbfe(int __from, unsigned __offset, unsigned __width) {
  __width &= 31;
  return __width ? (int)((__bitextract_u32((unsigned)__from, __offset, __width)) << (32 - __width)) >> (32 - __width) : 0;
}
__CHV_DEVICE unsigned __builtin_amdgcn_alignbit(unsigned __high, unsigned __low, unsigned __bits) {
  return (unsigned)((((unsigned long long)__high << 32) | __low) >> (__bits & 31));
}
__CHV_DEVICE unsigned __builtin_amdgcn_alignbyte(unsigned __high, unsigned __low, unsigned __bytes) {
  return (unsigned)((((unsigned long long)__high << 32) | __low) >> (8 * (__bytes & 3)));
}
#endif

// What is a part of AMD's instruction set alone.
#define __CHV_NO(name) \
  template <class... __T> __device__ int name(__T...) __CHV_ABSENT("`" #name "` (an instruction of AMD's devices)");
#ifndef __AMDGCN__
__CHV_NO(__builtin_amdgcn_ds_permute)
__CHV_NO(__builtin_amdgcn_ds_swizzle)
__CHV_NO(__builtin_amdgcn_mov_dpp)
__CHV_NO(__builtin_amdgcn_mov_dpp8)
__CHV_NO(__builtin_amdgcn_update_dpp)
__CHV_NO(__builtin_amdgcn_permlane16)
__CHV_NO(__builtin_amdgcn_permlanex16)
__CHV_NO(__builtin_amdgcn_writelane)
__CHV_NO(__builtin_amdgcn_perm)
__CHV_NO(__builtin_amdgcn_s_getreg)
__CHV_NO(__builtin_amdgcn_s_setprio)
__CHV_NO(__builtin_amdgcn_sdot4)
__CHV_NO(__builtin_amdgcn_udot4)
__CHV_NO(__builtin_amdgcn_sched_group_barrier)
__CHV_NO(__builtin_amdgcn_make_buffer_rsrc)
__CHV_NO(__builtin_amdgcn_dispatch_ptr)
__CHV_NO(__builtin_amdgcn_implicitarg_ptr)
__CHV_NO(__builtin_amdgcn_mfma_f32_32x32x1f32)
__CHV_NO(__builtin_amdgcn_mfma_f32_16x16x4f32)
__CHV_NO(__builtin_amdgcn_mfma_f32_4x4x1f32)
__CHV_NO(__builtin_amdgcn_mfma_f32_32x32x8f16)
__CHV_NO(__builtin_amdgcn_mfma_f32_16x16x16f16)
__CHV_NO(__builtin_amdgcn_mfma_f64_16x16x4f64)
#endif
__CHV_NO(__hip_ds_permute)
__CHV_NO(__hip_ds_swizzle)
__CHV_NO(__hip_move_dpp)
#undef __CHV_NO
