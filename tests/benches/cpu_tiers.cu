// Kernels that everyone writes, on the CPU device: CPU time of a launch, microseconds. tests/benches/cpu_tiers.py runs it.
#include <cstdio>
#include <cstdlib>
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
// Each thread makes S x S sums; a block of 64 threads 8 S x 8 S.
template <int S> __global__ void tile(const float* A, const float* B, float* C, int n) {
  __shared__ float As[8 * S * 8], Bs[8 * 8 * S];
  int t = threadIdx.x, x = t % 8, y = t / 8, r = blockIdx.y * 8 * S, c = blockIdx.x * 8 * S;
  float acc[S * S] = {}, a[S], b[S];
  for (int k = 0; k < n; k += 8) {
    for (int i = t; i < 64 * S; i += 64) { As[i] = A[(r + i / 8) * n + k + i % 8]; Bs[i] = B[(k + i / (8 * S)) * n + c + i % (8 * S)]; }
    __syncthreads();
    for (int d = 0; d < 8; ++d) {
      for (int i = 0; i < S; ++i) { a[i] = As[(y * S + i) * 8 + d]; b[i] = Bs[d * 8 * S + x * S + i]; }
      for (int i = 0; i < S; ++i) for (int j = 0; j < S; ++j) acc[i * S + j] += a[i] * b[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < S; ++i) for (int j = 0; j < S; ++j) C[(r + y * S + i) * n + c + x * S + j] = acc[i * S + j];
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
__global__ void copy(const float* x, float* y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = x[i]; }
__global__ void turn(const float* in, float* out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) out[x * n + y] = in[y * n + x];
}
__global__ void histogram(const unsigned char* in, unsigned* bins, int n) {
  __shared__ unsigned own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[in[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
__global__ void nbody(const float4* bodies, float4* forces, int n) {
  __shared__ float4 tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 own = bodies[i]; float fx = 0, fy = 0, fz = 0;
  for (int t = 0; t < n; t += 256) {
    tile[threadIdx.x] = bodies[t + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 256; ++j) {
      float dx = tile[j].x - own.x, dy = tile[j].y - own.y, dz = tile[j].z - own.z;
      float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-4f), f = tile[j].w * inverse * inverse * inverse;
      fx += f * dx; fy += f * dy; fz += f * dz;
    }
    __syncthreads();
  }
  forces[i] = make_float4(fx, fy, fz, 0);
}
__global__ void mandelbrot(int* out, int n, int most) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  float cr = -2.f + 3.f * x / n, ci = -1.5f + 3.f * y / n, r = 0, i = 0; int k = 0;
  while (k < most && r * r + i * i < 4.f) { float next = r * r - i * i + cr; i = 2 * r * i + ci; r = next; ++k; }
  out[y * n + x] = k;
}
__device__ float below(float d) {
  float k = 1.f / (1.f + 0.2316419f * fabsf(d));
  float c = 0.39894228f * expf(-0.5f * d * d) * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.f - c : c;
}
__global__ void blackscholes(const float* price, const float* strike, const float* years, float* call, float* put, float rate, float volatility, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;
  float root = sqrtf(years[i]), d1 = (logf(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root), d2 = d1 - volatility * root;
  float now = strike[i] * expf(-rate * years[i]), c = price[i] * below(d1) - now * below(d2);
  call[i] = c; put[i] = c + now - price[i];
}
__global__ void spmv(const int* rows, const int* columns, const float* values, const float* x, float* y, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x; if (row >= n) return;
  float sum = 0;
  for (int k = rows[row]; k < rows[row + 1]; ++k) sum += values[k] * x[columns[k]];
  y[row] = sum;
}
__global__ void bitonic(const float* in, float* out) {
  __shared__ float s[512];
  int t = threadIdx.x; size_t b = (size_t)blockIdx.x * 512;
  s[t] = in[b + t]; s[t + 256] = in[b + t + 256];
  for (int size = 2; size <= 512; size <<= 1)
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      int at = 2 * t - (t & (stride - 1)); bool up = (at & size) == 0;
      float a = s[at], c = s[at + stride];
      if ((a > c) == up) { s[at] = c; s[at + stride] = a; }
    }
  __syncthreads();
  out[b + t] = s[t]; out[b + t + 256] = s[t + 256];
}
__global__ void softmax(const float* in, float* out, int columns) {
  __shared__ float s[256];
  const float* row = in + (size_t)blockIdx.x * columns; float* to = out + (size_t)blockIdx.x * columns;
  int t = threadIdx.x; float most = -INFINITY, sum = 0;
  for (int c = t; c < columns; c += blockDim.x) most = fmaxf(most, row[c]);
  s[t] = most; __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d >>= 1) { if (t < d) s[t] = fmaxf(s[t], s[t + d]); __syncthreads(); }
  most = s[0]; __syncthreads();
  for (int c = t; c < columns; c += blockDim.x) { float e = expf(row[c] - most); to[c] = e; sum += e; }
  s[t] = sum; __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d >>= 1) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
  float scale = 1.f / s[0];
  for (int c = t; c < columns; c += blockDim.x) to[c] *= scale;
}
#include <time.h>
// CPU time, or with WALL=1 what a clock on the wall shows.
inline double now() { static clockid_t clock = std::getenv("WALL") ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID; timespec t; clock_gettime(clock, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
template <class F> double best(F f, int reps) { double b = 1e9; for (int i = 0; i < reps; ++i) { double t0 = now(); f(); cudaDeviceSynchronize(); double d = now() - t0; if (d < b) b = d; } return b * 1e6; }
// Prints what a launch takes, and a sum over what the launches have written.
template <class F, class E> void time(const char* name, int reps, E* out, int count, F f) {
  for (int i = 0; i < count; ++i) out[i] = 0;
  double us = best(f, reps), sum = 0;
  for (int i = 0; i < count; ++i) sum += std::fabs((double)out[i]) * (i % 7 + 1);
  printf("%s %.0f %.9g\n", name, us, sum);
}
template <class E> E* memory(int count) { E* at; cudaMallocManaged(&at, count * sizeof(E)); return at; }
int main() {
  int n = 512, m = 1 << 20, q = 128; float *A = memory<float>(2 * m), *B = memory<float>(2 * m), *C = memory<float>(2 * m);
  for (int i = 0; i < 2 * m; ++i) { A[i] = (i % 13) - 6; B[i] = (i % 7) - 3; C[i] = 0; }
  time("mm", 10, C, n * n, [&] { mm<<<dim3(n / T, n / T), dim3(T, T)>>>(A, B, C, n); });
  time("tile4", 10, C, n * n, [&] { tile<4><<<dim3(n / 32, n / 32), 64>>>(A, B, C, n); });
  time("tile8", 10, C, n * n, [&] { tile<8><<<dim3(n / 64, n / 64), 64>>>(A, B, C, n); });
  time("reduce", 10, C, m / 256, [&] { reduce<<<m / 256, 256>>>(A, C, m); });
  time("shuffle", 10, C, m / 256, [&] { shuffle<<<m / 256, 256>>>(A, C, m); });
  time("transpose", 10, C, m, [&] { transpose<<<dim3(32, 32), dim3(32, 8)>>>(A, C, 1024); });
  time("stencil", 10, C, q * q * q, [&] { stencil<<<dim3(q / 32, q / 8), dim3(32, 8)>>>(A, C, q); });
  time("scan", 10, C, m, [&] { scan<<<m / 512, 256>>>(A, C); });
  time("saxpy", 10, C, m, [&] { saxpy<<<m / 256, 256>>>(2, A, C, m); });
  time("copy", 10, C, m, [&] { copy<<<m / 256, 256>>>(A, C, m); });
  time("turn", 10, C, m, [&] { turn<<<dim3(64, 64), dim3(16, 16)>>>(A, C, 1024); });
  float *P = memory<float>(m), *S = memory<float>(m), *Y = memory<float>(m); unsigned* H = memory<unsigned>(256); int *R = memory<int>(m / 16 + 1), *I = memory<int>(m);
  unsigned seed = 1; auto random = [&] { return (seed = seed * 1664525u + 1013904223u) >> 8; };
  for (int i = 0; i < m; ++i) { P[i] = 5 + random() % 2500 * 0.01f; S[i] = 1 + random() % 9900 * 0.01f; Y[i] = 0.25f + random() % 975 * 0.01f; I[i] = random() % (m / 16); }
  R[0] = 0; for (int i = 0; i < m / 16; ++i) R[i + 1] = R[i] + (i % 2 ? 8 + random() % 8 : 16);
  unsigned char* bytes = (unsigned char*)I;
  time("histogram", 10, H, 256, [&] { histogram<<<64, 256>>>(bytes, H, m * 4); });
  time("nbody", 4, C, 4096 * 4, [&] { nbody<<<4096 / 256, 256>>>((float4*)P, (float4*)C, 4096); });
  time("mandelbrot", 4, (int*)C, 512 * 512, [&] { mandelbrot<<<dim3(32, 32), dim3(16, 16)>>>((int*)C, 512, 256); });
  time("blackscholes", 10, C, m, [&] { blackscholes<<<m / 256, 256>>>(P, S, Y, C, C + m, 0.02f, 0.3f, m); });
  time("spmv", 10, C, m / 16, [&] { spmv<<<m / 16 / 256, 256>>>(R, I, A, B, C, m / 16); });
  time("bitonic", 4, C, m, [&] { bitonic<<<m / 512, 256>>>(P, C); });
  time("softmax", 10, C, m, [&] { softmax<<<1024, 256>>>(P, C, 1024); });
  fflush(stdout); return 0;
}
