// CUDA's device runtime beside a toolkit's headers: the toolkit declares it, and its library has it only for relocatable device code.
#pragma once

#if defined(__CUDA_ARCH__) && defined(__NVPTX__)
#include "device_runtime_nvptx.h"

// The toolkit makes these names empty macros behind its declarations, so that programs do not use them.
#undef __cudaCDP2GetParameterBuffer
#undef __cudaCDP2LaunchDevice
#undef __cudaCDP2GetLastError
#undef __cudaCDP2PeekAtLastError
#undef __cudaCDP2GetErrorString
#undef __cudaCDP2GetErrorName
#undef __cudaCDP2GetDevice
#undef __cudaCDP2GetDeviceCount
#undef __cudaCDP2DeviceGetAttribute
#undef __cudaCDP2DeviceGetLimit
#undef __cudaCDP2DeviceGetCacheConfig
#undef __cudaCDP2DeviceGetSharedMemConfig
#undef __cudaCDP2RuntimeGetVersion
#undef __cudaCDP2FuncGetAttributes
#undef __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessor
#undef __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessorWithFlags
#undef __cudaCDP2Malloc
#undef __cudaCDP2Free
#undef __cudaCDP2MemcpyAsync
#undef __cudaCDP2Memcpy2DAsync
#undef __cudaCDP2Memcpy3DAsync
#undef __cudaCDP2MemsetAsync
#undef __cudaCDP2Memset2DAsync
#undef __cudaCDP2Memset3DAsync
#undef __cudaCDP2StreamCreateWithFlags
#undef __cudaCDP2StreamDestroy
#undef __cudaCDP2StreamWaitEvent
#undef __cudaCDP2EventCreateWithFlags
#undef __cudaCDP2EventRecord
#undef __cudaCDP2EventRecordWithFlags
#undef __cudaCDP2EventDestroy

#define __CHV_DEVICE static inline __device__ __attribute__((__always_inline__, __nodebug__))
#define __CHV_RUNTIME extern "C" inline __device__ __attribute__((__always_inline__, __nodebug__))
#define __CHV_CALL(name) __cudaCDP2##name

__CHV_DEVICE cudaError_t __chv_runtime_result(int __status) {
  return (cudaError_t)(__status ? __chv_runtime_fail(__status, __chv_thread_of_block()) : 0);
}
__CHV_RUNTIME void *__cudaCDP2GetParameterBuffer(size_t __align, size_t __bytes) { return __chv_runtime_buffer(__align, __bytes); }
__CHV_RUNTIME cudaError_t __cudaCDP2LaunchDevice(void *__kernel_, void *__parameters, dim3 __grid, dim3 __block_, unsigned __shared_bytes,
                                                 cudaStream_t __stream) {
  const unsigned __shape[] = {__grid.x, __grid.y, __grid.z, __block_.x, __block_.y, __block_.z};
  return (cudaError_t)__chv_launch_kernel(__kernel_, __parameters, __shape, __shared_bytes, __stream, __chv_thread_of_block(), 0);
}
#include "device_runtime_calls.h"

// The toolkit declares these templates, and leaves their bodies to nvcc.
template <class __T> static inline __device__ cudaError_t cudaMalloc(__T **__ptr, size_t __bytes) {
  return __cudaCDP2Malloc((void **)__ptr, __bytes);
}
template <class __T> static inline __device__ cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *__attributes, __T *__kernel_) {
  return __cudaCDP2FuncGetAttributes(__attributes, (const void *)__kernel_);
}
template <class __T>
static inline __device__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *__blocks, __T __kernel_, int __threads,
                                                                                   size_t __shared_bytes) {
  return __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessor(__blocks, (const void *)__kernel_, __threads, __shared_bytes);
}
#undef __CHV_CALL
#undef __CHV_RUNTIME
#undef __CHV_DEVICE
#endif
