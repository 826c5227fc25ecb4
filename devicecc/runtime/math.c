// Mathematical functions for the CPU device, without branches and tables, so that loops over threads that call them become vectors.
// `build.rs` compiles this, and `emit::cpu::math` puts it in the place of the math library's. Bounds are those of CUDA's programming guide;
// `tests/golden/math/vector_functions.cu` holds them. The processor must multiply and add with one rounding.
//
// Functions of float that need more than float's precision within are computed in double: it is as wide as two floats, and rounded once.

typedef int int32;
typedef unsigned int uint32;
typedef long long int64;
typedef unsigned long long uint64;

#define INLINED __attribute__((always_inline))

static INLINED inline uint32 bits_of(float x) { return __builtin_bit_cast(uint32, x); }
static INLINED inline float float_of(uint32 x) { return __builtin_bit_cast(float, x); }
static INLINED inline uint64 wide_bits_of(double x) { return __builtin_bit_cast(uint64, x); }
static INLINED inline double double_of(uint64 x) { return __builtin_bit_cast(double, x); }
static INLINED inline float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
static INLINED inline double wide_fused(double a, double b, double c) { return __builtin_fma(a, b, c); }

// A number to which another below 2^22 (2^51) in size is added is rounded to a whole number, which its last bits then hold.
#define ROUNDER 12582912.0f
#define WIDE_ROUNDER 6755399441055744.0

// 2 to a power, which may lie outside of the range of normal numbers: as two factors.
static INLINED inline float scaled(float x, int32 power) {
  int32 half = power >> 1;
  return x * float_of((uint32)(half + 127) << 23) * float_of((uint32)(power - half + 127) << 23);
}
static INLINED inline double wide_scaled(double x, int32 power) {
  int32 half = power >> 1;
  return x * double_of((uint64)(half + 1023) << 52) * double_of((uint64)(power - half + 1023) << 52);
}

INLINED float __chv_math_expf(float x) {
  x = x > 89.0f ? 89.0f : x;
  x = x < -104.0f ? -104.0f : x;
  float rounded = fused(x, 1.44269504f, ROUNDER), n = rounded - ROUNDER;
  float r = fused(n, -0x1.62e4p-1f, x);
  r = fused(n, -0x1.7f7d1cp-20f, r);
  float p = 1.37805939e-3f;
  p = fused(p, r, 8.37312452e-3f);
  p = fused(p, r, 4.16695364e-2f);
  p = fused(p, r, 1.66664720e-1f);
  p = fused(p, r, 4.99999851e-1f);
  p = fused(p, r, 1.0f);
  p = fused(p, r, 1.0f);
  return scaled(p, (int32)(bits_of(rounded) - bits_of(ROUNDER)));
}

// A logarithm that was found for a positive finite number; what it is for others.
static INLINED inline float log_or_odd(float x, float found) {
  float odd = x < 0.0f ? __builtin_nanf("") : x + x;
  odd = x == 0.0f ? -__builtin_inff() : odd;
  return x > 0.0f && x < __builtin_inff() ? found : odd;
}

// A positive normal number as 2 to a power, and a factor between the square roots of a half and of 2.
static INLINED inline double factor_of(double x, double *power) {
  uint64 all = wide_bits_of(x), shifted = all - 0x3fe6a09e00000000ull;
  *power = double_of(wide_bits_of(WIDE_ROUNDER) + (uint64)((int64)(shifted >> 52) - ((shifted >> 63) << 12))) - WIDE_ROUNDER;
  return double_of(all - (shifted & 0xfff0000000000000ull));
}

// The logarithm of what a positive finite number is beside 2 to a power, which is between -0.41 and 0.29.
static INLINED inline float log_within(float x, float *power) {
  int small = x < 1.17549435e-38f;
  float m = small ? x * 8388608.0f : x, i = small ? -23.0f : 0.0f;
  int32 e = (int32)((bits_of(m) - 0x3f2aaaabu) & 0xff800000u);
  m = float_of(bits_of(m) - (uint32)e);
  *power = fused((float)e, 1.19209290e-7f, i);
  m = m - 1.0f;
  float s = m * m, r = -0.130310059f, t = 0.140869141f;
  r = fused(r, s, -0.121483512f);
  t = fused(t, s, 0.139814854f);
  r = fused(r, s, -0.166846126f);
  t = fused(t, s, 0.200120345f);
  r = fused(r, s, -0.249996200f);
  r = fused(t, m, r);
  r = fused(r, m, 0.333331972f);
  r = fused(r, m, -0.5f);
  return fused(r, s, m);
}

INLINED float __chv_math_logf(float x) {
  float power, within = log_within(x, &power);
  return log_or_odd(x, fused(power, 0.693147182f, within));
}

// 2 to the power of a number, to 40 bits; beyond +-1000 it is held there.
static INLINED inline double exp2_of(double x) {
  x = x > 1000.0 ? 1000.0 : x;
  x = x < -1000.0 ? -1000.0 : x;
  double rounded = x + WIDE_ROUNDER, r = (x - (rounded - WIDE_ROUNDER)) * 0.693147180559945309417;
  double p = 1.0 / 39916800;
  p = wide_fused(p, r, 1.0 / 3628800);
  p = wide_fused(p, r, 1.0 / 362880);
  p = wide_fused(p, r, 1.0 / 40320);
  p = wide_fused(p, r, 1.0 / 5040);
  p = wide_fused(p, r, 1.0 / 720);
  p = wide_fused(p, r, 1.0 / 120);
  p = wide_fused(p, r, 1.0 / 24);
  p = wide_fused(p, r, 1.0 / 6);
  p = wide_fused(p, r, 0.5);
  p = wide_fused(p, r, 1.0);
  p = wide_fused(p, r, 1.0);
  return p * double_of(((wide_bits_of(rounded) - wide_bits_of(WIDE_ROUNDER)) + 1023) << 52);
}

