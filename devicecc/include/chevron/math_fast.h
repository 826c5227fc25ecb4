// The fast single precision intrinsics, within the error CUDA documents. On the CPU device most are shorter polynomials (devicecc/runtime/math.c); `__logf` is the
// exact function, which is as fast. `__fdividef` keeps CUDA's documented end of range.
#pragma once

#include "math_cpu.h"
#include "qualifiers.h"

#ifdef __CHV_NVPTX__
// The GPU's own units, as CUDA defines these functions (CUDA C++ Programming Guide, "Intrinsic Functions").
__CHV_DEVICE float __sinf(float __x) { return __nvvm_sin_approx_f(__x); }
__CHV_DEVICE float __cosf(float __x) { return __nvvm_cos_approx_f(__x); }
__CHV_DEVICE float __tanf(float __x) { return __nvvm_div_approx_f(__sinf(__x), __cosf(__x)); }
__CHV_DEVICE float __tanhf(float __x) {
#if __CUDA_ARCH__ >= 750
  float __result;
  __asm__("tanh.approx.f32 %0, %1;" : "=f"(__result) : "f"(__x));
  return __result;
#else
  return __builtin_tanhf(__x);
#endif
}
__CHV_DEVICE void __sincosf(float __x, float *__s, float *__c) { *__s = __sinf(__x), *__c = __cosf(__x); }
__CHV_DEVICE float __expf(float __x) { return __nvvm_ex2_approx_f(__x * 1.4426950408889634f); }
__CHV_DEVICE float __exp10f(float __x) { return __nvvm_ex2_approx_f(__x * 3.3219280948873623f); }
__CHV_DEVICE float __log2f(float __x) { return __nvvm_lg2_approx_f(__x); }
__CHV_DEVICE float __logf(float __x) { return __log2f(__x) * 0.69314718055994531f; }
__CHV_DEVICE float __log10f(float __x) { return __log2f(__x) * 0.30102999566398120f; }
__CHV_DEVICE float __powf(float __x, float __y) { return __nvvm_ex2_approx_f(__y * __log2f(__x)); }
__CHV_DEVICE float __fdividef(float __x, float __y) { return __nvvm_div_approx_f(__x, __y); }
__CHV_DEVICE float __saturatef(float __x) { return __nvvm_saturate_f(__x); }
#else
#ifdef __CHV_CPU__
__CHV_DEVICE float __sinf(float __x) { return __chv_math_fast_sinf(__x); }
__CHV_DEVICE float __cosf(float __x) { return __chv_math_fast_cosf(__x); }
__CHV_DEVICE float __tanf(float __x) { return __sinf(__x) / __cosf(__x); }
__CHV_DEVICE float __tanhf(float __x) { return __chv_math_fast_tanhf(__x); }
__CHV_DEVICE float __expf(float __x) { return __chv_math_fast_expf(__x); }
__CHV_DEVICE float __exp10f(float __x) { return __chv_math_fast_exp10f(__x); }
__CHV_DEVICE float __log2f(float __x) { return __chv_math_fast_log2f(__x); }
__CHV_DEVICE float __log10f(float __x) { return __chv_math_fast_log10f(__x); }
__CHV_DEVICE float __powf(float __x, float __y) { return __chv_math_fast_powf(__x, __y); }
__CHV_DEVICE float __fdividef(float __x, float __y) { return __chv_math_fast_divide(__x, __y); }
#else
__CHV_DEVICE float __sinf(float __x) { return __builtin_sinf(__x); }
__CHV_DEVICE float __cosf(float __x) { return __builtin_cosf(__x); }
__CHV_DEVICE float __tanf(float __x) { return __builtin_tanf(__x); }
__CHV_DEVICE float __tanhf(float __x) { return __builtin_tanhf(__x); }
__CHV_DEVICE float __expf(float __x) { return __builtin_expf(__x); }
__CHV_DEVICE float __exp10f(float __x) { return __builtin_exp10f(__x); }
__CHV_DEVICE float __log2f(float __x) { return __builtin_log2f(__x); }
__CHV_DEVICE float __log10f(float __x) { return __builtin_log10f(__x); }
__CHV_DEVICE float __powf(float __x, float __y) { return __builtin_powf(__x, __y); }
__CHV_DEVICE float __fdividef(float __x, float __y) {
  float __size = __builtin_fabsf(__y);
  if (__size > 0x1p126f && __size <= 0x1.fffffep127f) return __x * (__x - __x);  // 0, or NaN for an infinite x
  return __x / __y;
}
#endif
__CHV_DEVICE void __sincosf(float __x, float *__s, float *__c) { *__s = __sinf(__x), *__c = __cosf(__x); }
__CHV_DEVICE float __logf(float __x) { return __builtin_logf(__x); }
__CHV_DEVICE float __saturatef(float __x) { return __x != __x ? 0.0f : __builtin_fminf(__builtin_fmaxf(__x, 0.0f), 1.0f); }
#endif
__CHV_DEVICE double fdivide(double __x, double __y) { return __x / __y; }
__CHV_DEVICE float fdividef(float __x, float __y) { return __x / __y; }
__CHV_DEVICE float __fabsf(float __x) { return __builtin_fabsf(__x); }
__CHV_DEVICE double __fabs(double __x) { return __builtin_fabs(__x); }
