// The C math library in device code: device overloads of what <math.h> declares for the host, by clang's builtins (libm calls
// or instructions on the CPU device). Declared before <cmath>, whose `using ::sin` then takes the device overloads along;
// libstdc++'s own float, integer and promoting overloads are constexpr and so callable on both sides already. Those that are
// not constexpr there (frexp, modf, remquo of float; abs of long) are here.
#pragma once

#include "qualifiers.h"

#define __CHV_MATH1(name)                                                                                              \
  __CHV_DEVICE double name(double x) { return __builtin_##name(x); }                                                   \
  __CHV_DEVICE float name##f(float x) { return __builtin_##name##f(x); }
#define __CHV_MATH2(name)                                                                                              \
  __CHV_DEVICE double name(double x, double y) { return __builtin_##name(x, y); }                                      \
  __CHV_DEVICE float name##f(float x, float y) { return __builtin_##name##f(x, y); }
#define __CHV_MATH_TO(name, T)                                                                                         \
  __CHV_DEVICE T name(double x) { return __builtin_##name(x); }                                                        \
  __CHV_DEVICE T name##f(float x) { return __builtin_##name##f(x); }
#define __CHV_MATH_WITH(name, T)                                                                                       \
  __CHV_DEVICE double name(double x, T n) { return __builtin_##name(x, n); }                                           \
  __CHV_DEVICE float name##f(float x, T n) { return __builtin_##name##f(x, n); }

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

__CHV_DEVICE double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
__CHV_DEVICE float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
__CHV_DEVICE double modf(double x, double *whole) { return __builtin_modf(x, whole); }
__CHV_DEVICE float modff(float x, float *whole) { return __builtin_modff(x, whole); }
__CHV_DEVICE double remquo(double x, double y, int *q) { return __builtin_remquo(x, y, q); }
__CHV_DEVICE float remquof(float x, float y, int *q) { return __builtin_remquof(x, y, q); }
// The payload of a NaN is not observable in CUDA's own printf or comparisons; every text gives the default quiet NaN.
__CHV_DEVICE double nan(const char *) { return __builtin_nan(""); }
__CHV_DEVICE float nanf(const char *) { return __builtin_nanf(""); }
#ifdef __CHV_NVPTX__
__device__ void __nv_sincos(double, double *, double *);
__device__ void __nv_sincosf(float, float *, float *);
__CHV_DEVICE void sincos(double x, double *s, double *c) { __nv_sincos(x, s, c); }
__CHV_DEVICE void sincosf(float x, float *s, float *c) { __nv_sincosf(x, s, c); }
#else
__CHV_DEVICE void sincos(double x, double *s, double *c) { *s = __builtin_sin(x), *c = __builtin_cos(x); }
__CHV_DEVICE void sincosf(float x, float *s, float *c) { *s = __builtin_sinf(x), *c = __builtin_cosf(x); }
#endif

// libm has the Bessel functions of integer order, clang no builtins for them.
__device__ __attribute__((const, nothrow)) double __chv_libm_j0(double) __asm__("j0");
__device__ __attribute__((const, nothrow)) double __chv_libm_j1(double) __asm__("j1");
__device__ __attribute__((const, nothrow)) double __chv_libm_jn(int, double) __asm__("jn");
__device__ __attribute__((const, nothrow)) double __chv_libm_y0(double) __asm__("y0");
__device__ __attribute__((const, nothrow)) double __chv_libm_y1(double) __asm__("y1");
__device__ __attribute__((const, nothrow)) double __chv_libm_yn(int, double) __asm__("yn");
#define __CHV_BESSEL(name)                                                                                             \
  __CHV_DEVICE double name(double x) { return __chv_libm_##name(x); }                                                  \
  __CHV_DEVICE float name##f(float x) { return (float)__chv_libm_##name(x); }
__CHV_BESSEL(j0) __CHV_BESSEL(j1) __CHV_BESSEL(y0) __CHV_BESSEL(y1)
__CHV_DEVICE double jn(int n, double x) { return __chv_libm_jn(n, x); }
__CHV_DEVICE float jnf(int n, float x) { return (float)__chv_libm_jn(n, x); }
__CHV_DEVICE double yn(int n, double x) { return __chv_libm_yn(n, x); }
__CHV_DEVICE float ynf(int n, float x) { return (float)__chv_libm_yn(n, x); }

__CHV_DEVICE int abs(int x) { return __builtin_abs(x); }
__CHV_DEVICE long labs(long x) { return __builtin_labs(x); }
__CHV_DEVICE long long llabs(long long x) { return __builtin_llabs(x); }
}

// C++ overloads that libstdc++ has for the host only.
__CHV_DEVICE long abs(long x) { return __builtin_labs(x); }
__CHV_DEVICE long long abs(long long x) { return __builtin_llabs(x); }
__CHV_DEVICE float frexp(float x, int *exponent) { return __builtin_frexpf(x, exponent); }
__CHV_DEVICE float modf(float x, float *whole) { return __builtin_modff(x, whole); }
__CHV_DEVICE float remquo(float x, float y, int *q) { return __builtin_remquof(x, y, q); }
__CHV_DEVICE void sincos(float x, float *s, float *c) { sincosf(x, s, c); }
__CHV_DEVICE float exp10(float x) { return __builtin_exp10f(x); }
__CHV_DEVICE float j0(float x) { return j0f(x); }
__CHV_DEVICE float j1(float x) { return j1f(x); }
__CHV_DEVICE float jn(int n, float x) { return jnf(n, x); }
__CHV_DEVICE float y0(float x) { return y0f(x); }
__CHV_DEVICE float y1(float x) { return y1f(x); }
__CHV_DEVICE float yn(int n, float x) { return ynf(n, x); }

#undef __CHV_MATH1
#undef __CHV_MATH2
#undef __CHV_MATH_TO
#undef __CHV_MATH_WITH
#undef __CHV_BESSEL
