//# Errors of HIP have HIP's names, in values, in texts and after a failed launch.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu", "cuda", "hip"]
#include <hip/hip_runtime.h>
hipMemcpy(nullptr, nullptr, 4, (hipMemcpyKind) 99)
//= (hipError_t) hipErrorInvalidValue
hipSuccess
//= (hipError_t) hipSuccess
hipGetErrorName(hipErrorInvalidValue)
//= (const char *) "hipErrorInvalidValue"
hipGetErrorString(hipErrorOutOfMemory)
//= (const char *) "out of memory"
hipSetDevice(77)
//= (hipError_t) hipErrorInvalidDevice
hipGetLastError()
//= (hipError_t) hipErrorInvalidDevice
hipGetLastError()
//= (hipError_t) hipSuccess
