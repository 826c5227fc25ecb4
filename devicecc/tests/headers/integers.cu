// Integer intrinsics against their definitions, bit by bit or number by number.
#include "check.h"

// A third of the operands are at the ends of their ranges.
static __device__ unsigned operand() {
  const unsigned ends[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x80008000, 0x7fff7fff, 0x80808080, 0x7f7f7f7f, 0x00ff00ff};
  unsigned long long r = chv_random();
  return r % 3 == 0 ? ends[(r >> 8) % 10] : (unsigned)(r >> 16);
}

static __device__ void bits(unsigned a, unsigned b) {
  unsigned long long wide = (unsigned long long)a << 32 | b;
  int leading = 0, first = 0, ones = 0, leading_wide = 0, first_wide = 0, ones_wide = 0;
  unsigned reversed = 0;
  unsigned long long reversed_wide = 0;
  for (int k = 31; k >= 0 && !(a >> k & 1); --k) ++leading;
  for (int k = 0; k < 32 && !first; ++k) first = a >> k & 1 ? k + 1 : 0;
  for (int k = 0; k < 32; ++k) ones += a >> k & 1, reversed |= (a >> k & 1) << (31 - k);
  for (int k = 63; k >= 0 && !(wide >> k & 1); --k) ++leading_wide;
  for (int k = 0; k < 64 && !first_wide; ++k) first_wide = wide >> k & 1 ? k + 1 : 0;
  for (int k = 0; k < 64; ++k) ones_wide += wide >> k & 1, reversed_wide |= (wide >> k & 1) << (63 - k);
  expect("__clz", __clz(a), leading, a);
  expect("__ffs", __ffs(a), first, a);
  expect("__popc", __popc(a), ones, a);
  expect("__brev", __brev(a), reversed, a);
  expect("__clzll", __clzll(wide), leading_wide, wide);
  expect("__ffsll", __ffsll(wide), first_wide, wide);
  expect("__popcll", __popcll(wide), ones_wide, wide);
  expect("__brevll", __brevll(wide), reversed_wide, wide);
  int offset = (int)(b % 9) - 4, base = b >> 8 & 31, found = -1, left = offset < 0 ? -offset : offset;
  if (offset == 0) found = a >> base & 1 ? base : -1;
  for (int k = base; offset && k >= 0 && k < 32 && found < 0; k += offset > 0 ? 1 : -1)
    if (a >> k & 1 && --left == 0) found = k;
  expect("__fns", __fns(a, base, offset), found, a, base, offset);
}

