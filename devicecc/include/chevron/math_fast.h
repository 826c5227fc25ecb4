// The fast single precision intrinsics. A CPU has no faster, less exact unit: each is the exact function, so results are within
// the error CUDA documents. `__fdividef` keeps CUDA's documented end of range.
#pragma once

#include "qualifiers.h"

#ifdef __CHV_NVPTX__
// The GPU's own units, as CUDA defines these functions (CUDA C++ Programming Guide, "Intrinsic Functions").
__CHV_DEVICE float __sinf(float x) { return __nvvm_sin_approx_f(x); }
__CHV_DEVICE float __cosf(float x) { return __nvvm_cos_approx_f(x); }
__CHV_DEVICE float __tanf(float x) { return __nvvm_div_approx_f(__sinf(x), __cosf(x)); }
__CHV_DEVICE float __tanhf(float x) {
#if __CUDA_ARCH__ >= 750
  float result;
  __asm__("tanh.approx.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
#else
  return __builtin_tanhf(x);
#endif
}
__CHV_DEVICE void __sincosf(float x, float *s, float *c) { *s = __sinf(x), *c = __cosf(x); }
__CHV_DEVICE float __expf(float x) { return __nvvm_ex2_approx_f(x * 1.4426950408889634f); }
__CHV_DEVICE float __exp10f(float x) { return __nvvm_ex2_approx_f(x * 3.3219280948873623f); }
__CHV_DEVICE float __log2f(float x) { return __nvvm_lg2_approx_f(x); }
__CHV_DEVICE float __logf(float x) { return __log2f(x) * 0.69314718055994531f; }
__CHV_DEVICE float __log10f(float x) { return __log2f(x) * 0.30102999566398120f; }
__CHV_DEVICE float __powf(float x, float y) { return __nvvm_ex2_approx_f(y * __log2f(x)); }
__CHV_DEVICE float __fdividef(float x, float y) { return __nvvm_div_approx_f(x, y); }
__CHV_DEVICE float __saturatef(float x) { return __nvvm_saturate_f(x); }
#else
__CHV_DEVICE float __sinf(float x) { return __builtin_sinf(x); }
__CHV_DEVICE float __cosf(float x) { return __builtin_cosf(x); }
__CHV_DEVICE float __tanf(float x) { return __builtin_tanf(x); }
__CHV_DEVICE float __tanhf(float x) { return __builtin_tanhf(x); }
__CHV_DEVICE void __sincosf(float x, float *s, float *c) { *s = __builtin_sinf(x), *c = __builtin_cosf(x); }
__CHV_DEVICE float __expf(float x) { return __builtin_expf(x); }
__CHV_DEVICE float __exp10f(float x) { return __builtin_exp10f(x); }
__CHV_DEVICE float __logf(float x) { return __builtin_logf(x); }
__CHV_DEVICE float __log2f(float x) { return __builtin_log2f(x); }
__CHV_DEVICE float __log10f(float x) { return __builtin_log10f(x); }
__CHV_DEVICE float __powf(float x, float y) { return __builtin_powf(x, y); }
__CHV_DEVICE float __saturatef(float x) { return x != x ? 0.0f : __builtin_fminf(__builtin_fmaxf(x, 0.0f), 1.0f); }
__CHV_DEVICE float __fdividef(float x, float y) {
  float size = __builtin_fabsf(y);
  if (size > 0x1p126f && size <= 0x1.fffffep127f) return x * (x - x);  // 0, or NaN for an infinite x
  return x / y;
}
#endif
__CHV_DEVICE double fdivide(double x, double y) { return x / y; }
__CHV_DEVICE float fdividef(float x, float y) { return x / y; }
__CHV_DEVICE float __fabsf(float x) { return __builtin_fabsf(x); }
__CHV_DEVICE double __fabs(double x) { return __builtin_fabs(x); }