// The logarithm of a positive float to the base 2, to 40 bits of it.
static INLINED inline double log2_of(float x) {
  double e, m = factor_of((double)x, &e), f = (m - 1.0) / (m + 1.0), s = f * f, p = 1.0 / 15;
  p = wide_fused(p, s, 1.0 / 13);
  p = wide_fused(p, s, 1.0 / 11);
  p = wide_fused(p, s, 1.0 / 9);
  p = wide_fused(p, s, 1.0 / 7);
  p = wide_fused(p, s, 1.0 / 5);
  p = wide_fused(p, s, 1.0 / 3);
  p = wide_fused(p, s, 1.0);
  return wide_fused(f * 2.88539008177792681472, p, e);
}

static INLINED inline float log_to(float x, double factor) { return log_or_odd(x, (float)(log2_of(x) * factor)); }
INLINED float __chv_math_log2f(float x) { return log_to(x, 1.0); }
INLINED float __chv_math_log10f(float x) { return log_to(x, 0.301029995663981195214); }
INLINED float __chv_math_exp2f(float x) { return (float)exp2_of((double)x); }
INLINED float __chv_math_exp10f(float x) { return (float)exp2_of((double)x * 3.32192809488736234787); }

INLINED float __chv_math_tanhf(float x) {
  double wide = x, e = exp2_of(wide * 2.88539008177792681472), far = (e - 1.0) / (e + 1.0), near = wide_fused(wide * wide * wide, -1.0 / 3, wide);
  far = wide > 20.0 ? 1.0 : far;
  far = wide < -20.0 ? -1.0 : far;
  return (float)(wide < 0x1p-10 && wide > -0x1p-10 ? near : far);
}

INLINED float __chv_math_powf(float x, float y) {
  float size = __builtin_fabsf(x);
  // Is y a whole number, and an odd one? From 2^24 on all are even.
  float whole = __builtin_truncf(y);
  int is_whole = whole == y, is_odd = is_whole && __builtin_fabsf(y) < 16777216.0f && whole * 0.5f != __builtin_truncf(whole * 0.5f);
  double power = (double)y * log2_of(size);
  // Logarithms of what is no positive number.
  double infinite = size == 0.0f ? -__builtin_inf() : __builtin_inf();
  power = size == 0.0f || size > 3.40282347e+38f ? y * infinite : power;
  float found = (float)exp2_of(power);
  found = x < 0.0f && !is_whole && x >= -3.40282347e+38f ? __builtin_nanf("") : found;
  found = is_odd ? __builtin_copysignf(found, x) : found;
  // The infinite power of 1 and of -1, and the zeroth of all.
  found = size == 1.0f && __builtin_fabsf(y) > 3.40282347e+38f ? 1.0f : found;
  found = x != x || y != y ? x + y : found;
  return x == 1.0f || y == 0.0f ? 1.0f : found;
}

// Multiples of pi/2 that are nearest to numbers, and what is left. `quarter`: the last bits of the multiple.
static INLINED inline double reduced(float x, uint32 *quarter) {
  double wide = x, rounded = wide_fused(wide, 0.636619772367581343076, WIDE_ROUNDER), n = rounded - WIDE_ROUNDER;
  double near = wide_fused(n, -0x1.921fb54442d18p+0, wide);
  near = wide_fused(n, -0x1.1a62633145c07p-54, near);
  // Large ones: 24 bits of the number, multiplied by those bits of 2/pi that matter for its exponent.
  uint32 bits = bits_of(x), exponent = bits >> 23 & 0xff, mantissa = (bits & 0x7fffff) | 0x800000;
  uint32 place = exponent > 120 ? exponent - 120 : 0, word = place >> 5, shift = place & 31;
  uint32 a = 0, b = 0xa2f9836e, c = 0x4e441529, d = 0xfc2757d1;
  a = word == 1 ? 0xa2f9836e : a, b = word == 1 ? 0x4e441529 : b, c = word == 1 ? 0xfc2757d1 : c, d = word == 1 ? 0xf534ddc0 : d;
  a = word == 2 ? 0x4e441529 : a, b = word == 2 ? 0xfc2757d1 : b, c = word == 2 ? 0xf534ddc0 : c, d = word == 2 ? 0xdb629599 : d;
  a = word == 3 ? 0xfc2757d1 : a, b = word == 3 ? 0xf534ddc0 : b, c = word == 3 ? 0xdb629599 : c, d = word == 3 ? 0x3c439041 : d;
  a = word == 4 ? 0xf534ddc0 : a, b = word == 4 ? 0xdb629599 : b, c = word == 4 ? 0x3c439041 : c, d = word == 4 ? 0xfe5163ab : d;
  uint32 high = (uint32)(((uint64)a << 32 | b) << shift >> 32), middle = (uint32)(((uint64)b << 32 | c) << shift >> 32);
  uint32 low = (uint32)(((uint64)c << 32 | d) << shift >> 32);
  uint64 product = ((uint64)(mantissa * high) << 32) + (uint64)mantissa * middle + ((uint64)mantissa * low >> 32);
  // Its first two bits count multiples of pi/2.
  uint64 count = (product + (1ull << 61)) >> 62;
  double far = (double)(int64)(product - (count << 62)) * 0x1.921fb54442d18p-62;
  int is_far = exponent > 147, is_negative = bits >> 31;
  far = is_negative ? -far : far;
  count = is_negative ? 0 - count : count;
  *quarter = is_far ? (uint32)count : (uint32)wide_bits_of(rounded);
  return exponent == 255 ? (double)(x - x) : is_far ? far : near;
}

