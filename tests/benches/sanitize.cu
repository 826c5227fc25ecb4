// What the sanitizer costs: the same kernels with it and without, `chevron run --device cpu [--sanitize] tests/benches/sanitize.cu`. CPU time of the process, the best of ten launches each, ms.
#include <algorithm>
#include <cstdio>
#include <ctime>

// Without the sanitizer the first launches run drafts.
constexpr int ROUNDS = 10;
constexpr int N = 1 << 20, SIDE = 256, TILE = 16;

__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

__global__ void matmul(const float *a, const float *b, float *c) {
  __shared__ float left[TILE][TILE], right[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
  float sum = 0;
  for (int k = 0; k < SIDE; k += TILE) {
    left[y][x] = a[row * SIDE + k + x];
    right[y][x] = b[(k + y) * SIDE + column];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += left[y][i] * right[i][x];
    __syncthreads();
  }
  c[row * SIDE + column] = sum;
}

__global__ void reduce(const float *in, float *out) {
  __shared__ float part[256];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int d = 128; d > 0; d /= 2) {
    if (t < d)
      part[t] += part[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

__global__ void histogram(int n, const float *in, unsigned *bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[int(in[i]) & 255], 1u);
}

__global__ void compute(float *out) {
  float v = threadIdx.x;
  for (int i = 0; i < 1000; ++i)
    v = v * 0.999f + 0.5f;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

template <class Launch> void measure(const char *name, Launch launch) {
  double best = 1e9;
  launch();
  cudaDeviceSynchronize();
  for (int i = 0; i < ROUNDS; ++i) {
    std::clock_t start = std::clock();
    launch();
    cudaDeviceSynchronize();
    best = std::min(best, 1e3 * (std::clock() - start) / CLOCKS_PER_SEC);
  }
  std::printf("%-12s %10.3f ms\n", name, best);
}

int main() {
  float *x, *y, *z;
  unsigned *bins;
  cudaMalloc(&x, N * sizeof(float));
  cudaMalloc(&y, N * sizeof(float));
  cudaMalloc(&z, N * sizeof(float));
  cudaMalloc(&bins, 256 * sizeof(unsigned));
  cudaMemset(x, 0, N * sizeof(float));
  cudaMemset(y, 0, N * sizeof(float));
  cudaMemset(bins, 0, 256 * sizeof(unsigned));
  measure("saxpy", [&] { saxpy<<<N / 256, 256>>>(N, 2.0f, x, y); });
  measure("matmul", [&] { matmul<<<dim3(SIDE / TILE, SIDE / TILE), dim3(TILE, TILE)>>>(x, y, z); });
  measure("reduction", [&] { reduce<<<N / 256, 256>>>(x, z); });
  measure("histogram", [&] { histogram<<<N / 256, 256>>>(N, x, bins); });
  measure("compute", [&] { compute<<<N / 256, 256>>>(z); });
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
  cudaFree(bins);
  return 0;
}
