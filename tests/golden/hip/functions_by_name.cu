//# `hipGetProcAddress` gives functions by their names. A name that is not there is an error, as in HIP.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
#include <hip/hip_runtime.h>
void *f = nullptr; hipDriverProcAddressQueryResult status;
hipGetProcAddress("hipMalloc", &f, HIP_VERSION, 0, &status)
status == HIP_GET_PROC_ADDRESS_SUCCESS
void *memory = nullptr;
((hipError_t (*)(void **, size_t))f)(&memory, 64)
memory != nullptr
hipGetProcAddress("hipFree", &f, HIP_VERSION, 0, &status)
((hipError_t (*)(void *))f)(memory)
hipGetProcAddress("hipNoSuchFunction", &f, HIP_VERSION, 0, &status)
f == nullptr && status == HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND
hipGetProcAddress("hipMalloc", &f, HIP_VERSION + 1, 0, &status)
status == HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
hipGetProcAddress(nullptr, &f, HIP_VERSION, 0, &status)
hipDriverEntryPointQueryResult entry;
hipGetDriverEntryPoint("hipStreamBatchMemOp", &f, hipEnableDefault, &entry)
f == (void *)hipStreamBatchMemOp && entry == hipDriverEntryPointSuccess
const char *name;
hipDrvGetErrorName(hipErrorInvalidValue, &name)
name
hipDrvGetErrorName((hipError_t)123456, &name)
name == nullptr