static INLINED inline float sine_from(double r, uint32 quarter) {
  double s = r * r, odd = -1.0 / 39916800, even = 1.0 / 479001600;
  odd = wide_fused(odd, s, 1.0 / 362880);
  odd = wide_fused(odd, s, -1.0 / 5040);
  odd = wide_fused(odd, s, 1.0 / 120);
  odd = wide_fused(odd, s, -1.0 / 6);
  odd = wide_fused(odd, s * r, r);
  even = wide_fused(even, s, -1.0 / 3628800);
  even = wide_fused(even, s, 1.0 / 40320);
  even = wide_fused(even, s, -1.0 / 720);
  even = wide_fused(even, s, 1.0 / 24);
  even = wide_fused(even, s, -0.5);
  even = wide_fused(even, s, 1.0);
  float size = (float)(quarter & 1 ? even : odd);
  return quarter & 2 ? -size : size;
}
INLINED float __chv_math_sinf(float x) {
  uint32 quarter;
  double r = reduced(x, &quarter);
  return x == 0.0f ? x : sine_from(r, quarter);
}
INLINED float __chv_math_cosf(float x) {
  uint32 quarter;
  double r = reduced(x, &quarter);
  return sine_from(r, quarter + 1);
}

INLINED void __chv_math_sincosf(float x, float *sine, float *cosine) {
  uint32 quarter;
  double r = reduced(x, &quarter);
  *sine = x == 0.0f ? x : sine_from(r, quarter);
  *cosine = sine_from(r, quarter + 1);
}

INLINED float __chv_math_erff(float x) {
  float t = __builtin_fabsf(x), s = x * x;
  float far = fused(-1.72853470e-5f, t, 3.83197126e-4f), u = fused(-3.88396438e-3f, t, 2.42546219e-2f);
  far = fused(far, s, u);
  far = fused(far, t, -1.06777877e-1f);
  far = fused(far, t, -6.34846687e-1f);
  far = fused(far, t, -1.28717512e-1f);
  far = fused(far, t, -t);
  far = t > 4.0f ? 1.0f : 1.0f - __chv_math_expf(far);
  float near = -5.96761703e-4f;
  near = fused(near, s, 4.99119423e-3f);
  near = fused(near, s, -2.67681349e-2f);
  near = fused(near, s, 1.12819925e-1f);
  near = fused(near, s, -3.76125336e-1f);
  near = fused(near, s, 1.28379166e-1f);
  near = fused(near, x, x);
  return t > 0.921875f ? __builtin_copysignf(far, x) : near;
}

INLINED double __chv_math_exp(double x) {
  x = x > 710.0 ? 710.0 : x;
  x = x < -750.0 ? -750.0 : x;
  double rounded = wide_fused(x, 1.44269504088896340736, WIDE_ROUNDER), n = rounded - WIDE_ROUNDER;
  double r = wide_fused(n, -0x1.62e42fefa39efp-1, x);
  r = wide_fused(n, -0x1.abc9e3b39803fp-56, r);
  double p = 1.0 / 6227020800.0;
  p = wide_fused(p, r, 1.0 / 479001600);
  p = wide_fused(p, r, 1.0 / 39916800);
  p = wide_fused(p, r, 1.0 / 3628800);
  p = wide_fused(p, r, 1.0 / 362880);
  p = wide_fused(p, r, 1.0 / 40320);
  p = wide_fused(p, r, 1.0 / 5040);
  p = wide_fused(p, r, 1.0 / 720);
  p = wide_fused(p, r, 1.0 / 120);
  p = wide_fused(p, r, 1.0 / 24);
  p = wide_fused(p, r, 1.0 / 6);
  p = wide_fused(p, r, 0.5);
  p = wide_fused(p, r * r, r) + 1.0;
  return wide_scaled(p, (int32)(uint32)wide_bits_of(rounded));
}

// As in Sun's fdlibm (e_log.c), without its shortcuts.
INLINED double __chv_math_log(double x) {
  int small = x < 0x1p-1022;
  double scaled = small ? x * 0x1p54 : x;
  double e, m = factor_of(scaled, &e), f = m - 1.0;
  e = small ? e - 54.0 : e;
  double s = f / (2.0 + f), z = s * s, w = z * z, half = 0.5 * f * f;
  double one = w * wide_fused(w, wide_fused(w, 1.531383769920937332e-01, 2.222219843214978396e-01), 3.999999999940941908e-01);
  double other = z * wide_fused(w, wide_fused(w, wide_fused(w, 1.479819860511658591e-01, 1.818357216161805012e-01), 2.857142874366239149e-01), 6.666666666666735130e-01);
  double found = e * 6.93147180369123816490e-01 - ((half - wide_fused(s, half + (one + other), e * 1.90821492927058770002e-10)) - f);
  double odd = x < 0.0 ? __builtin_nan("") : x + x;
  odd = x == 0.0 ? -__builtin_inf() : odd;
  return x > 0.0 && x < __builtin_inf() ? found : odd;
}

