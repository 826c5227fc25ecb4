// The math library in device code: libm's functions give libm's results under every name programs use; Chevron's own are
// compared with multiple precision values.
#include <cmath>
#include <complex>
#include <limits>

#include "check.h"

extern "C" {
#define LIBRARY1(name, low, high)                                                                                      \
  __device__ double chv_host_##name(double);                                                                           \
  __device__ float chv_host_##name##f(float);
#define LIBRARY2(name, low, high)                                                                                      \
  __device__ double chv_host_##name(double, double);                                                                   \
  __device__ float chv_host_##name##f(float, float);
#include "library.h"
#undef LIBRARY1
#undef LIBRARY2
}

static __device__ double between(double low, double high) { return low + (high - low) * (double)(chv_random() >> 11) * 0x1p-53; }

// Every name: f(double), ff(float), and the float overload, global and in std where the standard has it.
static __device__ void library() {
  for (int i = 0; i < 200; ++i) {
    double x, y;
    float a, b;
#define LIBRARY1(name, low, high)                                                                                      \
  x = between(low, high), a = (float)x;                                                                                \
  expect(#name, name(x), chv_host_##name(x), x);                                                                       \
  expect(#name "f", name##f(a), chv_host_##name##f(a), a);                                                             \
  expect(#name "(float)", name(a), chv_host_##name##f(a), a);
#define LIBRARY2(name, low, high)                                                                                      \
  x = between(low, high), y = between(low, high), a = (float)x, b = (float)y;                                          \
  expect(#name, name(x, y), chv_host_##name(x, y), x, y);                                                              \
  expect(#name "f", name##f(a, b), chv_host_##name##f(a, b), a, b);                                                    \
  expect(#name "(float)", name(a, b), chv_host_##name##f(a, b), a, b);                                                 \
  expect("std::" #name, std::name(x, y), chv_host_##name(x, y), x, y);                                                 \
  expect("std::" #name "(float)", std::name(a, b), chv_host_##name##f(a, b), a, b);
#include "library.h"
#undef LIBRARY1
#undef LIBRARY2
    x = between(0, 10), a = (float)x;
#define STD(name)                                                                                                      \
  expect("std::" #name, std::name(x), chv_host_##name(x), x);                                                          \
  expect("std::" #name "(float)", std::name(a), chv_host_##name##f(a), a);                                             \
  expect("std::" #name "(int)", std::name((int)x), chv_host_##name((double)(int)x), x);
    STD(sin) STD(cos) STD(tan) STD(exp) STD(log) STD(sqrt) STD(floor) STD(ceil) STD(round) STD(trunc) STD(fabs) STD(tanh)
    STD(cbrt) STD(erf) STD(tgamma) STD(lgamma) STD(log2) STD(log10) STD(exp2) STD(expm1) STD(log1p) STD(atan) STD(asinh)
  }
}

static __device__ void others() {
  int e = 0, q = 0;
  double w;
  float f, s, c;
  expect("frexp", frexp(10.0, &e), 0.625), expect("frexp e", e, 4);
  expect("frexp float", frexp(0.75f, &e), 0.75f), expect("std::frexp", std::frexp(10.0f, &e), 0.625f), expect("e", e, 4);
  expect("modf", modf(-2.5, &w), -0.5), expect("modf w", w, -2.0);
  expect("modff", modff(3.25f, &f), 0.25f), expect("std::modf", std::modf(3.25f, &f), 0.25f), expect("modf f", f, 3.0f);
  expect("remquo", remquo(7.0, 2.0, &q), -1.0), expect("remquo q", q & 7, 4), expect("remquof", remquof(7.f, 2.f, &q), -1.f);
  expect("ldexp", ldexp(0.5, 4), 8.0), expect("ldexpf", ldexpf(0.5f, 4), 8.0f), expect("std::ldexp", std::ldexp(.5f, 4), 8.f);
  expect("scalbn", scalbn(3.0, -1), 1.5), expect("scalblnf", scalblnf(3.0f, 2l), 12.0f);
  expect("ilogb", ilogb(9.0), 3), expect("ilogbf", ilogbf(0.5f), -1);
  expect("lrint", lrint(2.5), 2l), expect("llrintf", llrintf(3.5f), 4ll), expect("lround", lround(-2.5), -3l);
  expect("llround", llround(2.5), 3ll), expect("lroundf", lroundf(2.5f), 3l), expect("std::lround", std::lround(2.5f), 3l);
  expect("fma", fma(2.0, 3.0, 4.0), 10.0), expect("fmaf", fmaf(2.f, 3.f, 4.f), 10.f), expect("std::fma", std::fma(2.f, 3.f, 4.f), 10.f);
  expect("nan", nan("") != nan(""), true), expect("nanf", isnan(nanf("1")), true);
  expect("isnan", std::isnan(1.0f), false), expect("isinf", isinf(INFINITY), true), expect("isfinite", isfinite(1.0), true);
  expect("signbit", std::signbit(-0.0), true), expect("isnormal", std::isnormal(1e-310), false);
  expect("abs", abs(-3), 3), expect("abs long", abs(-3l), 3l), expect("abs ll", std::abs(-3ll), 3ll), expect("labs", labs(-4l), 4l);
  expect("abs float", abs(-1.5f), 1.5f), expect("std::abs", std::abs(-1.5), 1.5), expect("fabs", fabs(-1.5f), 1.5f);
  expect("pow int", pow(2.0f, 10), 1024.0), expect("pow", std::pow(2, 10), 1024.0), expect("jn", jn(0, 2.0), chv_host_j0(2.0));
  expect("yn", yn(1, 2.0), chv_host_y1(2.0)), expect("jnf", jnf(1, 2.0f), (float)chv_host_j1(2.0));
  sincosf(1.0f, &s, &c), expect("sincosf s", s, chv_host_sinf(1.0f)), expect("sincosf c", c, chv_host_cosf(1.0f));
  sincospif(0.5f, &s, &c), expect("sincospif s", s, 1.0f), expect("sincospif c", c, 0.0f);
  expect("min", min(3, 4u), 3u), expect("max", max(-1, 1u), 0xffffffffu), expect("max ll", max(-1ll, 5ll), 5ll);
  expect("min float", min(1.0f, nanf("")), 1.0f), expect("max mixed", max(1.0f, 2.0), 2.0), expect("max long", max(3l, 4ul), 4ul);
  expect("std::max", std::max(3, 4), 4), expect("std::min", std::min(3.0f, 4.0f), 3.0f);
  expect("numeric_limits", std::numeric_limits<float>::max(), 0x1.fffffep127f);
  int a = 1, b = 2;
  std::swap(a, b), expect("std::swap", a, 2);
  std::complex<float> z(3, 4);
  expect("complex abs", std::abs(z), 5.0f), expect("complex product", (z * z).imag(), 24.0f);
  expect("norm3d", norm3d(2.0, 3.0, 6.0), 7.0), expect("norm3d big", norm3d(2e200, 3e200, 6e200), 7e200);
  expect("norm4df", norm4df(1e30f, 1e30f, 1e30f, 1e30f), 2e30f), expect("rnorm3df", rnorm3df(2.f, 3.f, 6.f), 1 / 7.0f);
  expect("norm inf", norm3d(INFINITY, nan(""), 1.0), (double)INFINITY), expect("norm 0", norm4d(0., 0., 0., 0.), 0.0);
  const double five[] = {3, 0, 4, 0, 0};
  expect("norm", norm(5, five), 5.0), expect("rhypot", rhypot(3.0, 4.0), 0.2), expect("rnorm", rnorm(5, five), 0.2);
  expect("__fdividef", __fdividef(1.0f, 0x1.8p126f), 0.0f), expect("__fdividef", __fdividef(1.0f, 4.0f), 0.25f);
  expect("__saturatef", __saturatef(1.5f), 1.0f), expect("__saturatef", __saturatef(nanf("")), 0.0f), expect("__saturatef", __saturatef(-2.f), 0.f);
  expect("rsqrtf", rsqrtf(4.0f), 0.5f), expect("__frsqrt_rn", __frsqrt_rn(16.0f), 0.25f), expect("sinpi", sinpi(-0.0), -0.0);
  expect("sinpi 3", sinpi(3.0), 0.0), expect("cospi", cospi(1e15 + 1), -1.0), expect("cospi half", cospi(2.5), 0.0);
  expect("erfinv 1", erfinv(1.0), (double)INFINITY), expect("erfinv 2", isnan(erfinv(2.0)), true), expect("erfcinv 2", erfcinv(2.0), -(double)INFINITY);
  expect("normcdfinv", normcdfinv(0.5), 0.0), expect("normcdf", normcdf(0.0), 0.5), expect("normcdf", normcdf(-100.0), 0.0);
  expect("i0 0", cyl_bessel_i0(0.0), 1.0), expect("i1 0", cyl_bessel_i1(0.0), 0.0), expect("i0 inf", isnan(cyl_bessel_i0(nan(""))), true);
  expect("exp overload", __expf(1.0f), chv_host_expf(1.0f)), expect("__powf", __powf(2.f, 3.f), 8.f);
  expect("punning", __float_as_int(1.0f), 0x3f800000), expect("hiloint", __hiloint2double(0x3ff00000, 0), 1.0);
  expect("hi", __double2hiint(1.0), 0x3ff00000), expect("int", __int_as_float(0x40000000), 2.0f);
}

// Distance of two doubles in units in the last place.
static __device__ double ulps(double got, double want) {
  if (got == want) return 0;
  if (got != got || want != want) return 1e300;
  long long g = __double_as_longlong(got), w = __double_as_longlong(want);
  if (g < 0) g = (long long)(0x8000000000000000ull - (unsigned long long)g);
  if (w < 0) w = (long long)(0x8000000000000000ull - (unsigned long long)w);
  return fabs((double)(g - w));
}
static __device__ unsigned float_ulps(float got, float want) {
  unsigned g = __float_as_uint(got), w = __float_as_uint(want);
  return got == want ? 0 : g > w ? g - w : w - g;
}
static __device__ void special() {
#define VALUES(name, tolerance)                                                                                        \
  {                                                                                                                    \
    const char *what = #name;                                                                                          \
    double (*function)(double) = name;                                                                                 \
    float (*single)(float) = name##f;                                                                                  \
    double allowed = tolerance;
#define VALUE(x, want)                                                                                                 \
  chv_checked(2);                                                                                                      \
  if (ulps(function(x), want) > allowed)                                                                               \
    chv_mismatch(what, bits_of(function(x)), bits_of((double)want), bits_of((double)x), (unsigned long long)ulps(function(x), want), 0); \
  if ((double)(float)(x) == x && float_ulps(single((float)x), (float)want) > 2)                                        \
    chv_mismatch(what, bits_of(single((float)x)), bits_of((float)want), bits_of((float)x), 0, 0);
#define END }
#include "special_values.h"
}

extern "C" __device__ void check() {
  library();
  others();
  special();
}
