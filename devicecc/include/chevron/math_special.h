// Functions of CUDA's math library that libm does not have: reciprocal roots, functions of multiples of pi, norms, scaled and
// inverse error functions, the normal distribution, modified Bessel functions. Both sides may call them, as with nvcc.
//
// The single precision forms compute in double and round once. Errors against multiple precision are bounded by the test
// `headers`.
#pragma once

#include "math_cpu.h"
#include "qualifiers.h"

// Newer glibcs have some of them for the host; those are device functions only here.
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 41)
#define __CHV_BOTH_UNTIL_GLIBC_2_41 __CHV_DEVICE
#else
#define __CHV_BOTH_UNTIL_GLIBC_2_41 __CHV_BOTH
#endif
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 42)
#define __CHV_BOTH_UNTIL_GLIBC_2_42 __CHV_DEVICE
#else
#define __CHV_BOTH_UNTIL_GLIBC_2_42 __CHV_BOTH
#endif

#ifdef __CHV_NVPTX__
#include "math_special_nvptx.h"
#else
#define __CHV_FLOAT1(name)                                                                                             \
  __CHV_BOTH float name##f(float __x) { return (float)name((double)__x); }

__CHV_BOTH_UNTIL_GLIBC_2_42 double rsqrt(double __x) { return 1.0 / __builtin_sqrt(__x); }
__CHV_BOTH double rcbrt(double __x) { return 1.0 / __builtin_cbrt(__x); }
__CHV_BOTH double rhypot(double __x, double __y) { return 1.0 / __builtin_hypot(__x, __y); }
#ifdef __CHV_CPU__
__CHV_BOTH_UNTIL_GLIBC_2_42 float rsqrtf(float __x) { return __chv_math_rsqrtf(__x); }
__CHV_BOTH float rcbrtf(float __x) { return __chv_math_rcbrtf(__x); }
__CHV_BOTH float rhypotf(float __x, float __y) { return __chv_math_rhypotf(__x, __y); }
#else
__CHV_BOTH_UNTIL_GLIBC_2_42 float rsqrtf(float __x) { return 1.0f / __builtin_sqrtf(__x); }
__CHV_BOTH float rcbrtf(float __x) { return 1.0f / __builtin_cbrtf(__x); }
__CHV_BOTH float rhypotf(float __x, float __y) { return 1.0f / __builtin_hypotf(__x, __y); }
#endif

// sin(pi x), cos(pi x): x is first reduced, exactly, to an octant.
__CHV_BOTH double __chv_sinpi(double __x) {
  double __r = __x - 2.0 * __builtin_rint(0.5 * __x);  // in [-1, 1]; NaN for infinities
  double __size = __builtin_fabs(__r);
  if (__size > 0.5) __size = 1.0 - __size;
  double __s = __size <= 0.25 ? __builtin_sin(3.14159265358979323846 * __size) : __builtin_cos(3.14159265358979323846 * (0.5 - __size));
  return __builtin_copysign(__s, __size == 0 ? __x : __r);
}
__CHV_BOTH double __chv_cospi(double __x) {
  double __r = __builtin_fabs(__x - 2.0 * __builtin_rint(0.5 * __x));  // in [0, 1]
  double __sign = __r > 0.5 ? -1.0 : 1.0;
  if (__r > 0.5) __r = 1.0 - __r;
  if (__r == 0.5) return 0.0;
  return __sign * (__r <= 0.25 ? __builtin_cos(3.14159265358979323846 * __r) : __builtin_sin(3.14159265358979323846 * (0.5 - __r)));
}
__CHV_BOTH_UNTIL_GLIBC_2_41 double sinpi(double __x) { return __chv_sinpi(__x); }
__CHV_BOTH_UNTIL_GLIBC_2_41 double cospi(double __x) { return __chv_cospi(__x); }
__CHV_BOTH_UNTIL_GLIBC_2_41 float sinpif(float __x) { return (float)__chv_sinpi(__x); }
__CHV_BOTH_UNTIL_GLIBC_2_41 float cospif(float __x) { return (float)__chv_cospi(__x); }
__CHV_BOTH void sincospi(double __x, double *__s, double *__c) { *__s = __chv_sinpi(__x), *__c = __chv_cospi(__x); }
__CHV_BOTH void sincospif(float __x, float *__s, float *__c) { *__s = (float)__chv_sinpi(__x), *__c = (float)__chv_cospi(__x); }