// 1 / sqrt(x), within 1 unit of the last place: a guess by the exponent, made better by a polynomial and by Newton's step. The square root and the division of the
// processor take four times as long. Processors with AVX-512 have `rsqrt_estimated.ll` in its place.
INLINED float __chv_math_rsqrtf(float x) {
  int small = x < 1.17549435e-38f;
  float m = small ? x * 16777216.0f : x;
  float y = float_of(0x5f374740u - (bits_of(m) >> 1));
  float h = m * y * y, p = 0x1.8142e2p-2f;
  p = fused(p, h, -0x1.40e8f6p+0f);
  p = fused(p, h, 0x1.e09834p+0f);
  y = y * p;
  y = fused(y * 0.5f, fused(-(m * y), y, 1.0f), y);
  y = small ? y * 4096.0f : y;
  // What is no positive finite number.
  float odd = x == 0.0f ? __builtin_copysignf(__builtin_inff(), x) : x < 0.0f ? __builtin_nanf("") : x != x ? x + x : 0.0f;
  return x > 0.0f && x < __builtin_inff() ? y : odd;
}

// x / y as GPUs' fast division has it, within 2 units of the last place: 0, or NaN for an infinite x, where y is beyond 2^126.
INLINED float __chv_math_fast_divide(float x, float y) {
  float size = __builtin_fabsf(y), found = x / y;
  return size > 0x1p126f && size < __builtin_inff() ? x * (x - x) : found;
}

// The fast sine of a GPU: beyond some 10^5 it says nothing, but stays between -1 and 1.
static INLINED inline float fast_sine(float x, uint32 ahead) {
  float rounded = fused(x, 0.636619772f, ROUNDER), n = rounded - ROUNDER;
  float r = fused(n, -0x1.921fb4p+0f, x);
  r = fused(n, -0x1.4442d0p-24f, r);
  r = fused(n, -0x1.846988p-48f, r);
  r = r > 0.8f ? 0.8f : r;
  r = r < -0.8f ? -0.8f : r;
  uint32 quarter = bits_of(rounded) + ahead;
  float s = r * r, odd = -1.95152959e-4f, even = 2.44331571e-5f;
  odd = fused(odd, s, 8.33216087e-3f);
  odd = fused(odd, s, -1.66666546e-1f);
  odd = fused(odd, s * r, r);
  even = fused(even, s, -1.38873162e-3f);
  even = fused(even, s, 4.16666457e-2f);
  even = fused(even, s, -0.5f);
  even = fused(even, s, 1.0f);
  float size = quarter & 1 ? even : odd;
  return x - x != 0.0f ? x - x : quarter & 2 ? -size : size;
}
INLINED float __chv_math_fast_sinf(float x) { return fast_sine(x, 0); }
INLINED float __chv_math_fast_cosf(float x) { return fast_sine(x, 1); }

// 2 to a power, in float alone: that of x times a factor. `low`, `high`: beyond these nothing changes.
static INLINED inline float fast_exp2(float x, float factor, float low, float high) {
  x = x > high ? high : x;
  x = x < low ? low : x;
  float rounded = fused(x, factor, ROUNDER), r = fused(x, factor, ROUNDER - rounded), p = 1.53211557e-4f;
  p = fused(p, r, 1.33901613e-3f);
  p = fused(p, r, 9.61852632e-3f);
  p = fused(p, r, 5.55036217e-2f);
  p = fused(p, r, 2.40226477e-1f);
  p = fused(p, r, 6.93147182e-1f);
  p = fused(p, r, 1.0f);
  return scaled(p, (int32)(bits_of(rounded) - bits_of(ROUNDER)));
}
INLINED float __chv_math_fast_expf(float x) { return fast_exp2(x, 1.44269504f, -105.0f, 90.0f); }
INLINED float __chv_math_fast_exp10f(float x) { return fast_exp2(x, 3.32192809f, -46.0f, 39.0f); }

// A logarithm that is `of_2` of 2 and `of_e` of e, in float alone.
static INLINED inline float fast_log(float x, float of_2, float of_e) {
  float power, within = log_within(x, &power);
  return log_or_odd(x, fused(power, of_2, within * of_e));
}
INLINED float __chv_math_fast_log2f(float x) { return fast_log(x, 1.0f, 1.44269504f); }
INLINED float __chv_math_fast_log10f(float x) { return fast_log(x, 0.301029996f, 0.434294482f); }
// As a GPU has it: of a negative number there is none.
INLINED float __chv_math_fast_powf(float x, float y) { return fast_exp2(y * __chv_math_fast_log2f(x), 1.0f, -152.0f, 130.0f); }
// Within 2^-11 of its size.
INLINED float __chv_math_fast_tanhf(float x) {
  float e = fast_exp2(x, 2.88539008f, -52.0f, 45.0f), far = (e - 1.0f) / (e + 1.0f), near = x * fused(x * x, -1.0f / 3, 1.0f);
  far = x > 20.0f ? 1.0f : far;
  return x < 0x1p-5f && x > -0x1p-5f ? near : far;
}

