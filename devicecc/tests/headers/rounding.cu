// Conversions and arithmetic in the four rounding directions against the processor's own rounding modes.
#include "check.h"

extern "C" {
__device__ double chv_reference(char op, char mode, double a, double b, double c);
__device__ float chv_reference_float(char op, char mode, float a, float b, float c);
__device__ double chv_reference_from(char from, bool to_float, char mode, unsigned long long bits);
}

// NaNs compare as one: neither CUDA nor we promise their bits.
template <class F> static __device__ F canonical(F x) { return x != x ? (F)__builtin_nan("") : x; }

// Half of the numbers have every bit at random; the others are near one, near each other, or special.
static __device__ double operand() {
  const double special[] = {0.0, -0.0, 1.0, -1.0, 0x1p-1074, -0x1p-1074, 0x1p-1022, 0x1.fffffffffffffp1023, 0x1p-149, -0x1p-126,
                            0x1.fffffep127, __builtin_inf(), -__builtin_inf(), __builtin_nan(""), 0x1p63, 0x1p64, 0.5, 1.5, 2.5};
  unsigned long long r = chv_random(), s = chv_random();
  if (r % 8 == 0) return special[(r >> 8) % 19];
  if (r % 8 < 4) return __longlong_as_double((long long)((s & 0x800fffffffffffffull) | (1013 + (r >> 8) % 20) << 52));
  return __longlong_as_double((long long)s);
}
static __device__ float operand_float() {
  unsigned long long r = chv_random(), s = chv_random();
  if (r % 8 == 0) return (float)operand();
  if (r % 8 < 4) return __uint_as_float((unsigned)(s & 0x807fffff) | (unsigned)(117 + (r >> 8) % 20) << 23);
  return __uint_as_float((unsigned)s);
}

#define FOUR(M) M(rn, 'n') M(rz, 'z') M(ru, 'u') M(rd, 'd')