// Euclidean norms. In double, numbers are scaled by a power of two so that no square leaves the range; an infinite component
// gives infinity even beside a NaN.
static __inline__ __host__ __device__ double norm(int __n, const double *__p) {
  double __largest = 0, __sum = 0;
  for (int __i = 0; __i < __n; ++__i) __largest = __builtin_fmax(__largest, __builtin_fabs(__p[__i]));
  if (__largest == __builtin_inf()) return __largest;
  int __scale = __largest > 0 ? __builtin_ilogb(__largest) : 0;
  for (int __i = 0; __i < __n; ++__i) {
    double __x = __builtin_ldexp(__p[__i], -__scale);
    __sum = __builtin_fma(__x, __x, __sum);
  }
  return __builtin_ldexp(__builtin_sqrt(__sum), __scale);
}
static __inline__ __host__ __device__ float normf(int __n, const float *__p) {
  double __sum = 0;
  bool __infinite = false;
  for (int __i = 0; __i < __n; ++__i) __infinite |= __builtin_isinf(__p[__i]) != 0, __sum += (double)__p[__i] * __p[__i];
  return __infinite ? __builtin_inff() : (float)__builtin_sqrt(__sum);
}
__CHV_BOTH double rnorm(int __n, const double *__p) { return 1.0 / norm(__n, __p); }
__CHV_BOTH float rnormf(int __n, const float *__p) { return 1.0f / normf(__n, __p); }
#define __CHV_NORM(F, suffix)                                                                                          \
  __CHV_BOTH F norm3d##suffix(F __a, F __b, F __c) {                                                                   \
    F __p[] = {__a, __b, __c};                                                                                         \
    return norm##suffix(3, __p);                                                                                       \
  }                                                                                                                    \
  __CHV_BOTH F norm4d##suffix(F __a, F __b, F __c, F __d) {                                                            \
    F __p[] = {__a, __b, __c, __d};                                                                                    \
    return norm##suffix(4, __p);                                                                                       \
  }                                                                                                                    \
  __CHV_BOTH F rnorm3d##suffix(F __a, F __b, F __c) { return (F)1 / norm3d##suffix(__a, __b, __c); }                   \
  __CHV_BOTH F rnorm4d##suffix(F __a, F __b, F __c, F __d) { return (F)1 / norm4d##suffix(__a, __b, __c, __d); }
__CHV_NORM(double, )
__CHV_NORM(float, f)
#undef __CHV_NORM

// exp(x^2) erfc(x). Up to 26 the rounding error of the square goes in as a factor; beyond, erfc underflows and the asymptotic
// series (Abramowitz and Stegun 7.1.23) has converged after eight terms.
static __inline__ __host__ __device__ double erfcx(double __x) {
  if (__x < 26.0) {
    double __square = __x * __x, __rest = __builtin_fma(__x, __x, -__square), __e = __builtin_exp(__square);
    if (__e == __builtin_inf()) return __e;
    return __builtin_fma(__e, __rest, __e) * __builtin_erfc(__x);
  }
  double __t = 0.5 / __x / __x, __term = 1, __sum = 1;
  for (int __k = 1; __k <= 8; ++__k) __term *= -__t * (2 * __k - 1), __sum += __term;
  return 0.56418958354775628695 / __x * __sum;  // 1/sqrt(pi)
}
__CHV_FLOAT1(erfcx)

#define __CHV_POLY7(x, c7, c6, c5, c4, c3, c2, c1, c0) (((((((c7 * x + c6) * x + c5) * x + c4) * x + c3) * x + c2) * x + c1) * x + c0)
// The normal quantile by Wichura's algorithm AS 241, PPND16 (Applied Statistics 37, 1988). `q` is p - 1/2 and `tail` the smaller
// of p and 1 - p: given apart, so that neither loses digits to a subtraction.
static __inline__ __host__ __device__ double __chv_normal_quantile(double __q, double __tail) {
  if (__builtin_fabs(__q) <= 0.425) {
    double __r = 0.180625 - __q * __q;
    return __q *
           __CHV_POLY7(__r, 2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4,
                       4.5921953931549871457e+4, 1.3731693765509461125e+4, 1.9715909503065514427e+3,
                       1.3314166789178437745e+2, 3.3871328727963666080e0) /
           __CHV_POLY7(__r, 5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4,
                       2.1213794301586595867e+4, 5.3941960214247511077e+3, 6.8718700749205790830e+2,
                       4.2313330701600911252e+1, 1.0);
  }
  double __r = __builtin_sqrt(-__builtin_log(__tail)), __x;
  if (__r <= 5.0) {
    __r -= 1.6;
    __x = __CHV_POLY7(__r, 7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1,
                    1.27045825245236838258e0, 3.64784832476320460504e0, 5.76949722146069140550e0,
                    4.63033784615654529590e0, 1.42343711074968357734e0) /
        __CHV_POLY7(__r, 1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2,
                    1.48103976427480074590e-1, 6.89767334985100004550e-1, 1.67638483018380384940e0,
                    2.05319162663775882187e0, 1.0);
  } else {
    __r -= 5.0;
    __x = __CHV_POLY7(__r, 2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3,
                    2.65321895265761230930e-2, 2.96560571828504891230e-1, 1.78482653991729133580e0,
                    5.46378491116411436990e0, 6.65790464350110377720e0) /
        __CHV_POLY7(__r, 2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5,
                    7.86869131145613259100e-4, 1.48753612908506148525e-2, 1.36929880922735805310e-1,
                    5.99832206555887937690e-1, 1.0);
  }
  return __q < 0 ? -__x : __x;
}
#undef __CHV_POLY7

