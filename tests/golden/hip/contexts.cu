//# HIP's contexts: one is a device's, those of a thread are a stack, and kernels run in any of them.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
#include <hip/hip_runtime.h>
hipCtx_t first, second, current; hipCtxCreate(&first, 0, 0)
//= (hipError_t) hipSuccess
hipCtxGetCurrent(&current); current == first
//= (bool) true
hipCtxCreate(&second, 0, 0); hipCtxPopCurrent(&current); current == second
//= (bool) true
hipCtxGetCurrent(&current); current == first
//= (bool) true
hipCtxPushCurrent(second); hipDevice_t device = -1; hipCtxGetDevice(&device); device
//= (hipDevice_t) 0
unsigned version = 0; hipCtxGetApiVersion(second, &version); version > 0
//= (bool) true
__global__ void k(int *p) { *p = 5; }
int *p; hipMallocManaged(&p, 4); k<<<1, 1>>>(p); hipCtxSynchronize(); *p
//= (int) 5
hipCtxDestroy(second)
//= (hipError_t) hipSuccess
hipCtxDestroy(second)
//= (hipError_t) hipErrorInvalidContext
int active = 0; unsigned flags = 9; hipDevicePrimaryCtxGetState(0, &flags, &active); active
//= (int) 1
hipDevicePrimaryCtxRetain(&current, 0)
//= (hipError_t) hipSuccess
hipDevicePrimaryCtxRelease(0)
//= (hipError_t) hipSuccess
hipCtxGetDevice(nullptr)
//= (hipError_t) hipErrorInvalidValue
