// The same in C++ with OpenMP, as one would write it by hand. tests/benches/cpu_tiers.py runs it.
#include <cstdio>
#include <cstdlib>
#include <chrono>
#include <omp.h>
#include <time.h>
inline double cpu() { timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
template <class F> double best(F f, int reps = 10) { double b = 1e9; for (int i = 0; i < reps; ++i) { double t0 = cpu(); f(); double d = cpu() - t0; if (d < b) b = d; } return b * 1e6; }
int main() {
  int n = 512, m = 1 << 20, q = 128; float *A = (float*)aligned_alloc(64, m * 8), *B = (float*)aligned_alloc(64, m * 8), *C = (float*)aligned_alloc(64, m * 8);
  for (int i = 0; i < 2 * m; ++i) { A[i] = (i % 13) - 6; B[i] = (i % 7) - 3; C[i] = 0; }
  printf("mm %.0f\n", best([&] {
    #pragma omp parallel for
    for (int bi = 0; bi < n; bi += 16) for (int bj = 0; bj < n; bj += 16) { float acc[16][16] = {}; for (int k = 0; k < n; ++k) for (int i = 0; i < 16; ++i) for (int j = 0; j < 16; ++j) acc[i][j] += A[(bi + i) * n + k] * B[k * n + bj + j]; for (int i = 0; i < 16; ++i) for (int j = 0; j < 16; ++j) C[(bi + i) * n + bj + j] = acc[i][j]; } }));
  auto red = [&] {
    #pragma omp parallel for
    for (int b = 0; b < m / 256; ++b) { float s = 0; for (int i = 0; i < 256; ++i) s += A[b * 256 + i]; C[b] = s; } };
  printf("reduce %.0f\n", best(red)); printf("shuffle %.0f\n", best(red));
  printf("transpose %.0f\n", best([&] {
    #pragma omp parallel for collapse(2)
    for (int by = 0; by < 1024; by += 32) for (int bx = 0; bx < 1024; bx += 32) for (int x = 0; x < 32; ++x) for (int y = 0; y < 32; ++y) C[(bx + x) * 1024 + by + y] = A[(by + y) * 1024 + bx + x]; }));
  printf("stencil %.0f\n", best([&] {
    #pragma omp parallel for
    for (int z = 1; z < q - 1; ++z) for (int y = 1; y < q - 1; ++y) for (int x = 1; x < q - 1; ++x) { size_t i = ((size_t)z * q + y) * q + x; C[i] = 0.4f * A[i] + 0.1f * (A[i - 1] + A[i + 1] + A[i - q] + A[i + q] + A[i - q * q] + A[i + q * q]); } }));
  printf("scan %.0f\n", best([&] {
    #pragma omp parallel for
    for (int b = 0; b < m / 512; ++b) { float s = 0; for (int i = 0; i < 512; ++i) { C[b * 512 + i] = s; s += A[b * 512 + i]; } } }));
  printf("saxpy %.0f\n", best([&] {
    #pragma omp parallel for
    for (int i = 0; i < m; ++i) C[i] = 2 * A[i] + C[i]; }));
}
