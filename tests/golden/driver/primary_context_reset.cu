//# A device's own context is reset: its memory is gone.
//@ devices = ["cpu", "cuda"]
//@ expected_failures = { toolkit = "the driver ends the context that the runtime library has" }
#include <cuda.h>
CUdeviceptr a; cuMemAlloc(&a, 64)
//= (CUresult) CUDA_SUCCESS
cuDevicePrimaryCtxReset(0)
//= (CUresult) CUDA_SUCCESS
char seen[64]; cuMemcpyDtoH(seen, a, 64) == CUDA_SUCCESS
//= (bool) false
cuMemAlloc(&a, 64)
//= (CUresult) CUDA_SUCCESS
cuMemcpyDtoH(seen, a, 64) == CUDA_SUCCESS
//= (bool) true
