// HIP's older bfloat16 type: explicit conversions, arithmetic rounded to nearest even after each operation.
#pragma once

#include "../cuda_bf16.h"
#include "hip_runtime_api.h"

struct hip_bfloat16 {
  unsigned short data;  // the upper half of a float

  hip_bfloat16() = default;
  explicit constexpr __host__ __device__ hip_bfloat16(float __x) : data(__chv_fp::narrow_bf16(__x)) {}
  constexpr __host__ __device__ operator float() const { return __chv_fp::widen_bf16(data); }
  static constexpr __host__ __device__ hip_bfloat16 round_to_bfloat16(float __x) { return hip_bfloat16(__x); }
  constexpr __host__ __device__ hip_bfloat16 &operator=(float __x) { return *this = hip_bfloat16(__x); }
};

#define __CHV_BFLOAT_OPERATOR(op)                                                                                      \
  inline __host__ __device__ hip_bfloat16 operator op(hip_bfloat16 __a, hip_bfloat16 __b) { \
    return hip_bfloat16(float(__a) op float(__b));                                                                     \
  }                                                                                                                    \
  inline __host__ __device__ hip_bfloat16 &operator op## = (hip_bfloat16 & __a, hip_bfloat16 __b) { return __a = __a op __b; }
__CHV_BFLOAT_OPERATOR(+)
__CHV_BFLOAT_OPERATOR(-)
__CHV_BFLOAT_OPERATOR(*)
__CHV_BFLOAT_OPERATOR(/)
#undef __CHV_BFLOAT_OPERATOR
inline __host__ __device__ hip_bfloat16 operator-(hip_bfloat16 __a) { return hip_bfloat16(-float(__a)); }
