// Matrix multiplication with tiles in shared memory (local data share), in HIP.
// After D. Kirk and W. Hwu, "Programming Massively Parallel Processors", chapter "Memory architecture and data locality"
// (the tiled kernel with boundary checks); block and thread indices are HIP's older macros.
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include "hip_check.h"

const int TILE = 16;

// C = A * B, where A is m by k, B is k by n, all by rows.
__global__ void matmul(const float *A, const float *B, float *C, int m, int k, int n) {
  __shared__ float tileA[TILE][TILE];
  __shared__ float tileB[TILE][TILE];
  int row = hipBlockIdx_y * TILE + hipThreadIdx_y;
  int column = hipBlockIdx_x * TILE + hipThreadIdx_x;
  float sum = 0;
  for (int phase = 0; phase < (k + TILE - 1) / TILE; ++phase) {
    int a = phase * TILE + threadIdx.x, b = phase * TILE + threadIdx.y;
    tileA[threadIdx.y][threadIdx.x] = row < m && a < k ? A[row * k + a] : 0;
    tileB[threadIdx.y][threadIdx.x] = b < k && column < n ? B[b * n + column] : 0;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += tileA[threadIdx.y][i] * tileB[i][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n)
    C[row * n + column] = sum;
}

int main() {
  const int m = 200, k = 177, n = 243;
  std::vector<float> A(m * k), B(k * n), C(m * n);
  for (int i = 0; i < m * k; ++i)
    A[i] = static_cast<float>(i * 37 % 101) / 101 - 0.5f;
  for (int i = 0; i < k * n; ++i)
    B[i] = static_cast<float>(i * 53 % 97) / 97 - 0.5f;

  float *dA, *dB, *dC;
  CHECK(hipMalloc(&dA, A.size() * sizeof(float)));
  CHECK(hipMalloc(&dB, B.size() * sizeof(float)));
  CHECK(hipMalloc(&dC, C.size() * sizeof(float)));
  CHECK(hipMemcpy(dA, A.data(), A.size() * sizeof(float), hipMemcpyHostToDevice));
  CHECK(hipMemcpy(dB, B.data(), B.size() * sizeof(float), hipMemcpyHostToDevice));

  dim3 block(TILE, TILE);
  dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
  matmul<<<grid, block>>>(dA, dB, dC, m, k, n);
  CHECK(hipGetLastError());
  CHECK(hipDeviceSynchronize());
  CHECK(hipMemcpy(C.data(), dC, C.size() * sizeof(float), hipMemcpyDeviceToHost));
  CHECK(hipFree(dA));
  CHECK(hipFree(dB));
  CHECK(hipFree(dC));

  double worst = 0;
  for (int row = 0; row < m; ++row) {
    for (int column = 0; column < n; ++column) {
      double expected = 0;
      for (int i = 0; i < k; ++i)
        expected += static_cast<double>(A[row * k + i]) * B[i * n + column];
      worst = std::fmax(worst, std::fabs(expected - C[row * n + column]));
    }
  }
  if (!(worst < 1e-4)) {
    std::printf("FAIL matmul: an element is off by %g\n", worst);
    return 1;
  }
  std::printf("PASS matmul %dx%dx%d\n", m, k, n);
  return 0;
}
