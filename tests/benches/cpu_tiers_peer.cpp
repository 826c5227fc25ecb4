// The same in C++ with OpenMP, as one would write it by hand. tests/benches/cpu_tiers.py runs it.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <algorithm>
#include <chrono>
#include <omp.h>
#include <time.h>
// CPU time, or with WALL=1 what a clock on the wall shows.
inline double now() { static clockid_t clock = std::getenv("WALL") ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID; timespec t; clock_gettime(clock, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
template <class F> double best(F f, int reps) { double b = 1e9; for (int i = 0; i < reps; ++i) { double t0 = now(); f(); double d = now() - t0; if (d < b) b = d; } return b * 1e6; }
// Prints what a run takes, and a sum over what the runs have written.
template <class F, class E> void time(const char *name, int reps, E *out, int count, F f) {
  for (int i = 0; i < count; ++i) out[i] = 0;
  double us = best(f, reps), sum = 0;
  for (int i = 0; i < count; ++i) sum += std::fabs((double)out[i]) * (i % 7 + 1);
  printf("%s %.0f %.9g\n", name, us, sum);
}
struct float4 { float x, y, z, w; };
inline float below(float d) {
  float k = 1.f / (1.f + 0.2316419f * fabsf(d));
  float c = 0.39894228f * expf(-0.5f * d * d) * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.f - c : c;
}
constexpr int n = 512, m = 1 << 20, q = 128;
// Each iteration does the same work.
void regular(float *A, float *B, float *C) {
  auto mm = [&] {
    #pragma omp parallel for
    for (int bi = 0; bi < n; bi += 16) for (int bj = 0; bj < n; bj += 16) { float acc[16][16] = {}; for (int k = 0; k < n; ++k) for (int i = 0; i < 16; ++i) for (int j = 0; j < 16; ++j) acc[i][j] += A[(bi + i) * n + k] * B[k * n + bj + j]; for (int i = 0; i < 16; ++i) for (int j = 0; j < 16; ++j) C[(bi + i) * n + bj + j] = acc[i][j]; } };
  for (const char* name : {"mm", "tile4", "tile8"}) time(name, 10, C, n * n, mm);
  auto red = [&] {
    #pragma omp parallel for
    for (int b = 0; b < m / 256; ++b) { float s = 0; for (int i = 0; i < 256; ++i) s += A[b * 256 + i]; C[b] = s; } };
  time("reduce", 10, C, m / 256, red); time("shuffle", 10, C, m / 256, red);
  time("transpose", 10, C, m, [&] {
    #pragma omp parallel for collapse(2)
    for (int by = 0; by < 1024; by += 32) for (int bx = 0; bx < 1024; bx += 32) for (int x = 0; x < 32; ++x) for (int y = 0; y < 32; ++y) C[(bx + x) * 1024 + by + y] = A[(by + y) * 1024 + bx + x]; });
  time("stencil", 10, C, q * q * q, [&] {
    #pragma omp parallel for
    for (int z = 1; z < q - 1; ++z) for (int y = 1; y < q - 1; ++y) for (int x = 1; x < q - 1; ++x) { size_t i = ((size_t)z * q + y) * q + x; C[i] = 0.4f * A[i] + 0.1f * (A[i - 1] + A[i + 1] + A[i - q] + A[i + q] + A[i - q * q] + A[i + q * q]); } });
  time("scan", 10, C, m, [&] {
    #pragma omp parallel for
    for (int b = 0; b < m / 512; ++b) { float s = 0; for (int i = 0; i < 512; ++i) { C[b * 512 + i] = s; s += A[b * 512 + i]; } } });
  time("saxpy", 10, C, m, [&] {
    #pragma omp parallel for
    for (int i = 0; i < m; ++i) C[i] = 2 * A[i] + C[i]; });
  time("copy", 10, C, m, [&] {
    #pragma omp parallel for
    for (int i = 0; i < m; ++i) C[i] = A[i]; });
  time("turn", 10, C, m, [&] {
    #pragma omp parallel for collapse(2)
    for (int by = 0; by < 1024; by += 16) for (int bx = 0; bx < 1024; bx += 16) for (int x = 0; x < 16; ++x) for (int y = 0; y < 16; ++y) C[(bx + x) * 1024 + by + y] = A[(by + y) * 1024 + bx + x]; });
}
// How much an iteration does, or where it reads and writes, depends on data; or it computes more than it moves.
void irregular(float *A, float *B, float *C) {
  float *P = (float*)aligned_alloc(64, m * 4), *S = (float*)aligned_alloc(64, m * 4), *Y = (float*)aligned_alloc(64, m * 4); unsigned H[256] = {}; int *R = (int*)aligned_alloc(64, m), *I = (int*)aligned_alloc(64, m * 4);
  unsigned seed = 1; auto random = [&] { return (seed = seed * 1664525u + 1013904223u) >> 8; };
  for (int i = 0; i < m; ++i) { P[i] = 5 + random() % 2500 * 0.01f; S[i] = 1 + random() % 9900 * 0.01f; Y[i] = 0.25f + random() % 975 * 0.01f; I[i] = random() % (m / 16); }
  R[0] = 0; for (int i = 0; i < m / 16; ++i) R[i + 1] = R[i] + (i % 2 ? 8 + random() % 8 : 16);
  unsigned char* bytes = (unsigned char*)I;
  time("histogram", 10, H, 256, [&] {
    #pragma omp parallel
    { unsigned own[256] = {};
      #pragma omp for nowait
      for (int i = 0; i < m * 4; ++i) ++own[bytes[i]];
      #pragma omp critical
      for (int i = 0; i < 256; ++i) H[i] += own[i]; } });
  time("nbody", 4, C, 4096 * 4, [&] {
    const float4* bodies = (const float4*)P; float4* forces = (float4*)C;
    #pragma omp parallel for
    for (int i = 0; i < 4096; ++i) { float fx = 0, fy = 0, fz = 0;
      for (int j = 0; j < 4096; ++j) { float dx = bodies[j].x - bodies[i].x, dy = bodies[j].y - bodies[i].y, dz = bodies[j].z - bodies[i].z;
        float inverse = 1 / sqrtf(dx * dx + dy * dy + dz * dz + 1e-4f), f = bodies[j].w * inverse * inverse * inverse; fx += f * dx; fy += f * dy; fz += f * dz; }
      forces[i] = {fx, fy, fz, 0}; } });
  time("mandelbrot", 4, (int *)C, 512 * 512, [&] {
    #pragma omp parallel for schedule(dynamic)
    for (int y = 0; y < 512; ++y) for (int x = 0; x < 512; ++x) { float cr = -2.f + 3.f * x / 512, ci = -1.5f + 3.f * y / 512, r = 0, i = 0; int k = 0;
      while (k < 256 && r * r + i * i < 4.f) { float next = r * r - i * i + cr; i = 2 * r * i + ci; r = next; ++k; }
      ((int*)C)[y * 512 + x] = k; } });
  time("blackscholes", 10, C, m, [&] {
    float rate = 0.02f, volatility = 0.3f, *put = C + m;
    #pragma omp parallel for simd
    for (int i = 0; i < m; ++i) {
      float root = sqrtf(Y[i]), d1 = (logf(P[i] / S[i]) + (rate + 0.5f * volatility * volatility) * Y[i]) / (volatility * root), d2 = d1 - volatility * root;
      float now = S[i] * expf(-rate * Y[i]), c = P[i] * below(d1) - now * below(d2);
      C[i] = c; put[i] = c + now - P[i]; } });
  time("spmv", 10, C, m / 16, [&] {
    #pragma omp parallel for
    for (int row = 0; row < m / 16; ++row) { float sum = 0; for (int k = R[row]; k < R[row + 1]; ++k) sum += A[k] * B[I[k]]; C[row] = sum; } });
  time("bitonic", 4, C, m, [&] {
    #pragma omp parallel for
    for (int b = 0; b < m / 512; ++b) { float s[512]; for (int i = 0; i < 512; ++i) s[i] = P[b * 512 + i];
      for (int size = 2; size <= 512; size <<= 1) for (int stride = size / 2; stride > 0; stride >>= 1)
        for (int base = 0; base < 512; base += 2 * stride) { bool up = (base & size) == 0;
          for (int i = base; i < base + stride; ++i) { float a = s[i], c = s[i + stride], low = a < c ? a : c, high = a < c ? c : a; s[i] = up ? low : high; s[i + stride] = up ? high : low; } }
      for (int i = 0; i < 512; ++i) C[b * 512 + i] = s[i]; } });
  time("softmax", 10, C, m, [&] {
    #pragma omp parallel for
    for (int row = 0; row < 1024; ++row) { const float* in = P + row * 1024; float *out = C + row * 1024, most = in[0], sum = 0;
      for (int c = 0; c < 1024; ++c) most = in[c] > most ? in[c] : most;
      for (int c = 0; c < 1024; ++c) { out[c] = expf(in[c] - most); sum += out[c]; }
      for (int c = 0; c < 1024; ++c) out[c] *= 1 / sum; } });
}
int main() {
  float *A = (float*)aligned_alloc(64, m * 8), *B = (float*)aligned_alloc(64, m * 8), *C = (float*)aligned_alloc(64, m * 8);
  for (int i = 0; i < 2 * m; ++i) { A[i] = (i % 13) - 6; B[i] = (i % 7) - 3; C[i] = 0; }
  regular(A, B, C);
  irregular(A, B, C);
}
