//# What else is asked of functions, modules, libraries and the driver: loading, the module of a kernel, logs, planes, names that Windows alone has.
//@ devices = ["cpu"]
#include <cuda.h>
#include <nvrtc.h>
__global__ void own(int *p) { *p = 1; }
cudaFunction_t function; cudaGetFuncBySymbol(&function, (const void *)own); CUfunctionLoadingState state; cuFuncLoad((CUfunction)function)
//= (CUresult) CUDA_SUCCESS
cuFuncIsLoaded(&state, (CUfunction)function) == CUDA_SUCCESS && state == CU_FUNCTION_LOADING_STATE_LOADED
//= (bool) true
cuFuncIsLoaded(nullptr, (CUfunction)function)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
CUmodule module; cuFuncGetModule(&module, (CUfunction)function)
//= (CUresult) CUDA_ERROR_INVALID_HANDLE
//? note: cell 7: a kernel of the session is in no module: modules are what `cuModuleLoad` and its kin load
char text[64]; size_t bytes = sizeof text; CUlogIterator logs; cuLogsCurrent(&logs, 0) == CUDA_SUCCESS && cuLogsDumpToMemory(&logs, text, &bytes, 0) == CUDA_SUCCESS
//= (bool) true
void heard(void *, CUlogLevel, char *, size_t) {}
CUlogsCallbackHandle handle; cuLogsRegisterCallback(heard, nullptr, &handle) == CUDA_SUCCESS && cuLogsUnregisterCallback(handle) == CUDA_SUCCESS
//= (bool) true
cudaLogIterator again; cudaLogsCurrent(&again, 0)
//= (cudaError_t) cudaSuccess
cudaLogsRegisterCallback(nullptr, nullptr, nullptr)
//= (cudaError_t) cudaErrorInvalidValue
cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTargetCurrentDevice, cudaFlushGPUDirectRDMAWritesScope(7))
//= (cudaError_t) cudaErrorInvalidValue
cudaChannelFormatDesc format = cudaCreateChannelDesc<float>(); cudaArray_t array, plane; cudaMallocArray(&array, &format, 16, 16); cudaArrayGetPlane(&plane, array, 0)
//= (cudaError_t) cudaErrorInvalidValue
unsigned mask; cuDeviceGetLuid(text, &mask, 0)
//= (CUresult) 801