INLINED float __chv_math_tanf(float x) {
  uint32 quarter;
  double r = reduced(x, &quarter);
  double s = r * r, odd = -1.0 / 39916800, even = 1.0 / 479001600;
  odd = wide_fused(odd, s, 1.0 / 362880);
  odd = wide_fused(odd, s, -1.0 / 5040);
  odd = wide_fused(odd, s, 1.0 / 120);
  odd = wide_fused(odd, s, -1.0 / 6);
  odd = wide_fused(odd, s * r, r);
  even = wide_fused(even, s, -1.0 / 3628800);
  even = wide_fused(even, s, 1.0 / 40320);
  even = wide_fused(even, s, -1.0 / 720);
  even = wide_fused(even, s, 1.0 / 24);
  even = wide_fused(even, s, -0.5);
  even = wide_fused(even, s, 1.0);
  float found = (float)(quarter & 1 ? -even / odd : odd / even);
  return x == 0.0f ? x : found;
}

// The angle of a point whose coordinates are not both zero or infinite, or NaN, to 33 bits.
static INLINED inline double angle_of(double y, double x) {
  double height = __builtin_fabs(y), width = __builtin_fabs(x);
  int steep = height > width;
  double a = (steep ? width : height) / (steep ? height : width), z = a * a, p = -0x1.5bcf6e5741041p-11;
  p = wide_fused(p, z, 0x1.3625e8d6eefb9p-8);
  p = wide_fused(p, z, -0x1.0354cc23b8650p-6);
  p = wide_fused(p, z, 0x1.151ab904c9279p-5);
  p = wide_fused(p, z, -0x1.ba035c4e8d652p-5);
  p = wide_fused(p, z, 0x1.2811fdeff7003p-4);
  p = wide_fused(p, z, -0x1.6f95036b2d2f5p-4);
  p = wide_fused(p, z, 0x1.c6533dfc9a77bp-4);
  p = wide_fused(p, z, -0x1.2488519fa5a60p-3);
  p = wide_fused(p, z, 0x1.999914dc909cfp-3);
  p = wide_fused(p, z, -0x1.555553f671b9ap-2);
  p = wide_fused(p, z, 0x1.ffffffff64898p-1);
  p = p * a;
  p = steep ? 0x1.921fb54442d18p+0 - p : p;
  p = x < 0.0 ? 0x1.921fb54442d18p+1 - p : p;
  return __builtin_copysign(p, y);
}

INLINED float __chv_math_atanf(float x) {
  float found = (float)angle_of((double)x, 1.0);
  found = x == __builtin_inff() ? 0x1.921fb6p+0f : found;
  found = x == -__builtin_inff() ? -0x1.921fb6p+0f : found;
  return x == 0.0f || x != x ? x + x : found;
}

INLINED float __chv_math_atan2f(float y, float x) {
  // Infinite coordinates are as good as ones, and those beside them as good as zero.
  int far_y = __builtin_fabsf(y) == __builtin_inff(), far_x = __builtin_fabsf(x) == __builtin_inff(), far = far_y || far_x;
  float height = far ? __builtin_copysignf(far_y ? 1.0f : 0.0f, y) : y, width = far ? __builtin_copysignf(far_x ? 1.0f : 0.0f, x) : x;
  int none = height == 0.0f && width == 0.0f;
  // At the origin the sign of x decides.
  width = none ? __builtin_copysignf(1.0f, x) : width;
  float found = (float)angle_of((double)height, (double)width);
  return x != x || y != y ? x + y : found;
}

// The legs of a triangle with a hypotenuse of 1.
INLINED float __chv_math_asinf(float x) {
  double wide = x, other = __builtin_sqrt((1.0 - wide) * (1.0 + wide));
  float found = (float)angle_of(wide, other);
  found = x == 0.0f ? x : found;
  return __builtin_fabsf(x) <= 1.0f ? found : __builtin_nanf("");
}
INLINED float __chv_math_acosf(float x) {
  double wide = x, other = __builtin_sqrt((1.0 - wide) * (1.0 + wide));
  float found = (float)angle_of(other, wide);
  return __builtin_fabsf(x) <= 1.0f ? found : __builtin_nanf("");
}

INLINED float __chv_math_log1pf(float x) {
  double wide = x, whole = 1.0 + wide, power, m = factor_of(whole, &power);
  // The sum loses what a small number has.
  int near = wide < 0.25 && wide > -0.25;
  double f = near ? wide / (2.0 + wide) : (m - 1.0) / (m + 1.0), s = f * f, p = 1.0 / 15;
  p = wide_fused(p, s, 1.0 / 13);
  p = wide_fused(p, s, 1.0 / 11);
  p = wide_fused(p, s, 1.0 / 9);
  p = wide_fused(p, s, 1.0 / 7);
  p = wide_fused(p, s, 1.0 / 5);
  p = wide_fused(p, s, 1.0 / 3);
  p = wide_fused(p, s, 1.0);
  float found = (float)wide_fused(near ? 0.0 : power, 0.693147180559945309417, 2.0 * f * p);
  float odd = x < -1.0f ? __builtin_nanf("") : x + x;
  odd = x == -1.0f ? -__builtin_inff() : odd;
  found = x > -1.0f && x < __builtin_inff() ? found : odd;
  return x == 0.0f ? x : found;
}

