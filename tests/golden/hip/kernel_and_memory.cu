//# A HIP program's names: memory, copies, a launch with `<<<>>>` and one with hipLaunchKernelGGL.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu", "cuda", "hip"]
#include <hip/hip_runtime.h>
__global__ void saxpy(int n, float a, const float *x, float *y) { int i = hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x; if (i < n) y[i] += a * x[i]; }
float x[4] = {1, 2, 3, 4}, y[4] = {10, 10, 10, 10}; float *dx, *dy; hipMalloc(&dx, sizeof x); hipMalloc(&dy, sizeof y)
//= (hipError_t) hipSuccess
hipMemcpy(dx, x, sizeof x, hipMemcpyHostToDevice); hipMemcpy(dy, y, sizeof y, hipMemcpyHostToDevice)
//= (hipError_t) hipSuccess
hipLaunchKernelGGL(saxpy, dim3(2), dim3(2), 0, 0, 4, 2.f, dx, dy);
saxpy<<<1, 4>>>(4, 100.f, dx, dy);
hipMemcpy(y, dy, sizeof y, hipMemcpyDeviceToHost)
//= (hipError_t) hipSuccess
y
//= (float[4]) {112, 214, 316, 418}
hipFree(dx)
//= (hipError_t) hipSuccess
