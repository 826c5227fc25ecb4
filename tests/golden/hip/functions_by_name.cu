//# `hipGetProcAddress` gives functions by their names. A name that is not there is an error, as in HIP.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
#include <hip/hip_runtime.h>
void *f = nullptr; hipDriverProcAddressQueryResult status;
hipGetProcAddress("hipMalloc", &f, HIP_VERSION, 0, &status)
//= (hipError_t) hipSuccess
status == HIP_GET_PROC_ADDRESS_SUCCESS
//= (bool) true
void *memory = nullptr;
((hipError_t (*)(void **, size_t))f)(&memory, 64)
//= (hipError_t) hipSuccess
memory != nullptr
//= (bool) true
hipGetProcAddress("hipFree", &f, HIP_VERSION, 0, &status)
//= (hipError_t) hipSuccess
((hipError_t (*)(void *))f)(memory)
//= (hipError_t) hipSuccess
hipGetProcAddress("hipNoSuchFunction", &f, HIP_VERSION, 0, &status)
//= (hipError_t) hipErrorInvalidValue
f == nullptr && status == HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND
//= (bool) true
hipGetProcAddress("hipMalloc", &f, HIP_VERSION + 1, 0, &status)
//= (hipError_t) hipErrorInvalidValue
status == HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
//= (bool) true
hipGetProcAddress(nullptr, &f, HIP_VERSION, 0, &status)
//= (hipError_t) hipErrorInvalidValue
hipDriverEntryPointQueryResult entry;
hipGetDriverEntryPoint("hipStreamBatchMemOp", &f, hipEnableDefault, &entry)
//= (hipError_t) hipSuccess
f == (void *)hipStreamBatchMemOp && entry == hipDriverEntryPointSuccess
//= (bool) true
const char *name;
hipDrvGetErrorName(hipErrorInvalidValue, &name)
//= (hipError_t) hipSuccess
name
//= (const char *) "hipErrorInvalidValue"
hipDrvGetErrorName((hipError_t)123456, &name)
//= (hipError_t) hipErrorInvalidValue
name == nullptr
//= (bool) true
