// bfloat16: `__nv_bfloat16`, `__nv_bfloat162` and the functions of CUDA's header of this name, on host and device. See chevron/half_round.h for
// how results are rounded. `__nv_bfloat16` is the upper half of a float in memory, `__nv_bfloat162` two of them, x in the lower half.
#pragma once

// NVIDIA's include guard: programs ask for it.
#define __CUDA_BF16_H__

#include "chevron/half_round.h"

// Before sm_80 GPUs have no instruction for it.
#if defined(__CHV_NVPTX__) && __CUDA_ARCH__ >= 800
#define __CHV_NATIVE __bf16
#endif
#if defined(__CHV_NVPTX__) && __CUDA_ARCH__ >= 900
#define __CHV_ATOM "bf16"
#endif

namespace __chv_fp {

#ifdef __CHV_NATIVE
__CHV_HDC float widen_bf16(unsigned short __s) { return __builtin_bit_cast(__bf16, __s); }
__CHV_HDC unsigned short narrow_bf16(float __x) { return __builtin_bit_cast(unsigned short, __bf16(__x)); }
#else
// Bits instead of `__bf16`: its conversions would call __truncsfbf2, which libgcc has only since GCC 13.
__CHV_HDC float widen_bf16(unsigned short __s) { return __builtin_bit_cast(float, unsigned(__s) << 16); }
__CHV_HDC unsigned short narrow_bf16(float __x) {
  const unsigned __raw = __builtin_bit_cast(unsigned, __x);
  return __x != __x ? 0x7fff : (unsigned short)((__raw + 0x7fff + (__raw >> 16 & 1)) >> 16);
}
#endif

}  // namespace __chv_fp

#define __CHV_H __nv_bfloat16
#define __CHV_H2 __nv_bfloat162
#define __CHV_RAW __nv_bfloat16_raw
#define __CHV_RAW2 __nv_bfloat162_raw
#define __CHV_STORE unsigned short
#define __CHV_WIDEN(s) __chv_fp::widen_bf16(s)
#define __CHV_NARROW(f) __chv_fp::narrow_bf16(f)
#define __CHV_EXP 8
#define __CHV_MAN 7
#define __CHV_NAME(before, after) before##bfloat16##after
// The product may leave float's range, never double's.
#define __CHV_FMA(a, b, c) __chv_fp::narrow(__chv_fp::fma_odd<double>(a, b, c))
#include "chevron/half_class.inc"
#include "chevron/half_convert.inc"
#include "chevron/half_arithmetic.inc"
#include "chevron/half_device.inc"
#include "chevron/half_undef.inc"

__CHV_HDC __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 __a) { return {__a, __a}; }

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)
