//# Devices and contexts of the driver API: a thread has a stack of contexts.
#include <cuda.h>
cuInit(0)
//= (CUresult) CUDA_SUCCESS
cuInit(1)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
int count = 0; cuDeviceGetCount(&count); CUdevice device; cuDeviceGet(&device, 0)
//= (CUresult) CUDA_SUCCESS
cuDeviceGet(&device, count)
//= (CUresult) CUDA_ERROR_INVALID_DEVICE
int threads; cuDeviceGetAttribute(&threads, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, device); threads
//= (int) 1024
char name[100]; cuDeviceGetName(name, 100, device); name[0] != 0
//= (bool) true
size_t bytes = 0; cuDeviceTotalMem(&bytes, device); bytes > 0
//= (bool) true
CUcontext made, current; cuCtxCreate(&made, nullptr, CU_CTX_SCHED_SPIN, device)
//= (CUresult) CUDA_SUCCESS
cuCtxGetCurrent(&current); current == made
//= (bool) true
unsigned flags; cuCtxGetFlags(&flags); flags & CU_CTX_SCHED_MASK
//= (unsigned int) 1
CUcontext primary; cuDevicePrimaryCtxRetain(&primary, device); cuCtxPushCurrent(primary); cuCtxGetCurrent(&current); current == primary
//= (bool) true
cuCtxPopCurrent(&current); current == primary
//= (bool) true
cuCtxDestroy(made)
//= (CUresult) CUDA_SUCCESS
cuDevicePrimaryCtxRelease(device)
//= (CUresult) CUDA_SUCCESS
const char *text; cuGetErrorName(CUDA_ERROR_INVALID_HANDLE, &text); text
//= (const char *) "CUDA_ERROR_INVALID_HANDLE"
cuGetErrorName((CUresult)12345, &text)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
