// Kernels whose threads wait for each other, and two that do not, on the CPU device: CPU time of a launch, microseconds. tests/benches/cpu_tiers.py runs it.
#include <cstdio>
#include <cmath>
#include <chrono>
#define T 16
__global__ void mm(const float* A, const float* B, float* C, int n) {
  __shared__ float As[T][T], Bs[T][T];
  int r = blockIdx.y * T + threadIdx.y, c = blockIdx.x * T + threadIdx.x;
  float acc = 0;
  for (int t = 0; t < n / T; ++t) {
    As[threadIdx.y][threadIdx.x] = A[r * n + t * T + threadIdx.x];
    Bs[threadIdx.y][threadIdx.x] = B[(t * T + threadIdx.y) * n + c];
    __syncthreads();
    for (int k = 0; k < T; ++k) acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }
  C[r * n + c] = acc;
}
__global__ void reduce(const float* in, float* out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x; int i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0.f;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d >>= 1) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void shuffle(const float* in, float* out, int n) {
  __shared__ float part[32];
  int t = threadIdx.x, lane = t & 31, w = t >> 5; int i = blockIdx.x * blockDim.x + t;
  float v = i < n ? in[i] : 0.f;
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  if (lane == 0) part[w] = v;
  __syncthreads();
  if (w == 0) { v = lane < blockDim.x / 32 ? part[lane] : 0.f; for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d); if (lane == 0) out[blockIdx.x] = v; }
}
__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void stencil(const float* in, float* out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  for (int z = 1; z < n - 1; ++z) {
    size_t i = ((size_t)z * n + y) * n + x;
    out[i] = 0.4f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - (size_t)n * n] + in[i + (size_t)n * n]);
  }
}
__global__ void scan(const float* in, float* out) {
  __shared__ float s[512];
  int t = threadIdx.x, n = 512, off = 1; size_t b = (size_t)blockIdx.x * n;
  s[2 * t] = in[b + 2 * t]; s[2 * t + 1] = in[b + 2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) { __syncthreads(); if (t < d) { int a = off * (2 * t + 1) - 1, c = off * (2 * t + 2) - 1; s[c] += s[a]; } off *= 2; }
  if (t == 0) s[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) { off >>= 1; __syncthreads(); if (t < d) { int a = off * (2 * t + 1) - 1, c = off * (2 * t + 2) - 1; float x = s[a]; s[a] = s[c]; s[c] += x; } }
  __syncthreads();
  out[b + 2 * t] = s[2 * t]; out[b + 2 * t + 1] = s[2 * t + 1];
}
__global__ void saxpy(float a, const float* x, float* y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i] + y[i]; }
#include <time.h>
inline double cpu() { timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
template <class F> double best(F f, int reps = 10) { double b = 1e9; for (int i = 0; i < reps; ++i) { double t0 = cpu(); f(); cudaDeviceSynchronize(); double d = cpu() - t0; if (d < b) b = d; } return b * 1e6; }
int main() {
  int n = 512, m = 1 << 20, q = 128; float *A, *B, *C; cudaMallocManaged(&A, m * 8); cudaMallocManaged(&B, m * 8); cudaMallocManaged(&C, m * 8);
  for (int i = 0; i < 2 * m; ++i) { A[i] = (i % 13) - 6; B[i] = (i % 7) - 3; C[i] = 0; }
  printf("mm %.0f\n", best([&] { mm<<<dim3(n / T, n / T), dim3(T, T)>>>(A, B, C, n); }));
  printf("reduce %.0f\n", best([&] { reduce<<<m / 256, 256>>>(A, C, m); }));
  printf("shuffle %.0f\n", best([&] { shuffle<<<m / 256, 256>>>(A, C, m); }));
  printf("transpose %.0f\n", best([&] { transpose<<<dim3(32, 32), dim3(32, 8)>>>(A, C, 1024); }));
  printf("stencil %.0f\n", best([&] { stencil<<<dim3(q / 32, q / 8), dim3(32, 8)>>>(A, C, q); }));
  printf("scan %.0f\n", best([&] { scan<<<m / 512, 256>>>(A, C); }));
  printf("saxpy %.0f\n", best([&] { saxpy<<<m / 256, 256>>>(2, A, C, m); }));
  fflush(stdout); return 0;
}