static __device__ void products(unsigned a, unsigned b, unsigned c) {
  long long x = (long long)((unsigned long long)a << 32 | c), y = (long long)((unsigned long long)b << 32 | a);
  expect("__mulhi", __mulhi(a, b), (int)((long long)(int)a * (int)b >> 32), a, b);
  expect("__umulhi", __umulhi(a, b), (unsigned)((unsigned long long)a * b >> 32), a, b);
  // Schoolbook high product of four 32-bit ones.
  unsigned long long ul = (unsigned)x, uh = (unsigned long long)x >> 32, vl = (unsigned)y, vh = (unsigned long long)y >> 32;
  unsigned long long t = uh * vl + (ul * vl >> 32), w = ul * vh + (unsigned)t, high = uh * vh + (t >> 32) + (w >> 32);
  expect("__umul64hi", __umul64hi(x, y), high, x, y);
  expect("__mul64hi", __mul64hi(x, y), (long long)(high - (x < 0 ? y : 0) - (y < 0 ? x : 0)), x, y);
  int a24 = (a & 0xffffff) - (a & 0x800000 ? 0x1000000 : 0), b24 = (b & 0xffffff) - (b & 0x800000 ? 0x1000000 : 0);
  expect("__mul24", __mul24(a, b), (int)(unsigned)((long long)a24 * b24), a, b);
  expect("__umul24", __umul24(a, b), (unsigned)((unsigned long long)(a & 0xffffff) * (b & 0xffffff)), a, b);
  expect("__hadd", __hadd(a, b), (int)(((long long)(int)a + (int)b) >> 1), a, b);
  expect("__rhadd", __rhadd(a, b), (int)(((long long)(int)a + (int)b + 1) >> 1), a, b);
  expect("__uhadd", __uhadd(a, b), (unsigned)(((unsigned long long)a + b) / 2), a, b);
  expect("__urhadd", __urhadd(a, b), (unsigned)(((unsigned long long)a + b + 1) / 2), a, b);
  long long difference = (long long)(int)a - (int)b;
  expect("__sad", __sad(a, b, c), (unsigned)(c + (difference < 0 ? -difference : difference)), a, b, c);
  expect("__usad", __usad(a, b, c), c + (a > b ? a - b : b - a), a, b, c);
  unsigned permuted = 0;
  for (int k = 0; k < 4; ++k) {
    unsigned pick = c >> (4 * k) & 7, byte = pick < 4 ? a >> (8 * pick) & 255 : b >> (8 * (pick - 4)) & 255;
    permuted |= byte << (8 * k);
  }
  expect("__byte_perm", __byte_perm(a, b, c), permuted, a, b, c);
  for (unsigned s : {0u, 1u, 15u, 31u, 32u, 33u, 63u, c}) {
    unsigned m = s & 31, q = s < 32 ? s : 32;
    expect("__funnelshift_l", __funnelshift_l(a, b, s), m ? b << m | a >> (32 - m) : b, a, b, s);
    expect("__funnelshift_r", __funnelshift_r(a, b, s), m ? a >> m | b << (32 - m) : a, a, b, s);
    expect("__funnelshift_lc", __funnelshift_lc(a, b, s), q == 32 ? a : q ? b << q | a >> (32 - q) : b, a, b, s);
    expect("__funnelshift_rc", __funnelshift_rc(a, b, s), q == 32 ? b : q ? a >> q | b << (32 - q) : a, a, b, s);
  }
  long long signed4 = (int)c, unsigned4 = c, low = (int)c, low_u = c, up = (int)c, up_u = c;
  for (int k = 0; k < 4; ++k) {
    signed4 += (signed char)(a >> 8 * k) * (signed char)(b >> 8 * k);
    unsigned4 += (unsigned char)(a >> 8 * k) * (unsigned char)(b >> 8 * k);
  }
  for (int k = 0; k < 2; ++k) {
    low += (short)(a >> 16 * k) * (signed char)(b >> 8 * k), up += (short)(a >> 16 * k) * (signed char)(b >> (16 + 8 * k));
    low_u += (unsigned short)(a >> 16 * k) * (unsigned char)(b >> 8 * k);
    up_u += (unsigned short)(a >> 16 * k) * (unsigned char)(b >> (16 + 8 * k));
  }
  expect("__dp4a signed", __dp4a((int)a, (int)b, (int)c), (int)signed4, a, b, c);
  expect("__dp4a unsigned", __dp4a(a, b, c), (unsigned)unsigned4, a, b, c);
  expect("__dp2a_lo signed", __dp2a_lo((int)a, (int)b, (int)c), (int)low, a, b, c);
  expect("__dp2a_hi signed", __dp2a_hi((int)a, (int)b, (int)c), (int)up, a, b, c);
  expect("__dp2a_lo unsigned", __dp2a_lo(a, b, c), (unsigned)low_u, a, b, c);
  expect("__dp2a_hi unsigned", __dp2a_hi(a, b, c), (unsigned)up_u, a, b, c);
  expect("__dp4a char4", __dp4a(__builtin_bit_cast(char4, a), __builtin_bit_cast(char4, b), (int)c), (int)signed4, a, b, c);
}

// One number of a word, and a whole word from a function of the numbers in it.
static __device__ long long number(unsigned word, int width, int k, bool is_signed) {
  unsigned field = word >> (width * k) & ((1u << width) - 1);
  return is_signed && field >> (width - 1) ? (long long)field - (1ll << width) : field;
}
template <class F> static __device__ unsigned word(unsigned a, unsigned b, int width, bool is_signed, F f) {
  unsigned result = 0;
  for (int k = 0; k < 32 / width; ++k)
    result |= ((unsigned)f(number(a, width, k, is_signed), number(b, width, k, is_signed)) & ((1u << width) - 1)) << (width * k);
  return result;
}
static __device__ long long clamp(long long x, long long low, long long high) { return x < low ? low : x > high ? high : x; }

#define WORD(name, n, is_signed, expression)                                                                           \
  expect("__v" #name #n, __v##name##n(a, b),                                                                           \
         word(a, b, 32 / n, is_signed, [&](long long x, long long y) -> long long { return expression; }), a, b);
