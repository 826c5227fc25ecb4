//# Devices and contexts of the driver API: a thread has a stack of contexts.
#include <cuda.h>
cuInit(0)
cuInit(1)
int count = 0; cuDeviceGetCount(&count); CUdevice device; cuDeviceGet(&device, 0)
cuDeviceGet(&device, count)
int threads; cuDeviceGetAttribute(&threads, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, device); threads
char name[100]; cuDeviceGetName(name, 100, device); name[0] != 0
size_t bytes = 0; cuDeviceTotalMem(&bytes, device); bytes > 0
CUcontext made, current; cuCtxCreate(&made, nullptr, CU_CTX_SCHED_SPIN, device)
cuCtxGetCurrent(&current); current == made
unsigned flags; cuCtxGetFlags(&flags); flags & CU_CTX_SCHED_MASK
CUcontext primary; cuDevicePrimaryCtxRetain(&primary, device); cuCtxPushCurrent(primary); cuCtxGetCurrent(&current); current == primary
cuCtxPopCurrent(&current); current == primary
cuCtxDestroy(made)
cuCtxPushCurrent(made) != CUDA_SUCCESS
cuDevicePrimaryCtxRelease(device)
const char *text; cuGetErrorName(CUDA_ERROR_INVALID_HANDLE, &text); text
cuGetErrorName((CUresult)12345, &text)
