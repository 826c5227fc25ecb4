// SAXPY, y = a*x + y: the first kernel of most courses.
// After M. Harris, "Six Ways to SAXPY", NVIDIA Technical Blog, 2012; the grid-stride loop is from his "CUDA Pro Tip: Write
// Flexible Kernels with Grid-Stride Loops", 2013.
#include <cmath>
#include <cstdio>
#include <vector>

#include "cuda_check.h"

__global__ void saxpy(int n, float a, const float *x, float *y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = a * x[i] + y[i];
}

int main() {
  const int n = (1 << 20) + 17;
  const float a = 2.5f;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; ++i) {
    x[i] = static_cast<float>(i % 1000) / 8;
    y[i] = static_cast<float>(i % 77);
  }
  std::vector<float> result(y);

  float *device_x, *device_y;
  CHECK(cudaMalloc(&device_x, n * sizeof(float)));
  CHECK(cudaMalloc(&device_y, n * sizeof(float)));
  CHECK(cudaMemcpy(device_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  saxpy<<<256, 256>>>(n, a, device_x, device_y);
  CHECK(cudaGetLastError());

  CHECK(cudaMemcpy(result.data(), device_y, n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_x));
  CHECK(cudaFree(device_y));

  for (int i = 0; i < n; ++i) {
    float expected = a * x[i] + y[i];
    if (std::fabs(result[i] - expected) > 1e-5f * std::fabs(expected)) {
      std::printf("FAIL saxpy: y[%d] is %g, not %g\n", i, result[i], expected);
      return 1;
    }
  }
  std::printf("PASS saxpy n=%d\n", n);
  return 0;
}