INLINED float __chv_math_expm1f(float x) {
  double wide = x, far = exp2_of(wide * 1.44269504088896340736) - 1.0;
  double near = wide_fused(wide * wide, wide_fused(wide, 1.0 / 6, 0.5), wide);
  float found = (float)(wide < 0x1p-10 && wide > -0x1p-10 ? near : far);
  return x == 0.0f || x != x ? x : found;
}

INLINED float __chv_math_sinhf(float x) {
  double wide = x, e = exp2_of(wide * 1.44269504088896340736), s = wide * wide, near = 1.0 / 362880;
  near = wide_fused(near, s, 1.0 / 5040);
  near = wide_fused(near, s, 1.0 / 120);
  near = wide_fused(near, s, 1.0 / 6);
  near = wide_fused(near, s * wide, wide);
  float found = (float)(wide < 0.5 && wide > -0.5 ? near : 0.5 * (e - 1.0 / e));
  return x == 0.0f || x != x ? x : found;
}
INLINED float __chv_math_coshf(float x) {
  double wide = x, e = exp2_of(wide * 1.44269504088896340736);
  return x != x ? x : (float)(0.5 * (e + 1.0 / e));
}

// 1 / cbrt(x) of a positive number, to 40 bits: a guess by the exponent, made better twice by a polynomial.
static INLINED inline double inverse_cube_root(double x) {
  double y = double_of((uint64)(0x553ef0ffu - (uint32)(wide_bits_of(x) >> 32) / 3) << 32);
  for (int step = 0; step < 2; ++step) {
    double h = wide_fused(-x * y, y * y, 1.0), p = 35.0 / 243;
    p = wide_fused(p, h, 14.0 / 81);
    p = wide_fused(p, h, 2.0 / 9);
    p = wide_fused(p, h, 1.0 / 3);
    y = wide_fused(p * h, y, y);
  }
  return y;
}
INLINED float __chv_math_cbrtf(float x) {
  double size = __builtin_fabs((double)x), y = inverse_cube_root(size);
  float found = __builtin_copysignf((float)(size * y * y), x);
  return x == 0.0f || x - x != 0.0f ? x + x : found;
}
INLINED float __chv_math_rcbrtf(float x) {
  float found = __builtin_copysignf((float)inverse_cube_root(__builtin_fabs((double)x)), x);
  found = x == 0.0f ? __builtin_copysignf(__builtin_inff(), x) : found;
  return x - x == 0.0f ? found : x != x ? x : __builtin_copysignf(0.0f, x);
}

// Squares of floats neither leave double's range nor lose anything in it.
INLINED float __chv_math_hypotf(float x, float y) {
  double a = x, b = y;
  float found = (float)__builtin_sqrt(wide_fused(a, a, b * b));
  return __builtin_fabsf(x) == __builtin_inff() || __builtin_fabsf(y) == __builtin_inff() ? __builtin_inff() : found;
}
INLINED float __chv_math_rhypotf(float x, float y) {
  double a = x, b = y;
  float found = (float)(1.0 / __builtin_sqrt(wide_fused(a, a, b * b)));
  return __builtin_fabsf(x) == __builtin_inff() || __builtin_fabsf(y) == __builtin_inff() ? 0.0f : found;
}

// Double precision.

// A number as the sum of two, of which the second is a correction of the first.
typedef struct {
  double high, low;
} Pair;

// Bits of 2/pi, 64 to a word, behind 64 that are before its point.
static const uint64 two_by_pi[20] = {
    0,
    0xa2f9836e4e441529u, 0xfc2757d1f534ddc0u, 0xdb6295993c439041u, 0xfe5163abdebbc561u, 0xb7246e3a424dd2e0u, 0x06492eea09d1921cu,
    0xfe1deb1cb129a73eu, 0xe88235f52ebb4484u, 0xe99c7026b45f7e41u, 0x3991d639835339f4u, 0x9c845f8bbdf9283bu, 0x1ff897ffde05980fu,
    0xef2f118b5a0a6d1fu, 0x6d367ecf27cb09b7u, 0x4f463f669e5fea2du, 0x7527bac7ebe5f17bu, 0x3d0739f78a5292eau, 0x6bfb5fb11f8d5d08u,
    0x56033046fc7b6babu};

