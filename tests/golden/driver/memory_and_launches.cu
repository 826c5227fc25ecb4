//# Memory, streams, events and launches of the driver API; a kernel of the session is a CUfunction.
#include <cuda.h>
CUdevice device; CUcontext context; cuInit(0); cuDeviceGet(&device, 0); cuDevicePrimaryCtxRetain(&context, device); cuCtxSetCurrent(context)
CUdeviceptr memory; cuMemAlloc(&memory, 32)
cuMemAlloc(&memory, 0)
cuMemsetD32(memory, 5, 8)
int host[8]; cuMemcpyDtoH(host, memory, 32); host
__global__ void twice(int *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = 2 * p[i] + i; }
CUfunction function; cudaGetFuncBySymbol(&function, twice)
CUstream stream; CUevent start, end; cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING); cuEventCreate(&start, CU_EVENT_DEFAULT); cuEventCreate(&end, CU_EVENT_DEFAULT);
int n = 8; void *parameters[] = {&memory, &n};
cuEventRecord(start, stream); cuLaunchKernel(function, 2, 1, 1, 4, 1, 1, 0, stream, parameters, nullptr)
cuEventRecord(end, stream); cuStreamSynchronize(stream)
float ms = -1; cuEventElapsedTime(&ms, start, end); ms >= 0
cuMemcpyDtoH(host, memory, 32); host
// The function follows a redefinition of its kernel.
__global__ void twice(int *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = -i; }
cuLaunchKernel(function, 1, 1, 1, 8, 1, 1, 0, stream, parameters, nullptr); cuStreamSynchronize(stream); cuMemcpyDtoH(host, memory, 32); host
int most; cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function); most
CUdeviceptr base; size_t bytes; cuMemGetAddressRange(&base, &bytes, memory + 5); base == memory && bytes == 32
unsigned type; cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory); type == CU_MEMORYTYPE_DEVICE
cuMemFree(memory), cuStreamDestroy(stream), cuEventDestroy(start)
cuMemFree(0)
cuLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, 0, nullptr, nullptr)
CUmodule module; cuModuleLoad(&module, "kernels.ptx");
