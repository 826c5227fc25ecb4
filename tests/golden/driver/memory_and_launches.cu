//# Memory, streams, events and launches of the driver API; a kernel of the session is a CUfunction.
#include <cuda.h>
CUdevice device; CUcontext context; cuInit(0); cuDeviceGet(&device, 0); cuDevicePrimaryCtxRetain(&context, device); cuCtxSetCurrent(context)
//= (CUresult) CUDA_SUCCESS
CUdeviceptr memory; cuMemAlloc(&memory, 32)
//= (CUresult) CUDA_SUCCESS
CUdeviceptr none; cuMemAlloc(&none, 0)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuMemsetD32(memory, 5, 8)
//= (CUresult) CUDA_SUCCESS
int host[8]; cuMemcpyDtoH(host, memory, 32); host
//= (int[8]) {5, 5, 5, 5, 5, 5, 5, 5}
__global__ void twice(int *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = 2 * p[i] + i; }
CUfunction function; cudaGetFuncBySymbol(&function, (const void *)twice)
//= (cudaError_t) cudaSuccess
CUstream stream; CUevent start, end; cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING); cuEventCreate(&start, CU_EVENT_DEFAULT); cuEventCreate(&end, CU_EVENT_DEFAULT);
int n = 8; void *parameters[] = {&memory, &n};
cuEventRecord(start, stream); cuLaunchKernel(function, 2, 1, 1, 4, 1, 1, 0, stream, parameters, nullptr)
//= (CUresult) CUDA_SUCCESS
cuEventRecord(end, stream); cuStreamSynchronize(stream)
//= (CUresult) CUDA_SUCCESS
float ms = -1; cuEventElapsedTime(&ms, start, end); ms >= 0
//= (bool) true
cuMemcpyDtoH(host, memory, 32); host
//= (int[8]) {10, 11, 12, 13, 14, 15, 16, 17}
CUdeviceptr base; size_t bytes; cuMemGetAddressRange(&base, &bytes, memory + 5); base == memory && bytes == 32
//= (bool) true
unsigned type; cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory); type == CU_MEMORYTYPE_DEVICE
//= (bool) true
cuMemFree(memory), cuStreamDestroy(stream), cuEventDestroy(start)
//= (CUresult) CUDA_SUCCESS
cuMemFree(0)
//= (CUresult) CUDA_SUCCESS
cuLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, 0, nullptr, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_HANDLE