static __device__ void conversions() {
  double d = operand();
  unsigned long long whole = chv_random() >> chv_random() % 64;
  if (whole & 1) whole = (1ull << (whole >> 1 & 63)) + (whole >> 8 & 3) - 1;
#define FROM(mode, letter)                                                                                             \
  expect("__double2float_" #mode, canonical(__double2float_##mode(d)),                                                 \
         canonical((float)chv_reference_from('d', true, letter, bits_of(d))), d);                                      \
  expect("__int2float_" #mode, __int2float_##mode((int)whole), (float)chv_reference_from('i', true, letter, whole), whole); \
  expect("__uint2float_" #mode, __uint2float_##mode((unsigned)whole), (float)chv_reference_from('j', true, letter, whole), whole); \
  expect("__ll2float_" #mode, __ll2float_##mode((long long)whole), (float)chv_reference_from('l', true, letter, whole), whole); \
  expect("__ull2float_" #mode, __ull2float_##mode(whole), (float)chv_reference_from('m', true, letter, whole), whole); \
  expect("__ll2double_" #mode, __ll2double_##mode((long long)whole), chv_reference_from('l', false, letter, whole), whole); \
  expect("__ull2double_" #mode, __ull2double_##mode(whole), chv_reference_from('m', false, letter, whole), whole);
  FOUR(FROM)
}

// To integers: round to an integer, then clamp, in a type with room for all of them.
static __device__ double rounded(double x, char mode) {
  return mode == 'n' ? __builtin_roundeven(x) : mode == 'z' ? __builtin_trunc(x) : mode == 'u' ? __builtin_ceil(x) : __builtin_floor(x);
}
static __device__ __int128 clamped(double x, __int128 low, __int128 high, __int128 nan) {
  if (x != x) return nan;
  if (x >= 0x1p65) return high;
  if (x <= -0x1p65) return low;
  __int128 sixteenths = 0;  // a double below 2^65, in two parts that each convert exactly
  double upper = __builtin_floor(x * 0x1p-32), lower = x - upper * 0x1p32;
  sixteenths = ((__int128)(long long)upper << 32) + (long long)lower;
  return sixteenths < low ? low : sixteenths > high ? high : sixteenths;
}
static __device__ void to_integers() {
  float f = operand_float();
  double d = operand();
  if (chv_random() & 1) d = (double)(long long)(chv_random() >> chv_random() % 64) * 0.5, f = (float)d;
  const __int128 int_low = -(__int128)0x80000000ll, ll_low = -((__int128)1 << 63), top = (__int128)1 << 63;
#define TO(mode, letter)                                                                                               \
  expect("__float2int_" #mode, __float2int_##mode(f), (int)clamped(rounded(f, letter), int_low, 0x7fffffff, 0), f);    \
  expect("__float2uint_" #mode, __float2uint_##mode(f), (unsigned)clamped(rounded(f, letter), 0, 0xffffffff, 0), f);   \
  expect("__float2ll_" #mode, __float2ll_##mode(f), (long long)clamped(rounded(f, letter), ll_low, top - 1, ll_low), f); \
  expect("__float2ull_" #mode, __float2ull_##mode(f), (unsigned long long)clamped(rounded(f, letter), 0, 2 * top - 1, top), f); \
  expect("__double2int_" #mode, __double2int_##mode(d), (int)clamped(rounded(d, letter), int_low, 0x7fffffff, int_low), d); \
  expect("__double2uint_" #mode, __double2uint_##mode(d), (unsigned)clamped(rounded(d, letter), 0, 0xffffffff, 0x80000000), d); \
  expect("__double2ll_" #mode, __double2ll_##mode(d), (long long)clamped(rounded(d, letter), ll_low, top - 1, ll_low), d); \
  expect("__double2ull_" #mode, __double2ull_##mode(d), (unsigned long long)clamped(rounded(d, letter), 0, 2 * top - 1, top), d);
  FOUR(TO)
}

static __device__ void arithmetic() {
  float a = operand_float(), b = operand_float(), c = operand_float();
  double x = operand(), y = operand(), z = operand();
  if (chv_random() % 4 == 0) c = -a * b, z = -x * y;  // cancellation
  if (chv_random() % 4 == 0) b = -a, y = -x;
#define TWO(name, op, mode, letter)                                                                                    \
  expect("__f" #name "_" #mode, canonical(__f##name##_##mode(a, b)), canonical(chv_reference_float(op, letter, a, b, 0)), a, b); \
  expect("__d" #name "_" #mode, canonical(__d##name##_##mode(x, y)), canonical(chv_reference(op, letter, x, y, 0)), x, y);
#define ALL(mode, letter)                                                                                              \
  TWO(add, '+', mode, letter) TWO(sub, '-', mode, letter) TWO(mul, '*', mode, letter) TWO(div, '/', mode, letter)      \
  expect("__frcp_" #mode, canonical(__frcp_##mode(a)), canonical(chv_reference_float('/', letter, 1, a, 0)), a);       \
  expect("__drcp_" #mode, canonical(__drcp_##mode(x)), canonical(chv_reference('/', letter, 1, x, 0)), x);             \
  expect("__fsqrt_" #mode, canonical(__fsqrt_##mode(a)), canonical(chv_reference_float('r', letter, a, 0, 0)), a);     \
  expect("__dsqrt_" #mode, canonical(__dsqrt_##mode(x)), canonical(chv_reference('r', letter, x, 0, 0)), x);           \
  expect("__fmaf_" #mode, canonical(__fmaf_##mode(a, b, c)), canonical(chv_reference_float('f', letter, a, b, c)), a, b, c); \
  expect("__fma_" #mode, canonical(__fma_##mode(x, y, z)), canonical(chv_reference('f', letter, x, y, z)), x, y, z);
  FOUR(ALL)
}

extern "C" __device__ void check() {
  for (int i = 0; i < 30000; ++i) conversions(), to_integers(), arithmetic();
}
