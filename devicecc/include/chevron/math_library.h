// The C math library in device code: device overloads of what <math.h> declares for the host, by clang's builtins (libm calls
// or instructions on the CPU device). Declared before <cmath>, whose `using ::sin` then takes the device overloads along;
// libstdc++'s own float, integer and promoting overloads are constexpr and so callable on both sides already. Those that are
// not constexpr there (frexp, modf, remquo of float; abs of long) are here.
#pragma once

#include "qualifiers.h"

#define __CHV_MATH1(name)                                                                                              \
  __CHV_DEVICE double name(double __x) { return __builtin_##name(__x); }                                               \
  __CHV_DEVICE float name##f(float __x) { return __builtin_##name##f(__x); }
#define __CHV_MATH2(name)                                                                                              \
  __CHV_DEVICE double name(double __x, double __y) { return __builtin_##name(__x, __y); }                              \
  __CHV_DEVICE float name##f(float __x, float __y) { return __builtin_##name##f(__x, __y); }
#define __CHV_MATH_TO(name, T)                                                                                         \
  __CHV_DEVICE T name(double __x) { return __builtin_##name(__x); }                                                    \
  __CHV_DEVICE T name##f(float __x) { return __builtin_##name##f(__x); }
#define __CHV_MATH_WITH(name, T)                                                                                       \
  __CHV_DEVICE double name(double __x, T __n) { return __builtin_##name(__x, __n); }                                   \
  __CHV_DEVICE float name##f(float __x, T __n) { return __builtin_##name##f(__x, __n); }

extern "C" {
__CHV_MATH1(acos) __CHV_MATH1(acosh) __CHV_MATH1(asin) __CHV_MATH1(asinh) __CHV_MATH1(atan) __CHV_MATH1(atanh)
__CHV_MATH1(cbrt) __CHV_MATH1(ceil) __CHV_MATH1(cos) __CHV_MATH1(cosh) __CHV_MATH1(erf) __CHV_MATH1(erfc)
__CHV_MATH1(exp) __CHV_MATH1(exp10) __CHV_MATH1(exp2) __CHV_MATH1(expm1) __CHV_MATH1(fabs) __CHV_MATH1(floor)
__CHV_MATH1(lgamma) __CHV_MATH1(log) __CHV_MATH1(log10) __CHV_MATH1(log1p) __CHV_MATH1(log2) __CHV_MATH1(logb)
__CHV_MATH1(nearbyint) __CHV_MATH1(rint) __CHV_MATH1(round) __CHV_MATH1(roundeven) __CHV_MATH1(sin) __CHV_MATH1(sinh)
__CHV_MATH1(sqrt) __CHV_MATH1(tan) __CHV_MATH1(tanh) __CHV_MATH1(tgamma) __CHV_MATH1(trunc)
__CHV_MATH2(atan2) __CHV_MATH2(copysign) __CHV_MATH2(fdim) __CHV_MATH2(fmax) __CHV_MATH2(fmin) __CHV_MATH2(fmod)
__CHV_MATH2(hypot) __CHV_MATH2(nextafter) __CHV_MATH2(pow) __CHV_MATH2(remainder)
__CHV_MATH_TO(ilogb, int) __CHV_MATH_TO(lrint, long) __CHV_MATH_TO(lround, long)
__CHV_MATH_TO(llrint, long long) __CHV_MATH_TO(llround, long long)
__CHV_MATH_WITH(ldexp, int) __CHV_MATH_WITH(scalbn, int) __CHV_MATH_WITH(scalbln, long)
__CHV_MATH_WITH(frexp, int *)

__CHV_DEVICE double fma(double __x, double __y, double __z) { return __builtin_fma(__x, __y, __z); }
__CHV_DEVICE float fmaf(float __x, float __y, float __z) { return __builtin_fmaf(__x, __y, __z); }
__CHV_DEVICE double modf(double __x, double *__whole) { return __builtin_modf(__x, __whole); }
__CHV_DEVICE float modff(float __x, float *__whole) { return __builtin_modff(__x, __whole); }
__CHV_DEVICE double remquo(double __x, double __y, int *__q) { return __builtin_remquo(__x, __y, __q); }
__CHV_DEVICE float remquof(float __x, float __y, int *__q) { return __builtin_remquof(__x, __y, __q); }
// The payload of a NaN is not observable in CUDA's own printf or comparisons; every text gives the default quiet NaN.
__CHV_DEVICE double nan(const char *) { return __builtin_nan(""); }
__CHV_DEVICE float nanf(const char *) { return __builtin_nanf(""); }
#ifdef __CHV_NVPTX__
__device__ void __nv_sincos(double, double *, double *);
__device__ void __nv_sincosf(float, float *, float *);
__CHV_DEVICE void sincos(double __x, double *__s, double *__c) { __nv_sincos(__x, __s, __c); }
__CHV_DEVICE void sincosf(float __x, float *__s, float *__c) { __nv_sincosf(__x, __s, __c); }
#else
__CHV_DEVICE void sincos(double __x, double *__s, double *__c) { *__s = __builtin_sin(__x), *__c = __builtin_cos(__x); }
__CHV_DEVICE void sincosf(float __x, float *__s, float *__c) { *__s = __builtin_sinf(__x), *__c = __builtin_cosf(__x); }
#endif

// libm has the Bessel functions of integer order, clang no builtins for them.
__device__ __attribute__((__const__, __nothrow__)) double __chv_libm_j0(double) __asm__("j0");
__device__ __attribute__((__const__, __nothrow__)) double __chv_libm_j1(double) __asm__("j1");
__device__ __attribute__((__const__, __nothrow__)) double __chv_libm_jn(int, double) __asm__("jn");
__device__ __attribute__((__const__, __nothrow__)) double __chv_libm_y0(double) __asm__("y0");
__device__ __attribute__((__const__, __nothrow__)) double __chv_libm_y1(double) __asm__("y1");
__device__ __attribute__((__const__, __nothrow__)) double __chv_libm_yn(int, double) __asm__("yn");
#define __CHV_BESSEL(name)                                                                                             \
  __CHV_DEVICE double name(double __x) { return __chv_libm_##name(__x); }                                              \
  __CHV_DEVICE float name##f(float __x) { return (float)__chv_libm_##name(__x); }
__CHV_BESSEL(j0) __CHV_BESSEL(j1) __CHV_BESSEL(y0) __CHV_BESSEL(y1)
__CHV_DEVICE double jn(int __n, double __x) { return __chv_libm_jn(__n, __x); }
__CHV_DEVICE float jnf(int __n, float __x) { return (float)__chv_libm_jn(__n, __x); }
__CHV_DEVICE double yn(int __n, double __x) { return __chv_libm_yn(__n, __x); }
__CHV_DEVICE float ynf(int __n, float __x) { return (float)__chv_libm_yn(__n, __x); }

__CHV_DEVICE int abs(int __x) { return __builtin_abs(__x); }
__CHV_DEVICE long labs(long __x) { return __builtin_labs(__x); }
__CHV_DEVICE long long llabs(long long __x) { return __builtin_llabs(__x); }
}

// C++ overloads that libstdc++ has for the host only.
__CHV_DEVICE long abs(long __x) { return __builtin_labs(__x); }
__CHV_DEVICE long long abs(long long __x) { return __builtin_llabs(__x); }
__CHV_DEVICE float frexp(float __x, int *__exponent) { return __builtin_frexpf(__x, __exponent); }
__CHV_DEVICE float modf(float __x, float *__whole) { return __builtin_modff(__x, __whole); }
__CHV_DEVICE float remquo(float __x, float __y, int *__q) { return __builtin_remquof(__x, __y, __q); }
__CHV_DEVICE void sincos(float __x, float *__s, float *__c) { sincosf(__x, __s, __c); }
__CHV_DEVICE float exp10(float __x) { return __builtin_exp10f(__x); }
__CHV_DEVICE float j0(float __x) { return j0f(__x); }
__CHV_DEVICE float j1(float __x) { return j1f(__x); }
__CHV_DEVICE float jn(int __n, float __x) { return jnf(__n, __x); }
__CHV_DEVICE float y0(float __x) { return y0f(__x); }
__CHV_DEVICE float y1(float __x) { return y1f(__x); }
__CHV_DEVICE float yn(int __n, float __x) { return ynf(__n, __x); }

#undef __CHV_MATH1
#undef __CHV_MATH2
#undef __CHV_MATH_TO
#undef __CHV_MATH_WITH
#undef __CHV_BESSEL
