// HIP's older bfloat16 type: explicit conversions, arithmetic rounded to nearest even after each operation.
#pragma once

#include "../cuda_bf16.h"
#include "hip_runtime_api.h"

struct hip_bfloat16 {
  unsigned short data;  // the upper half of a float

  hip_bfloat16() = default;
  explicit constexpr __host__ __device__ hip_bfloat16(float x) : data(__chv_fp::narrow_bf16(x)) {}
  constexpr __host__ __device__ operator float() const { return __chv_fp::widen_bf16(data); }
  static constexpr __host__ __device__ hip_bfloat16 round_to_bfloat16(float x) { return hip_bfloat16(x); }
  constexpr __host__ __device__ hip_bfloat16 &operator=(float x) { return *this = hip_bfloat16(x); }
};

#define __CHV_BFLOAT_OPERATOR(op)                                                       \
  inline __host__ __device__ hip_bfloat16 operator op(hip_bfloat16 a, hip_bfloat16 b) { \
    return hip_bfloat16(float(a) op float(b));                                          \
  }                                                                                     \
  inline __host__ __device__ hip_bfloat16 &operator op## = (hip_bfloat16 & a, hip_bfloat16 b) { return a = a op b; }
__CHV_BFLOAT_OPERATOR(+)
__CHV_BFLOAT_OPERATOR(-)
__CHV_BFLOAT_OPERATOR(*)
__CHV_BFLOAT_OPERATOR(/)
#undef __CHV_BFLOAT_OPERATOR
inline __host__ __device__ hip_bfloat16 operator-(hip_bfloat16 a) { return hip_bfloat16(-float(a)); }
