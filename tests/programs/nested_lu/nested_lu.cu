// LU decomposition in blocks, run by one thread of the device that launches the steps and waits for them, as programs before CUDA 12 do.
#include <cmath>
#include <cstdio>
#include <vector>

#include "../cuda_check.h"

const int N = 96, TILE = 16;

__global__ void factor(double *a, int at) {
  for (int k = 0; k < TILE; ++k) {
    double *pivot = a + (at + k) * N + at;
    int row = threadIdx.x;
    if (row > k)
      a[(at + row) * N + at + k] /= pivot[k];
    __syncthreads();
    if (row > k)
      for (int j = k + 1; j < TILE; ++j)
        a[(at + row) * N + at + j] -= a[(at + row) * N + at + k] * pivot[j];
    __syncthreads();
  }
}

// Rows right of the block and columns below it.
__global__ void solve(double *a, int at) {
  int other = at + TILE + blockIdx.x * TILE + threadIdx.x;
  for (int k = 0; k < TILE; ++k) {
    for (int i = k + 1; i < TILE; ++i)
      a[(at + i) * N + other] -= a[(at + i) * N + at + k] * a[(at + k) * N + other];
    a[other * N + at + k] /= a[(at + k) * N + at + k];
    for (int j = k + 1; j < TILE; ++j)
      a[other * N + at + j] -= a[other * N + at + k] * a[(at + k) * N + at + j];
  }
}

__global__ void update(double *a, int at) {
  __shared__ double left[TILE][TILE], top[TILE][TILE];
  int row = at + TILE + blockIdx.y * TILE + threadIdx.y, column = at + TILE + blockIdx.x * TILE + threadIdx.x;
  left[threadIdx.y][threadIdx.x] = a[row * N + at + threadIdx.x];
  top[threadIdx.y][threadIdx.x] = a[(at + threadIdx.y) * N + column];
  __syncthreads();
  double sum = 0;
  for (int k = 0; k < TILE; ++k)
    sum += left[threadIdx.y][k] * top[k][threadIdx.x];
  a[row * N + column] -= sum;
}

__global__ void decompose(double *a, int *error) {
  for (int at = 0; at < N; at += TILE) {
    factor<<<1, TILE>>>(a, at);
    cudaDeviceSynchronize();
    // What the device's thread reads, the child has written.
    if (!(fabs(a[at * N + at]) > 1e-9)) {
      *error = at + 1;
      return;
    }
    int rest = (N - at) / TILE - 1;
    if (rest > 0) {
      solve<<<rest, TILE>>>(a, at);
      update<<<dim3(rest, rest), dim3(TILE, TILE)>>>(a, at);
    }
    cudaDeviceSynchronize();
  }
}

int main() {
  std::vector<double> host(N * N);
  for (int i = 0; i < N * N; ++i)
    host[i] = std::sin(i * 12.9898) + (i / N == i % N ? 10 : 0);
  double *a;
  int *failed;
  CHECK(cudaMallocManaged(&a, N * N * sizeof(double)));
  CHECK(cudaMallocManaged(&failed, sizeof(int)));
  std::copy(host.begin(), host.end(), a);
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 2));
  decompose<<<1, 1>>>(a, failed);
  CHECK(cudaDeviceSynchronize());
  double worst = 0;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      double sum = i <= j ? a[i * N + j] : 0;
      for (int k = 0; k < i && k <= j; ++k)
        sum += a[i * N + k] * a[k * N + j];
      worst = std::fmax(worst, std::fabs(sum - host[i * N + j]));
    }
  bool good = *failed == 0 && worst < 1e-9;
  if (!good)
    std::printf("failed at %d, off by %g\n", *failed, worst);
  CHECK(cudaFree(a));
  CHECK(cudaFree(failed));
  return !good;
}
