// Functions of CUDA's math library that libm does not have: reciprocal roots, functions of multiples of pi, norms, scaled and
// inverse error functions, the normal distribution, modified Bessel functions. Both sides may call them, as with nvcc.
//
// The single precision forms compute in double and round once. Errors against multiple precision are bounded by the test
// `headers`.
#pragma once

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
  __CHV_BOTH float name##f(float x) { return (float)name((double)x); }

__CHV_BOTH_UNTIL_GLIBC_2_42 double rsqrt(double x) { return 1.0 / __builtin_sqrt(x); }
__CHV_BOTH_UNTIL_GLIBC_2_42 float rsqrtf(float x) { return 1.0f / __builtin_sqrtf(x); }
__CHV_BOTH double rcbrt(double x) { return 1.0 / __builtin_cbrt(x); }
__CHV_BOTH float rcbrtf(float x) { return 1.0f / __builtin_cbrtf(x); }
__CHV_BOTH double rhypot(double x, double y) { return 1.0 / __builtin_hypot(x, y); }
__CHV_BOTH float rhypotf(float x, float y) { return 1.0f / __builtin_hypotf(x, y); }

// sin(pi x), cos(pi x): x is first reduced, exactly, to an octant.
__CHV_BOTH double __chv_sinpi(double x) {
  double r = x - 2.0 * __builtin_rint(0.5 * x);  // in [-1, 1]; NaN for infinities
  double size = __builtin_fabs(r);
  if (size > 0.5) size = 1.0 - size;
  double s = size <= 0.25 ? __builtin_sin(3.14159265358979323846 * size) : __builtin_cos(3.14159265358979323846 * (0.5 - size));
  return __builtin_copysign(s, size == 0 ? x : r);
}
__CHV_BOTH double __chv_cospi(double x) {
  double r = __builtin_fabs(x - 2.0 * __builtin_rint(0.5 * x));  // in [0, 1]
  double sign = r > 0.5 ? -1.0 : 1.0;
  if (r > 0.5) r = 1.0 - r;
  if (r == 0.5) return 0.0;
  return sign * (r <= 0.25 ? __builtin_cos(3.14159265358979323846 * r) : __builtin_sin(3.14159265358979323846 * (0.5 - r)));
}
__CHV_BOTH_UNTIL_GLIBC_2_41 double sinpi(double x) { return __chv_sinpi(x); }
__CHV_BOTH_UNTIL_GLIBC_2_41 double cospi(double x) { return __chv_cospi(x); }
__CHV_BOTH_UNTIL_GLIBC_2_41 float sinpif(float x) { return (float)__chv_sinpi(x); }
__CHV_BOTH_UNTIL_GLIBC_2_41 float cospif(float x) { return (float)__chv_cospi(x); }
__CHV_BOTH void sincospi(double x, double *s, double *c) { *s = __chv_sinpi(x), *c = __chv_cospi(x); }
__CHV_BOTH void sincospif(float x, float *s, float *c) { *s = (float)__chv_sinpi(x), *c = (float)__chv_cospi(x); }

// Euclidean norms. In double, numbers are scaled by a power of two so that no square leaves the range; an infinite component
// gives infinity even beside a NaN.
static __inline__ __host__ __device__ double norm(int n, const double *p) {
  double largest = 0, sum = 0;
  for (int i = 0; i < n; ++i) largest = __builtin_fmax(largest, __builtin_fabs(p[i]));
  if (largest == __builtin_inf()) return largest;
  int scale = largest > 0 ? __builtin_ilogb(largest) : 0;
  for (int i = 0; i < n; ++i) {
    double x = __builtin_ldexp(p[i], -scale);
    sum = __builtin_fma(x, x, sum);
  }
  return __builtin_ldexp(__builtin_sqrt(sum), scale);
}
static __inline__ __host__ __device__ float normf(int n, const float *p) {
  double sum = 0;
  bool infinite = false;
  for (int i = 0; i < n; ++i) infinite |= __builtin_isinf(p[i]) != 0, sum += (double)p[i] * p[i];
  return infinite ? __builtin_inff() : (float)__builtin_sqrt(sum);
}
__CHV_BOTH double rnorm(int n, const double *p) { return 1.0 / norm(n, p); }
__CHV_BOTH float rnormf(int n, const float *p) { return 1.0f / normf(n, p); }
#define __CHV_NORM(F, suffix)                                                                                          \
  __CHV_BOTH F norm3d##suffix(F a, F b, F c) {                                                                         \
    F p[] = {a, b, c};                                                                                                 \
    return norm##suffix(3, p);                                                                                         \
  }                                                                                                                    \
  __CHV_BOTH F norm4d##suffix(F a, F b, F c, F d) {                                                                    \
    F p[] = {a, b, c, d};                                                                                              \
    return norm##suffix(4, p);                                                                                         \
  }                                                                                                                    \
  __CHV_BOTH F rnorm3d##suffix(F a, F b, F c) { return (F)1 / norm3d##suffix(a, b, c); }                               \
  __CHV_BOTH F rnorm4d##suffix(F a, F b, F c, F d) { return (F)1 / norm4d##suffix(a, b, c, d); }
