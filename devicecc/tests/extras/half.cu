// Results of cuda_fp16.h and cuda_bf16.h, on the host and the device side, against references that round once: libgcc's conversions of exact
// doubles for binary16, an integer search over neighbours in quadruple precision for bfloat16.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#ifdef __CUDA_ARCH__
#define SIDE extern "C" __device__
#define NAME(name) device_##name
#else
#define SIDE extern "C"
#define NAME(name) host_##name
#endif

enum Op { ADD, SUB, MUL, DIV, FMA, MAX, MIN_NAN, LT, GEU, FROM_RZ, FROM_RD, FROM_RU, OPS };

template <class H> __host__ __device__ H apply(int op, H a, H b, H c) {
  switch (op) {
    case ADD: return a + b;
    case SUB: return __hsub(a, b);
    case MUL: return a * b;
    case DIV: return a / b;
    case FMA: return __hfma(a, b, c);
    case MAX: return __hmax(a, b);
    case MIN_NAN: return __hmin_nan(a, b);
    case LT: return __hlt(a, b);
    default: return __hgeu(a, b);
  }
}
SIDE unsigned short NAME(half)(int op, unsigned short a, unsigned short b, unsigned short c) {
  return __half_as_ushort(apply(op, __ushort_as_half(a), __ushort_as_half(b), __ushort_as_half(c)));
}
SIDE unsigned short NAME(bfloat)(int op, unsigned short a, unsigned short b, unsigned short c) {
  return __bfloat16_as_ushort(apply(op, __ushort_as_bfloat16(a), __ushort_as_bfloat16(b), __ushort_as_bfloat16(c)));
}
SIDE unsigned short NAME(half_from)(int mode, float x) {
  return __half_as_ushort(mode == 0   ? __float2half(x)
                          : mode == 1 ? __float2half_rz(x)
                          : mode == 2 ? __float2half_rd(x)
                                      : __float2half_ru(x));
}
SIDE unsigned short NAME(half_from_double)(double x) { return __half_as_ushort(__double2half(x)); }
SIDE unsigned short NAME(half_from_ll)(long long x) { return __half_as_ushort(__ll2half_rn(x)); }
SIDE unsigned short NAME(bfloat_from)(int mode, float x) {
  return __bfloat16_as_ushort(mode == 0   ? __float2bfloat16(x)
                              : mode == 1 ? __float2bfloat16_rz(x)
                              : mode == 2 ? __float2bfloat16_rd(x)
                                          : __float2bfloat16_ru(x));
}
SIDE float NAME(half_to)(unsigned short a) { return __half2float(__ushort_as_half(a)); }
SIDE float NAME(bfloat_to)(unsigned short a) { return __bfloat162float(__ushort_as_bfloat16(a)); }
SIDE int NAME(half_to_int)(int mode, unsigned short a) {
  const half h = __ushort_as_half(a);
  return mode == 0 ? __half2int_rn(h) : mode == 1 ? __half2int_rz(h) : mode == 2 ? __half2int_rd(h) : __half2int_ru(h);
}
SIDE unsigned NAME(pairs)(void) {
  const half2 a(1.5f, -2.0f), b = __floats2half2_rn(0.5f, -2.0f);
  unsigned wrong = 0;
  wrong += __low2float(a + b) != 2.0f || __high2float(a + b) != -4.0f;
  wrong += __heq2_mask(a, b) != 0xffff0000u;
  wrong += __hbge2(a, b) != true;
  wrong += __half22float2(__lowhigh2highlow(a)).x != -2.0f;
  wrong += __half2float(__hadd_sat(a.x, a.x)) != 1.0f || __half2float(__hfma_relu(a.x, a.y, b.x)) != 0.0f;
  wrong += __half2float(hexp2(half(3.0f))) != 8.0f || __high2float(h2sqrt(half2(4.0f, 9.0f))) != 3.0f;
  wrong += __half2float(hexp10(half(3))) != 1000.0f || __half2float(hrsqrt(half(0.25))) != 2.0f;
  wrong += __half2ll_rz(CUDART_NAN_FP16) != (long long)(1ull << 63) || __half2short_rz(CUDART_INF_FP16) != 32767;
  wrong += __half2float(__hcmadd(half2(1, 2), half2(3, 4), half2(10, 20)).x) != 5.0f;
  wrong += __hcmadd(half2(1, 2), half2(3, 4), half2(10, 20)).y != half(30);
  wrong += __bfloat162float(hceil(__nv_bfloat16(1.25f))) != 2.0f || !__hisnan(CUDART_NAN_BF16);
  wrong += __hisinf(-CUDART_INF_BF16) != -1 || bool(half(0.0f)) || !half(-1.0f);
  half counted = 1;
  counted++, --counted, counted *= counted + counted;
  return wrong + (counted != half(2.0f));
}

#ifndef __CUDA_ARCH__
#include <cstdio>

