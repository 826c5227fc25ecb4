// What clang and LLVM call by name in device code, where a device has no library that defines it: the compiler's runtime. `build.rs` compiles this
// for each kind of device, and `emit::runtime` links what a kernel uses into it.

typedef unsigned int uint32;
typedef unsigned long long uint64;
typedef __int128 int128;
typedef unsigned __int128 uint128;

// 2 to a power in the range of normal numbers.
static float powerf(int exponent) {
  uint32 bits = (uint32)(exponent + 127) << 23;
  float power;
  __builtin_memcpy(&power, &bits, sizeof power);
  return power;
}
static double power(int exponent) {
  uint64 bits = (uint64)(exponent + 1023) << 52;
  double power;
  __builtin_memcpy(&power, &bits, sizeof power);
  return power;
}

#define REAL float
#define BITS uint32
#define FRACTION_BITS 23
#define BIAS 127
#define NAMED(name) name##f
#define MULTIPLY __mulsc3
#define DIVIDE __divsc3
#define __builtin_copysign __builtin_copysignf
#include "complex.h"
#undef __builtin_copysign

#define REAL double
#define BITS uint64
#define FRACTION_BITS 52
#define BIAS 1023
#define NAMED(name) name
#define MULTIPLY __muldc3
#define DIVIDE __divdc3
#include "complex.h"

// Integers of 128 bits. A number of 64 bits, the last of which says whether any bit behind it was set, is rounded as the whole number is.
#define FROM_WIDE(name, REAL, power)                                                                                           \
  REAL name(uint128 x) {                                                                                                       \
    uint64 high = (uint64)(x >> 64), low = (uint64)x;                                                                          \
    if (high == 0)                                                                                                             \
      return (REAL)low;                                                                                                        \
    int shift = 64 - __builtin_clzll(high);                                                                                    \
    uint64 top = (uint64)(x >> shift);                                                                                         \
    top |= (low << (64 - shift)) != 0;                                                                                         \
    return (REAL)top * power(shift);                                                                                           \
  }
FROM_WIDE(__floatuntidf, double, power)
FROM_WIDE(__floatuntisf, float, powerf)
#undef FROM_WIDE
double __floattidf(int128 x) { return x < 0 ? -__floatuntidf(-(uint128)x) : __floatuntidf((uint128)x); }
float __floattisf(int128 x) { return x < 0 ? -__floatuntisf(-(uint128)x) : __floatuntisf((uint128)x); }

// What does not fit becomes the nearest number that does, as the instructions for 64 bits have it on GPUs; a NaN becomes 0.
uint128 __fixunsdfti(double x) {
  if (!(x >= 1))
    return 0;
  if (x >= power(64) * power(64))
    return ~(uint128)0;
  uint64 bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  int shift = (int)(bits >> 52) - 1023 - 52;
  uint128 fraction = (bits & ((1ull << 52) - 1)) | 1ull << 52;
  return shift >= 0 ? fraction << shift : fraction >> -shift;
}
int128 __fixdfti(double x) {
  const int128 largest = (int128)(~(uint128)0 >> 1);
  double size = x < 0 ? -x : x;
  if (size >= power(127))
    return x < 0 ? -largest - 1 : largest;
  int128 whole = (int128)__fixunsdfti(size);
  return x < 0 ? -whole : whole;
}
uint128 __fixunssfti(float x) { return __fixunsdfti(x); }
int128 __fixsfti(float x) { return __fixdfti(x); }