// The inverses are the quantile at other arguments; ends of the domain give infinities, outside it NaN.
static __inline__ __host__ __device__ double normcdfinv(double __p) {
  if (!(__p >= 0 && __p <= 1)) return __builtin_nan("");
  if (__p == 0 || __p == 1) return __p == 0 ? -__builtin_inf() : __builtin_inf();
  return __chv_normal_quantile(__p - 0.5, __p < 0.5 ? __p : 1 - __p);
}
static __inline__ __host__ __device__ double erfinv(double __x) {
  double __size = __builtin_fabs(__x);
  if (!(__size <= 1)) return __builtin_nan("");
  if (__size == 1) return __x * __builtin_inf();
  return __chv_normal_quantile(0.5 * __x, 0.5 * (1 - __size)) * 0.70710678118654752440;
}
static __inline__ __host__ __device__ double erfcinv(double __y) {
  if (!(__y >= 0 && __y <= 2)) return __builtin_nan("");
  if (__y == 0 || __y == 2) return __y == 0 ? __builtin_inf() : -__builtin_inf();
  return __chv_normal_quantile(0.5 * (1 - __y), 0.5 * (__y < 1 ? __y : 2 - __y)) * 0.70710678118654752440;
}
__CHV_FLOAT1(normcdfinv)
__CHV_FLOAT1(erfinv)
__CHV_FLOAT1(erfcinv)

// The normal distribution function, erfc(-x/sqrt 2)/2. The argument's rounding error matters in the tail: it goes in by the
// derivative of erfc.
static __inline__ __host__ __device__ double normcdf(double __x) {
  if (__x < -38.6) return 0;
  double __z = -__x * 0.70710678118654752440;
  double __rest = __builtin_fma(-__x, 0.70710678118654752440, -__z) + -__x * -4.8336466567264567e-17;
  double __value = 0.5 * __builtin_erfc(__z);
  return __x < -1.0 ? __value - __rest * 0.56418958354775628695 * __builtin_exp(-__z * __z) : __value;
}
__CHV_FLOAT1(normcdf)

// Modified Bessel functions of the first kind: the power series (Abramowitz and Stegun 9.6.10), whose terms are all positive, up
// to 30; beyond, the asymptotic series (9.7.1), whose smallest term is below e^-60 there. I1 differs by its first factors.
static __inline__ __host__ __device__ double __chv_bessel_i(int __order, double __x) {
  double __size = __builtin_fabs(__x), __value;
  if (!(__size <= 30.0)) {
    double __term = 1, __sum = 1, __mu = 4.0 * __order * __order;
    for (int __k = 1; __k <= 30; ++__k) {
      __term *= -(__mu - (2.0 * __k - 1) * (2.0 * __k - 1)) / (__k * 8.0 * __size);
      __sum += __term;
    }
    // In two steps, so that e^x does not overflow before the division.
    double __half_ = __builtin_exp(0.5 * __size);
    __value = __half_ * (__half_ / __builtin_sqrt(6.28318530717958647693 * __size) * __sum);
  } else {
    double __quarter = 0.25 * __size * __size, __term = __order ? 0.5 * __size : 1.0;
    __value = __term;
    for (int __k = 1; __k < 200 && __term > 1e-18 * __value; ++__k) {
      __term *= __quarter / ((double)__k * (__k + __order));
      __value += __term;
    }
  }
  return __order && __x < 0 ? -__value : __value;
}
__CHV_BOTH double cyl_bessel_i0(double __x) { return __chv_bessel_i(0, __x); }
__CHV_BOTH double cyl_bessel_i1(double __x) { return __chv_bessel_i(1, __x); }
__CHV_BOTH float cyl_bessel_i0f(float __x) { return (float)__chv_bessel_i(0, __x); }
__CHV_BOTH float cyl_bessel_i1f(float __x) { return (float)__chv_bessel_i(1, __x); }
#undef __CHV_FLOAT1
#endif

// CUDA has float overloads of these names too.
#define __CHV_OVERLOAD1(name)                                                                                          \
  __CHV_BOTH float name(float __x) { return name##f(__x); }
__CHV_OVERLOAD1(rsqrt) __CHV_OVERLOAD1(rcbrt) __CHV_OVERLOAD1(sinpi) __CHV_OVERLOAD1(cospi) __CHV_OVERLOAD1(erfcx)
__CHV_OVERLOAD1(erfinv) __CHV_OVERLOAD1(erfcinv) __CHV_OVERLOAD1(normcdf) __CHV_OVERLOAD1(normcdfinv)
#undef __CHV_OVERLOAD1
// Integers convert to double, as libstdc++'s functions do.
__CHV_BOTH double rsqrt(int __x) { return rsqrt((double)__x); }
__CHV_BOTH float rhypot(float __x, float __y) { return rhypotf(__x, __y); }
__CHV_BOTH void sincospi(float __x, float *__s, float *__c) { sincospif(__x, __s, __c); }
#undef __CHV_BOTH_UNTIL_GLIBC_2_41
#undef __CHV_BOTH_UNTIL_GLIBC_2_42