#define COMPARE(name, n, is_signed, op)                                                                                \
  WORD(cmp##name, n, is_signed, x op y ? -1 : 0)                                                                       \
  WORD(set##name, n, is_signed, x op y ? 1 : 0)
#define ONE(name, n, is_signed, expression)                                                                            \
  expect("__v" #name #n, __v##name##n(a),                                                                              \
         word(a, b, 32 / n, is_signed, [&](long long x, long long) -> long long { return expression; }), a);
#define SUM(name, n, is_signed)                                                                                        \
  {                                                                                                                    \
    long long sum = 0;                                                                                                 \
    for (int k = 0; k < n; ++k) {                                                                                      \
      long long d = number(a, 32 / n, k, is_signed) - number(b, 32 / n, k, is_signed);                                 \
      sum += d < 0 ? -d : d;                                                                                           \
    }                                                                                                                  \
    expect("__v" #name #n, __v##name##n(a, b), (unsigned)sum, a, b);                                                   \
  }
#define WORDS(n)                                                                                                       \
  {                                                                                                                    \
    const long long top = (1ll << (32 / n - 1)) - 1, bottom = -top - 1, all = (1ll << (32 / n)) - 1;                   \
    WORD(add, n, false, x + y) WORD(sub, n, false, x - y)                                                              \
    WORD(addss, n, true, clamp(x + y, bottom, top)) WORD(subss, n, true, clamp(x - y, bottom, top))                    \
    WORD(addus, n, false, clamp(x + y, 0, all)) WORD(subus, n, false, clamp(x - y, 0, all))                            \
    WORD(maxs, n, true, x > y ? x : y) WORD(maxu, n, false, x > y ? x : y)                                             \
    WORD(mins, n, true, x < y ? x : y) WORD(minu, n, false, x < y ? x : y)                                             \
    WORD(absdiffs, n, true, x > y ? x - y : y - x) WORD(absdiffu, n, false, x > y ? x - y : y - x)                     \
    WORD(avgu, n, false, (x + y + 1) / 2) WORD(haddu, n, false, (x + y) / 2)                                           \
    WORD(avgs, n, true, x + y < 0 ? (x + y) >> 1 : (x + y + 1) >> 1)                                                   \
    ONE(abs, n, true, x < 0 ? -x : x) ONE(absss, n, true, clamp(x < 0 ? -x : x, bottom, top))                          \
    ONE(neg, n, true, -x) ONE(negss, n, true, clamp(-x, bottom, top))                                                  \
    COMPARE(eq, n, false, ==) COMPARE(ne, n, false, !=)                                                                \
    COMPARE(ges, n, true, >=) COMPARE(geu, n, false, >=) COMPARE(gts, n, true, >) COMPARE(gtu, n, false, >)            \
    COMPARE(les, n, true, <=) COMPARE(leu, n, false, <=) COMPARE(lts, n, true, <) COMPARE(ltu, n, false, <)            \
    SUM(sads, n, true) SUM(sadu, n, false)                                                                             \
  }

static __device__ void dynamic_programming(unsigned a, unsigned b, unsigned c) {
  int x = a, y = b, z = c;
  expect("__vimax3_s32", __vimax3_s32(x, y, z), max(max(x, y), z), a, b, c);
  expect("__vimin3_u32", __vimin3_u32(a, b, c), min(min(a, b), c), a, b, c);
  expect("__viaddmax_s32", __viaddmax_s32(x, y, z), max((int)(a + b), z), a, b, c);
  expect("__vimax3_s32_relu", __vimax3_s32_relu(x, y, z), max(max(max(x, y), z), 0), a, b, c);
  expect("__viaddmin_u32", __viaddmin_u32(a, b, c), min(a + b, c), a, b, c);
  expect("__viaddmin_s32_relu", __viaddmin_s32_relu(x, y, z), max(min((int)(a + b), z), 0), a, b, c);
  unsigned sum = word(a, b, 16, false, [](long long p, long long q) { return p + q; });
  expect("__viaddmax_s16x2_relu", __viaddmax_s16x2_relu(a, b, c),
         word(sum, c, 16, true, [](long long p, long long q) { return max(max(p, q), 0ll); }), a, b, c);
  bool high, low;
  expect("__vibmin_u16x2", __vibmin_u16x2(a, b, &high, &low),
         word(a, b, 16, false, [](long long p, long long q) { return min(p, q); }), a, b);
  expect("__vibmin_u16x2 high", high, (a >> 16) <= (b >> 16), a, b);
  expect("__vibmin_u16x2 low", low, (a & 0xffff) <= (b & 0xffff), a, b);
}

extern "C" __device__ void check() {
  for (int i = 0; i < 20000; ++i) {
    unsigned a = operand(), b = operand(), c = operand();
    bits(a, b);
    products(a, b, c);
    WORDS(2)
    WORDS(4)
    dynamic_programming(a, b, c);
  }
}
