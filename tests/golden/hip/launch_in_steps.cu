//# HIP's launch in steps: configuration, arguments, kernel.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu", "cuda", "hip"]
#include <hip/hip_runtime.h>
__global__ void affine(int *out, double scale, int shift) { out[threadIdx.x] = (int)(scale * threadIdx.x) + shift; }
int *out; hipMalloc(&out, 4 * sizeof(int));
double scale = 2.5; int shift = 10;
hipConfigureCall(dim3(1), dim3(4), 0, nullptr)
//= (hipError_t) hipSuccess
hipSetupArgument(&out, sizeof out, 0)
//= (hipError_t) hipSuccess
hipSetupArgument(&scale, sizeof scale, 8)
//= (hipError_t) hipSuccess
hipSetupArgument(&shift, sizeof shift, 16)
//= (hipError_t) hipSuccess
hipLaunchByPtr(affine)
//= (hipError_t) hipSuccess
hipDeviceSynchronize()
//= (hipError_t) hipSuccess
out
//= (int *) device int[4] {10, 12, 15, 17}
hipLaunchByPtr(affine)
//= (hipError_t) hipErrorMissingConfiguration
hipSetupArgument(&shift, sizeof shift, 0)
//= (hipError_t) hipErrorMissingConfiguration
__hipPushCallConfiguration(dim3(1, 2, 3), dim3(4), 64, nullptr)
//= (hipError_t) hipSuccess
__hipPushCallConfiguration(dim3(9), dim3(8), 0, nullptr)
//= (hipError_t) hipSuccess
dim3 grid, block; size_t bytes; hipStream_t stream;
__hipPopCallConfiguration(&grid, &block, &bytes, &stream)
//= (hipError_t) hipSuccess
grid.x + block.x
//= (unsigned int) 17
hipSetupArgument(&shift, sizeof shift, 5000)
//= (hipError_t) hipErrorInvalidValue
__hipPopCallConfiguration(&grid, &block, &bytes, &stream)
//= (hipError_t) hipSuccess
bytes
//= (size_t) 64
__hipPopCallConfiguration(&grid, &block, &bytes, &stream)
//= (hipError_t) hipErrorMissingConfiguration
hipConfigureCall(dim3(1), dim3(1))
//= (hipError_t) hipSuccess
hipLaunchByPtr((const void *)nullptr)
//= (hipError_t) hipErrorInvalidDeviceFunction