__CHV_NORM(double, )
__CHV_NORM(float, f)
#undef __CHV_NORM

// exp(x^2) erfc(x). Up to 26 the rounding error of the square goes in as a factor; beyond, erfc underflows and the asymptotic
// series (Abramowitz and Stegun 7.1.23) has converged after eight terms.
static __inline__ __host__ __device__ double erfcx(double x) {
  if (x < 26.0) {
    double square = x * x, rest = __builtin_fma(x, x, -square), e = __builtin_exp(square);
    if (e == __builtin_inf()) return e;
    return __builtin_fma(e, rest, e) * __builtin_erfc(x);
  }
  double t = 0.5 / x / x, term = 1, sum = 1;
  for (int k = 1; k <= 8; ++k) term *= -t * (2 * k - 1), sum += term;
  return 0.56418958354775628695 / x * sum;  // 1/sqrt(pi)
}
__CHV_FLOAT1(erfcx)

#define __CHV_POLY7(x, c7, c6, c5, c4, c3, c2, c1, c0) (((((((c7 * x + c6) * x + c5) * x + c4) * x + c3) * x + c2) * x + c1) * x + c0)
// The normal quantile by Wichura's algorithm AS 241, PPND16 (Applied Statistics 37, 1988). `q` is p - 1/2 and `tail` the smaller
// of p and 1 - p: given apart, so that neither loses digits to a subtraction.
static __inline__ __host__ __device__ double __chv_normal_quantile(double q, double tail) {
  if (__builtin_fabs(q) <= 0.425) {
    double r = 0.180625 - q * q;
    return q *
           __CHV_POLY7(r, 2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4,
                       4.5921953931549871457e+4, 1.3731693765509461125e+4, 1.9715909503065514427e+3,
                       1.3314166789178437745e+2, 3.3871328727963666080e0) /
           __CHV_POLY7(r, 5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4,
                       2.1213794301586595867e+4, 5.3941960214247511077e+3, 6.8718700749205790830e+2,
                       4.2313330701600911252e+1, 1.0);
  }
  double r = __builtin_sqrt(-__builtin_log(tail)), x;
  if (r <= 5.0) {
    r -= 1.6;
    x = __CHV_POLY7(r, 7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1,
                    1.27045825245236838258e0, 3.64784832476320460504e0, 5.76949722146069140550e0,
                    4.63033784615654529590e0, 1.42343711074968357734e0) /
        __CHV_POLY7(r, 1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2,
                    1.48103976427480074590e-1, 6.89767334985100004550e-1, 1.67638483018380384940e0,
                    2.05319162663775882187e0, 1.0);
  } else {
    r -= 5.0;
    x = __CHV_POLY7(r, 2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3,
                    2.65321895265761230930e-2, 2.96560571828504891230e-1, 1.78482653991729133580e0,
                    5.46378491116411436990e0, 6.65790464350110377720e0) /
        __CHV_POLY7(r, 2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5,
                    7.86869131145613259100e-4, 1.48753612908506148525e-2, 1.36929880922735805310e-1,
                    5.99832206555887937690e-1, 1.0);
  }
  return q < 0 ? -x : x;
}
#undef __CHV_POLY7

