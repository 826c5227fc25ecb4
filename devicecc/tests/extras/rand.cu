// curand_kernel.h: the generators against their authors' recurrences and known answers, jumps against steps, distributions against their moments.
#include <curand_kernel.h>

#ifdef __CUDA_ARCH__
extern "C" __device__ unsigned device_draw(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                           bool philox) {
  curandState xorwow;
  curandStatePhilox4_32_10_t counter;
  curand_init(seed, subsequence, offset, &xorwow);
  curand_init(seed, subsequence, offset, &counter);
  return philox ? curand(&counter) : curand(&xorwow);
}
#else
#include <cmath>
#include <cstdio>

extern "C" unsigned device_draw(unsigned long long, unsigned long long, unsigned long long, bool);

static int failures = 0;
#define CHECK(condition) \
  if (!(condition)) std::printf("line %d: %s\n", __LINE__, #condition), ++failures

static bool same(uint4 got, unsigned a, unsigned b, unsigned c, unsigned d) {
  return got.x == a && got.y == b && got.z == c && got.w == d;
}

// The known-answer vectors that the authors of Random123 publish.
static void philox_answers() {
  CHECK(same(curand_Philox4x32_10(uint4{0, 0, 0, 0}, uint2{0, 0}), 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8));
  const unsigned ones = 0xffffffff;
  CHECK(same(curand_Philox4x32_10(uint4{ones, ones, ones, ones}, uint2{ones, ones}), 0x408f276d, 0x41c83b0e, 0xa20bc7c6,
             0x6d5451fd));
  CHECK(same(curand_Philox4x32_10(uint4{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, uint2{0xa4093822, 0x299f31d0}),
             0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1));
}

// `xorwow` as printed in Marsaglia's article, from his starting values.
static void marsaglia() {
  unsigned x = 123456789, y = 362436069, z = 521288629, w = 88675123, v = 5783321, d = 6615241;
  curandState state = {d, {x, y, z, w, v}, 0, 0, 0, 0};
  for (int i = 0; i < 1000; ++i) {
    const unsigned t = x ^ (x >> 2);
    x = y, y = z, z = w, w = v, v = (v ^ (v << 4)) ^ (t ^ (t << 1));
    CHECK(curand(&state) == (d += 362437) + v);
  }
}

template <class State> static void jumps() {
  for (const unsigned long long n : {0ull, 1ull, 3ull, 4ull, 1000ull, 65537ull}) {
    State a, b, c;
    curand_init(42, 7, 0, &a);
    curand_init(42, 7, n, &b);
    curand_init(42, 7, 0, &c);
    skipahead(n, &c);
    for (unsigned long long i = 0; i < n; ++i) curand(&a);
    const unsigned next = curand(&a);
    CHECK(curand(&b) == next && curand(&c) == next);
  }
  // Sequences add up.
  State a, b;
  curand_init(1, 12345, 0, &a);
  curand_init(1, 345, 0, &b);
  skipahead_sequence(12000, &b);
  CHECK(curand(&a) == curand(&b));
}

static void subsequences() {
  // 2^67 steps of XORWOW are 16 times 2^63, 2^66 numbers of Philox 8 times.
  curandState a, b;
  curand_init(5, 1, 0, &a);
  curand_init(5, 0, 0, &b);
  for (int i = 0; i < 16; ++i) skipahead(1ull << 63, &b);
  CHECK(curand(&a) == curand(&b));
  curandStatePhilox4_32_10_t c, d;
  curand_init(5, 1, 0, &c);
  curand_init(5, 0, 0, &d);
  for (int i = 0; i < 8; ++i) skipahead(1ull << 63, &d);
  CHECK(curand(&c) == curand(&d));
  // What cuRAND 10.3 gives for seed 0.
  curand_init(0, 0, 0, &a);
  CHECK(curand(&a) == 0xbd7f03b6 && curand(&a) == 0x703e556d && curand(&a) == 0x845af0c5);
  CHECK(device_draw(0, 0, 1, false) == 0x703e556d && device_draw(0, 0, 1, true) == 0xe169c58d);
  for (int at = 0; at < 4; ++at) {
    curand_init(9, 2, (unsigned long long)at, &c), curand_init(9, 2, (unsigned long long)at, &d);
    const uint4 four = curand4(&c);
    const unsigned w = curand(&d), x = curand(&d), y = curand(&d), z = curand(&d);
    CHECK(same(four, w, x, y, z) && curand(&c) == curand(&d));
  }
}

// Mean and variance of `n` numbers within five standard errors.
template <class Draw> static void moments(const char *what, double mean, double variance, Draw draw) {
  const int n = 200000;
  double sum = 0, squares = 0;
  for (int i = 0; i < n; ++i) {
    const double x = draw() - mean;
    sum += x, squares += x * x;
  }
  const double mean_error = std::sqrt(variance / n), got = squares / n;
  if (!(std::fabs(sum / n) < 5 * mean_error) || !(std::fabs(got / variance - 1) < 0.03))
    std::printf("%s: mean %g off by %g, variance %g for %g\n", what, mean, sum / n, got, variance), ++failures;
}
template <class State> static void distributions() {
  State s;
  curand_init(2026, 3, 0, &s);
  moments("uniform", 0.5, 1.0 / 12, [&] { return curand_uniform(&s); });
  moments("uniform double", 0.5, 1.0 / 12, [&] { return curand_uniform_double(&s); });
  moments("normal", 0, 1, [&] { return curand_normal(&s); });
  moments("normal double", 0, 1, [&] { return curand_normal_double(&s); });
  moments("log normal", std::exp(0.125), (std::exp(0.25) - 1) * std::exp(0.25), [&] { return curand_log_normal(&s, 0, 0.5f); });
  for (const double lambda : {0.5, 3.5, 63.0, 64.0, 100.0, 3999.0, 5000.0})
    moments("poisson", lambda, lambda, [&] { return curand_poisson(&s, lambda); });
}

int main() {
  philox_answers();
  marsaglia();
  jumps<curandState>();
  jumps<curandStatePhilox4_32_10_t>();
  subsequences();
  distributions<curandState>();
  distributions<curandStatePhilox4_32_10_t>();
  return failures != 0;
}
#endif