// What is left of a number of 2^48 and more when multiples of pi/2 are taken away: its 53 bits are multiplied by those 192 of 2/pi that matter.
static INLINED inline Pair far_reduced(double x, uint64 *quarter) {
  uint64 bits = wide_bits_of(x), exponent = bits >> 52 & 0x7ff, mantissa = (bits & 0xfffffffffffffull) | 1ull << 52;
  // Bits of a higher weight count multiples of 2 pi.
  uint64 place = (exponent > 1023 + 48 && exponent < 2047 ? exponent : 1023 + 48) - 1023 - 54 + 64, word = place >> 6, shift = place & 63;
  uint64 t0 = two_by_pi[word], t1 = two_by_pi[word + 1], t2 = two_by_pi[word + 2], t3 = two_by_pi[word + 3];
  uint64 w0 = t0 << shift | t1 >> 1 >> (63 - shift), w1 = t1 << shift | t2 >> 1 >> (63 - shift), w2 = t2 << shift | t3 >> 1 >> (63 - shift);
  uint64 m0 = mantissa & 0xffffffff, m1 = mantissa >> 32, half = 0xffffffff;
  uint64 a0 = w0 >> 32, a1 = w0 & half, a2 = w1 >> 32, a3 = w1 & half, a4 = w2 >> 32, a5 = w2 & half;
  uint64 low1 = m0 * a1, low2 = m0 * a2, low3 = m0 * a3, low4 = m0 * a4, low5 = m0 * a5;
  uint64 high2 = m1 * a2, high3 = m1 * a3, high4 = m1 * a4, high5 = m1 * a5;
  uint64 s1 = (low5 >> 32) + (low4 & half) + (high5 & half);
  uint64 s2 = (low4 >> 32) + (low3 & half) + (high5 >> 32) + (high4 & half) + (s1 >> 32);
  uint64 s3 = (low3 >> 32) + (low2 & half) + (high4 >> 32) + (high3 & half) + (s2 >> 32);
  uint64 s4 = (low2 >> 32) + (low1 & half) + (high3 >> 32) + (high2 & half) + (s3 >> 32);
  uint64 s5 = (low1 >> 32) + (m0 * a0 & half) + (high2 >> 32) + (m1 * a1 & half) + (s4 >> 32);
  uint64 top = s5 << 32 | (s4 & half), next = s3 << 32 | (s2 & half);
  uint64 count = (top + (1ull << 61)) >> 62;
  int64 rest = (int64)(top - (count << 62));
  double high = (double)rest, low = (double)(rest - (int64)high) + (double)(next >> 11) * 0x1p-53;
  double product = high * 0x1.921fb54442d18p-62, tail = wide_fused(high, 0x1.921fb54442d18p-62, -product);
  tail = wide_fused(high, 0x1.1a62633145c07p-116, tail);
  tail = wide_fused(low, 0x1.921fb54442d18p-62, tail);
  double sum = product + tail;
  int is_negative = bits >> 63;
  *quarter = is_negative ? 0 - count : count;
  Pair left = {is_negative ? -sum : sum, is_negative ? sum - product - tail : tail - (sum - product)};
  return left;
}

// What is left of a number when multiples of pi/2 are taken away, and the last bits of how many these are.
static INLINED inline Pair wide_reduced(double x, uint64 *quarter) {
  double rounded = wide_fused(x, 0.636619772367581343076, WIDE_ROUNDER), n = rounded - WIDE_ROUNDER;
  double exact = wide_fused(n, -0x1.921fb54442d18p+0, x), product = n * 0x1.1a62633145c07p-54, first = exact - product, part = first - exact;
  double low = (exact - (first - part)) - (product + part) - wide_fused(n, 0x1.1a62633145c07p-54, -product);
  low = wide_fused(n, 0x1.f1976b7ed8fbcp-110, low);
  double near = first + low;
  low = low - (near - first);
  uint64 far_quarter;
  Pair far = far_reduced(x, &far_quarter);
  int is_far = __builtin_fabs(x) >= 0x1p48;
  *quarter = is_far ? far_quarter : wide_bits_of(rounded);
  double odd = x - x;
  Pair left = {is_far ? odd != odd ? odd : far.high : near, is_far ? far.low : low};
  return left;
}

// As in Sun's fdlibm (k_sin.c, k_cos.c), each with what its last addition loses.
static INLINED inline Pair wide_odd(Pair r) {
  double x = r.high, z = x * x, v = z * x, p = 1.58969099521155010221e-10;
  p = wide_fused(p, z, -2.50507602534068634195e-08);
  p = wide_fused(p, z, 2.75573137070700676789e-06);
  p = wide_fused(p, z, -1.98412698298579493134e-04);
  p = wide_fused(p, z, 8.33333333332248946124e-03);
  double change = r.low - z * (0.5 * r.low - v * p) - v * 1.66666666666666324348e-01, sum = x + change;
  Pair made = {sum, change - (sum - x)};
  return made;
}
static INLINED inline Pair wide_even(Pair r) {
  double x = r.high, z = x * x, half = 0.5 * z, w = 1.0 - half, p = -1.13596475577881948265e-11;
  p = wide_fused(p, z, 2.08757232129817482790e-09);
  p = wide_fused(p, z, -2.75573143513906633035e-07);
  p = wide_fused(p, z, 2.48015872894767294178e-05);
  p = wide_fused(p, z, -1.38888888888741095749e-03);
  p = wide_fused(p, z, 4.16666666666666019037e-02);
  double change = (1.0 - w - half) + (z * (z * p) - x * r.low), sum = w + change;
  Pair made = {sum, change - (sum - w)};
  return made;
}

static INLINED inline double wide_sine_from(Pair r, uint64 quarter) {
  double size = quarter & 1 ? wide_even(r).high : wide_odd(r).high;
  return quarter & 2 ? -size : size;
}
INLINED double __chv_math_sin(double x) {
  uint64 quarter;
  Pair r = wide_reduced(x, &quarter);
  return x == 0.0 ? x : wide_sine_from(r, quarter);
}
INLINED double __chv_math_cos(double x) {
  uint64 quarter;
  Pair r = wide_reduced(x, &quarter);
  return wide_sine_from(r, quarter + 1);
}
INLINED void __chv_math_sincos(double x, double *sine, double *cosine) {
  uint64 quarter;
  Pair r = wide_reduced(x, &quarter);
  *sine = x == 0.0 ? x : wide_sine_from(r, quarter);
  *cosine = wide_sine_from(r, quarter + 1);
}
INLINED double __chv_math_tan(double x) {
  uint64 quarter;
  Pair r = wide_reduced(x, &quarter), odd = wide_odd(r), even = wide_even(r);
  int turned = quarter & 1;
  double a = turned ? -even.high : odd.high, a_low = turned ? -even.low : odd.low, b = turned ? odd.high : even.high, b_low = turned ? odd.low : even.low;
  double found = a / b;
  found = found + (wide_fused(-found, b, a) + a_low - found * b_low) / b;
  return x == 0.0 ? x : found;
}