// The inverses are the quantile at other arguments; ends of the domain give infinities, outside it NaN.
static __inline__ __host__ __device__ double normcdfinv(double p) {
  if (!(p >= 0 && p <= 1)) return __builtin_nan("");
  if (p == 0 || p == 1) return p == 0 ? -__builtin_inf() : __builtin_inf();
  return __chv_normal_quantile(p - 0.5, p < 0.5 ? p : 1 - p);
}
static __inline__ __host__ __device__ double erfinv(double x) {
  double size = __builtin_fabs(x);
  if (!(size <= 1)) return __builtin_nan("");
  if (size == 1) return x * __builtin_inf();
  return __chv_normal_quantile(0.5 * x, 0.5 * (1 - size)) * 0.70710678118654752440;
}
static __inline__ __host__ __device__ double erfcinv(double y) {
  if (!(y >= 0 && y <= 2)) return __builtin_nan("");
  if (y == 0 || y == 2) return y == 0 ? __builtin_inf() : -__builtin_inf();
  return __chv_normal_quantile(0.5 * (1 - y), 0.5 * (y < 1 ? y : 2 - y)) * 0.70710678118654752440;
}
__CHV_FLOAT1(normcdfinv)
__CHV_FLOAT1(erfinv)
__CHV_FLOAT1(erfcinv)

// The normal distribution function, erfc(-x/sqrt 2)/2. The argument's rounding error matters in the tail: it goes in by the
// derivative of erfc.
static __inline__ __host__ __device__ double normcdf(double x) {
  if (x < -38.6) return 0;
  double z = -x * 0.70710678118654752440;
  double rest = __builtin_fma(-x, 0.70710678118654752440, -z) + -x * -4.8336466567264567e-17;
  double value = 0.5 * __builtin_erfc(z);
  return x < -1.0 ? value - rest * 0.56418958354775628695 * __builtin_exp(-z * z) : value;
}
__CHV_FLOAT1(normcdf)

// Modified Bessel functions of the first kind: the power series (Abramowitz and Stegun 9.6.10), whose terms are all positive, up
// to 30; beyond, the asymptotic series (9.7.1), whose smallest term is below e^-60 there. I1 differs by its first factors.
static __inline__ __host__ __device__ double __chv_bessel_i(int order, double x) {
  double size = __builtin_fabs(x), value;
  if (!(size <= 30.0)) {
    double term = 1, sum = 1, mu = 4.0 * order * order;
    for (int k = 1; k <= 30; ++k) {
      term *= -(mu - (2.0 * k - 1) * (2.0 * k - 1)) / (k * 8.0 * size);
      sum += term;
    }
    // In two steps, so that e^x does not overflow before the division.
    double half = __builtin_exp(0.5 * size);
    value = half * (half / __builtin_sqrt(6.28318530717958647693 * size) * sum);
  } else {
    double quarter = 0.25 * size * size, term = order ? 0.5 * size : 1.0;
    value = term;
    for (int k = 1; k < 200 && term > 1e-18 * value; ++k) {
      term *= quarter / ((double)k * (k + order));
      value += term;
    }
  }
  return order && x < 0 ? -value : value;
}
__CHV_BOTH double cyl_bessel_i0(double x) { return __chv_bessel_i(0, x); }
__CHV_BOTH double cyl_bessel_i1(double x) { return __chv_bessel_i(1, x); }
__CHV_BOTH float cyl_bessel_i0f(float x) { return (float)__chv_bessel_i(0, x); }
__CHV_BOTH float cyl_bessel_i1f(float x) { return (float)__chv_bessel_i(1, x); }
#undef __CHV_FLOAT1
#endif

// CUDA has float overloads of these names too.
#define __CHV_OVERLOAD1(name)                                                                                          \
  __CHV_BOTH float name(float x) { return name##f(x); }
__CHV_OVERLOAD1(rsqrt) __CHV_OVERLOAD1(rcbrt) __CHV_OVERLOAD1(sinpi) __CHV_OVERLOAD1(cospi) __CHV_OVERLOAD1(erfcx)
__CHV_OVERLOAD1(erfinv) __CHV_OVERLOAD1(erfcinv) __CHV_OVERLOAD1(normcdf) __CHV_OVERLOAD1(normcdfinv)
#undef __CHV_OVERLOAD1
// Integers convert to double, as libstdc++'s functions do.
__CHV_BOTH double rsqrt(int x) { return rsqrt((double)x); }
__CHV_BOTH float rhypot(float x, float y) { return rhypotf(x, y); }
__CHV_BOTH void sincospi(float x, float *s, float *c) { sincospif(x, s, c); }
#undef __CHV_BOTH_UNTIL_GLIBC_2_41
#undef __CHV_BOTH_UNTIL_GLIBC_2_42
