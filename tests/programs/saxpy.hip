// SAXPY, y = a*x + y, in HIP.
// After the tutorial "SAXPY - Hello, HIP" of AMD's HIP documentation.
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include "hip_check.h"

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
  CHECK(hipMalloc(&device_x, n * sizeof(float)));
  CHECK(hipMalloc(&device_y, n * sizeof(float)));
  CHECK(hipMemcpy(device_x, x.data(), n * sizeof(float), hipMemcpyHostToDevice));
  CHECK(hipMemcpy(device_y, y.data(), n * sizeof(float), hipMemcpyHostToDevice));

  hipLaunchKernelGGL(saxpy, dim3(256), dim3(256), 0, hipStreamDefault, n, a, device_x, device_y);
  CHECK(hipGetLastError());

  CHECK(hipMemcpy(result.data(), device_y, n * sizeof(float), hipMemcpyDeviceToHost));
  CHECK(hipFree(device_x));
  CHECK(hipFree(device_y));

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
