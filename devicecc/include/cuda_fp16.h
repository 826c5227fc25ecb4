// IEEE 754 binary16: `__half`, `__half2` and the functions of CUDA's header of this name, on host and device. See chevron/half_round.h for how
// results are rounded. `__half` is binary16 in memory, `__half2` two of them, x in the lower half.
#pragma once

// NVIDIA's include guard: programs ask for it.
#define __CUDA_FP16_H__

#include "chevron/half_round.h"

#define __CHV_H __half
#define __CHV_H2 __half2
#define __CHV_RAW __half_raw
#define __CHV_RAW2 __half2_raw
#define __CHV_STORE _Float16
#define __CHV_WIDEN(s) float(s)
#define __CHV_NARROW(f) _Float16(f)
#ifdef __CHV_NVPTX__
#define __CHV_NATIVE _Float16
#if __CUDA_ARCH__ >= 700
#define __CHV_ATOM "f16"
#endif
#elif defined(__CHV_AMDGCN__)
#define __CHV_NATIVE _Float16
#endif
#define __CHV_EXP 5
#define __CHV_MAN 10
#define __CHV_NAME(before, after) before##half##after
// The product of two halves is exact in float.
#define __CHV_FMA(a, b, c) __chv_fp::fma_odd<float>(a, b, c)
#include "chevron/half_class.inc"
#include "chevron/half_convert.inc"
#include "chevron/half_arithmetic.inc"
#include "chevron/half_device.inc"
#include "chevron/half_undef.inc"

__CHV_HDC __half2 __half2half2(__half __a) { return {__a, __a}; }

typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
typedef __half nv_half;
typedef __half2 nv_half2;

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)
