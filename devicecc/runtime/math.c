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

INLINED float __chv_math_logf(float x) {
  int small = x < 1.17549435e-38f;
  float m = small ? x * 8388608.0f : x, i = small ? -23.0f : 0.0f;
  int32 e = (int32)((bits_of(m) - 0x3f2aaaabu) & 0xff800000u);
  m = float_of(bits_of(m) - (uint32)e);
  i = fused((float)e, 1.19209290e-7f, i);
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
  r = fused(r, s, m);
  r = fused(i, 0.693147182f, r);
  return log_or_odd(x, r);
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