extern "C" {
unsigned short device_half(int, unsigned short, unsigned short, unsigned short);
unsigned short device_bfloat(int, unsigned short, unsigned short, unsigned short);
unsigned short device_half_from(int, float);
unsigned short device_half_from_double(double);
unsigned short device_half_from_ll(long long);
unsigned short device_bfloat_from(int, float);
float device_half_to(unsigned short);
float device_bfloat_to(unsigned short);
int device_half_to_int(int, unsigned short);
unsigned device_pairs(void);
}

static unsigned long failures = 0;
static void expect(const char *what, unsigned long got, unsigned long want, unsigned long a, unsigned long b, unsigned long c) {
  if (got != want && failures++ < 20) std::printf("%s(%lx, %lx, %lx): got %lx, want %lx\n", what, a, b, c, got, want);
}
static unsigned long long random_state = 1;
static unsigned random_bits() {
  random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
  return unsigned(random_state >> 33);
}

typedef __float128 quad;
// The value of finite bits of a format, exactly.
static quad value_of(unsigned short bits, int man, int exp) {
  const int bias = (1 << (exp - 1)) - 1, field = bits >> man & ((1 << exp) - 1);
  quad v = (bits & ((1 << man) - 1)) + (field ? 1 << man : 0);
  for (int e = (field ? field : 1) - bias - man; e > 0; --e) v *= 2;
  for (int e = (field ? field : 1) - bias - man; e < 0; ++e) v /= 2;
  return bits & 0x8000 ? -v : v;
}
// The bits nearest to `x` in the direction asked for, found by bisection over the magnitudes. mode: 0 nearest even, 1 zero, 2 down, 3 up
static unsigned short round_to(quad x, bool negative_zero, int mode, int man, int exp) {
  static quad table[2][32769];
  static bool filled[2];
  const int which = man == 7;
  const unsigned infinity = ((1u << exp) - 1) << man;
  if (!filled[which]) {
    for (unsigned i = 0; i < infinity; ++i) table[which][i] = value_of((unsigned short)i, man, exp);
    // Infinity stands where the next number would be: a tie with it rounds away.
    table[which][infinity] = table[which][infinity - 1] + (table[which][infinity - 1] - table[which][infinity - 2]);
    filled[which] = true;
  }
  const unsigned sign = x < 0 || (x == 0 && negative_zero) ? 0x8000 : 0;
  const quad m = x < 0 ? -x : x;
  unsigned low = 0, high = infinity;
  while (high - low > 1) {
    const unsigned middle = (low + high) / 2;
    (table[which][middle] <= m ? low : high) = middle;
  }
  if (table[which][low] == m) return (unsigned short)(sign | low);
  bool away;
  const quad step = (table[which][low] + table[which][high]) / 2;
  if (mode == 0)
    away = m > step || (m == step && (low & 1));
  else
    away = (mode == 3 && !sign) || (mode == 2 && sign);
  return (unsigned short)(sign | (away ? high : low));
}

static bool special(unsigned short bits, int man, int exp) { return (bits >> man & ((1 << exp) - 1)) == (1 << exp) - 1; }
static bool nan(unsigned short bits, int man, int exp) { return special(bits, man, exp) && (bits & ((1 << man) - 1)); }

// a + b; a term too small for a quad's 113 bits beside the other is made just large enough to keep its side of a tie.
static quad sum_of(quad a, quad b) {
  const quad p = a < 0 ? -a : a, q = b < 0 ? -b : b, least = 0x1p-100;
  if (a != 0 && b != 0 && q < p * least) b = b < 0 ? -p * least : p * least;
  if (a != 0 && b != 0 && p < q * least) a = a < 0 ? -q * least : q * least;
  return a + b;
}