// The logarithm of a positive number to 66 bits of it.
static INLINED inline Pair log_of(double x) {
  int small = x < 0x1p-1022;
  double scaled = small ? x * 0x1p54 : x;
  double e, m = factor_of(scaled, &e), f = m - 1.0;
  e = small ? e - 54.0 : e;
  // f / (2 + f), its square, and what belongs to both.
  double d = 2.0 + f, d_low = f - (d - 2.0), s = f / d, s_low = (wide_fused(-s, d, f) - s * d_low) / d;
  double z = s * s, z_low = wide_fused(2.0 * s, s_low, wide_fused(s, s, -z)), p = 1.0 / 27;
  p = wide_fused(p, z, 1.0 / 25);
  p = wide_fused(p, z, 1.0 / 23);
  p = wide_fused(p, z, 1.0 / 21);
  p = wide_fused(p, z, 1.0 / 19);
  p = wide_fused(p, z, 1.0 / 17);
  p = wide_fused(p, z, 1.0 / 15);
  p = wide_fused(p, z, 1.0 / 13);
  p = wide_fused(p, z, 1.0 / 11);
  p = wide_fused(p, z, 1.0 / 9);
  p = wide_fused(p, z, 1.0 / 7);
  p = wide_fused(p, z, 1.0 / 5);
  p = p * z;
  double u = 0x1.5555555555555p-2 + p, u_low = p - (u - 0x1.5555555555555p-2) + 0x1.5555555555555p-56;
  double v = z * u, v_low = wide_fused(z_low, u, wide_fused(z, u_low, wide_fused(z, u, -v)));
  double w = 1.0 + v, w_low = v - (w - 1.0) + v_low, s2 = 2.0 * s;
  double l = s2 * w, l_low = wide_fused(2.0 * s_low, w, wide_fused(s2, w_low, wide_fused(s2, w, -l)));
  double eh = e * 0x1.62e42fefa3800p-1, sum = eh + l, part = sum - eh;
  double low = (eh - (sum - part)) + (l - part) + wide_fused(e, 0x1.ef35793c76730p-45, l_low), all = sum + low;
  Pair made = {all, low - (all - sum)};
  return made;
}

INLINED double __chv_math_pow(double x, double y) {
  double size = __builtin_fabs(x);
  // Is y a whole number, and an odd one? From 2^53 on all are even.
  double whole = __builtin_trunc(y), half = 0.5 * whole;
  int is_whole = whole == y, is_odd = is_whole && __builtin_fabs(y) < 0x1p53 && half != __builtin_trunc(half);
  Pair l = log_of(size);
  // Logarithms of what is no positive finite number.
  int is_odd_size = size == 0.0 || size > 0x1.fffffffffffffp1023;
  double infinite = size == 0.0 ? -__builtin_inf() : __builtin_inf();
  double high = y * (is_odd_size ? infinite : l.high);
  int is_out = !(__builtin_fabs(high) < 750.0);
  double low = is_out ? 0.0 : wide_fused(y, l.low, wide_fused(y, l.high, -high));
  high = high > 750.0 ? 750.0 : high;
  high = high < -750.0 ? -750.0 : high;
  double rounded = wide_fused(high, 1.44269504088896340736, WIDE_ROUNDER), n = rounded - WIDE_ROUNDER;
  double r = wide_fused(n, -0x1.62e42fefa39efp-1, high);
  r = wide_fused(n, -0x1.abc9e3b39803fp-56, r) + low;
  double p = 1.0 / 6227020800.0;
  p = wide_fused(p, r, 1.0 / 479001600);
  p = wide_fused(p, r, 1.0 / 39916800);
  p = wide_fused(p, r, 1.0 / 3628800);
  p = wide_fused(p, r, 1.0 / 362880);
  p = wide_fused(p, r, 1.0 / 40320);
  p = wide_fused(p, r, 1.0 / 5040);
  p = wide_fused(p, r, 1.0 / 720);
  p = wide_fused(p, r, 1.0 / 120);
  p = wide_fused(p, r, 1.0 / 24);
  p = wide_fused(p, r, 1.0 / 6);
  p = wide_fused(p, r, 0.5);
  p = wide_fused(p, r * r, r) + 1.0;
  double found = wide_scaled(p, (int32)(uint32)wide_bits_of(rounded));
  found = x < 0.0 && !is_whole && x >= -0x1.fffffffffffffp1023 ? __builtin_nan("") : found;
  found = is_odd ? __builtin_copysign(found, x) : found;
  // The infinite power of 1 and of -1, and the zeroth of all.
  found = size == 1.0 && __builtin_fabs(y) > 0x1.fffffffffffffp1023 ? 1.0 : found;
  found = x != x || y != y ? x + y : found;
  return x == 1.0 || y == 0.0 ? 1.0 : found;
}