typedef unsigned short Operation(int, unsigned short, unsigned short, unsigned short);
static void arithmetic(const char *what, Operation *operation, int man, int exp, unsigned samples) {
  for (unsigned i = 0; i < samples; ++i) {
    unsigned short a = (unsigned short)i, b = (unsigned short)random_bits(), c = (unsigned short)random_bits();
    // Every other sample: exponents close together, where cancellation, ties and subnormal results are.
    if (i & 0x10000) b = (unsigned short)(a + (random_bits() & ((4 << man) - 1)) - (2 << man));
    if (special(a, man, exp) || special(b, man, exp) || special(c, man, exp)) continue;
    const quad x = value_of(a, man, exp), y = value_of(b, man, exp), z = value_of(c, man, exp);
    const bool s = a >> 15, t = b >> 15;
    expect(what, operation(ADD, a, b, c), round_to(x + y, s && t, 0, man, exp), a, b, ADD);
    expect(what, operation(SUB, a, b, c), round_to(x - y, s && !t, 0, man, exp), a, b, SUB);
    expect(what, operation(MUL, a, b, c), round_to(x * y, s != t, 0, man, exp), a, b, MUL);
    if (y != 0) expect(what, operation(DIV, a, b, c), round_to(x / y, s != t, 0, man, exp), a, b, DIV);
    const quad sum = sum_of(x * y, z);
    expect(what, operation(FMA, a, b, c), round_to(sum, x * y == 0 && z == 0 && (s != t) && c >> 15, 0, man, exp), a, b, c);
    expect(what, operation(MAX, a, b, c), x > y ? a : x < y ? b : s ? b : a, a, b, MAX);
    expect(what, operation(MIN_NAN, a, b, c), x < y ? a : x > y ? b : s ? a : b, a, b, MIN_NAN);
  }
  const unsigned short inf = (unsigned short)(((1 << exp) - 1) << man), quiet = 0x7fff, one = operation(ADD, 0, 0, 0);
  expect(what, operation(MAX, quiet, inf, 0), inf, quiet, inf, MAX);
  expect(what, operation(MIN_NAN, quiet, inf, 0), quiet, quiet, inf, MIN_NAN);
  expect(what, nan(operation(SUB, inf, inf, 0), man, exp), 1, inf, inf, SUB);
  expect(what, operation(FMA, inf, inf, (unsigned short)(inf - 1)), inf, inf, inf, inf - 1);
  expect(what, operation(GEU, quiet, 0, 0) != 0, 1, quiet, 0, GEU);
  expect(what, operation(LT, quiet, 0, 0), 0, quiet, 0, LT);
  expect(what, one, 0, 0, 0, ADD);
}

int main() {
  arithmetic("host half", host_half, 10, 5, 1 << 17);
  arithmetic("device half", device_half, 10, 5, 1 << 17);
  arithmetic("host bfloat16", host_bfloat, 7, 8, 1 << 17);
  arithmetic("device bfloat16", device_bfloat, 7, 8, 1 << 17);
  for (unsigned i = 0; i < 65536; ++i) {
    const unsigned short h = (unsigned short)i;
    const bool odd_half = special(h, 10, 5), odd_bfloat = special(h, 7, 8);
    if (!odd_half) {
      expect("to float", quad(host_half_to(h)) == value_of(h, 10, 5) && quad(device_half_to(h)) == value_of(h, 10, 5), 1, h, 0,
             0);
      for (int mode = 0; mode < 4; ++mode) {
        const double x = double(value_of(h, 10, 5));
        const double want = mode == 0   ? __builtin_rint(x)
                            : mode == 1 ? __builtin_trunc(x)
                            : mode == 2 ? __builtin_floor(x)
                                        : __builtin_ceil(x);
        expect("to int", unsigned(host_half_to_int(mode, h)), unsigned(int(want)), h, mode, 0);
        expect("to int", unsigned(device_half_to_int(mode, h)), unsigned(int(want)), h, mode, 1);
      }
    }
    if (!odd_bfloat)
      expect("to float", quad(host_bfloat_to(h)) == value_of(h, 7, 8) && quad(device_bfloat_to(h)) == value_of(h, 7, 8), 1, h,
             0, 1);
  }
  for (unsigned i = 0; i < 1 << 17; ++i) {
    unsigned raw = random_bits() ^ (random_bits() << 16);
    if (i & 1) raw = (raw & 0x8fffffff) | 0x30000000 | ((raw & 1) << 28);  // in binary16's range
    if (i & 2) raw &= 0xfffff000;                                          // often a tie
    const float x = __builtin_bit_cast(float, raw);
    if (x != x || x - x != 0) continue;
    for (int mode = 0; mode < 4; ++mode) {
      expect("float to half", host_half_from(mode, x), round_to(x, raw >> 31, mode, 10, 5), raw, mode, 0);
      expect("float to half", device_half_from(mode, x), round_to(x, raw >> 31, mode, 10, 5), raw, mode, 1);
      expect("float to bfloat16", host_bfloat_from(mode, x), round_to(x, raw >> 31, mode, 7, 8), raw, mode, 0);
      expect("float to bfloat16", device_bfloat_from(mode, x), round_to(x, raw >> 31, mode, 7, 8), raw, mode, 1);
    }
    const double wide = double(x) * (1 + double(random_bits() & 1) * 0x1p-50);
    expect("double to half", host_half_from_double(wide), round_to(wide, raw >> 31, 0, 10, 5), raw, 0, 0);
    expect("double to half", device_half_from_double(wide), round_to(wide, raw >> 31, 0, 10, 5), raw, 0, 1);
    const long long whole = (long long)(random_bits() & 0x1ffff) - 0x10000;
    expect("ll to half", host_half_from_ll(whole), round_to(whole, false, 0, 10, 5), whole, 0, 0);
    expect("ll to half", device_half_from_ll(whole), round_to(whole, false, 0, 10, 5), whole, 0, 1);
  }
  expect("pairs", host_pairs(), 0, 0, 0, 0);
  expect("pairs", device_pairs(), 0, 0, 0, 1);
  std::printf("%lu failures\n", failures);
  return failures != 0;
}
#endif
