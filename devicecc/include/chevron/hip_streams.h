// Streams, events, launches, function attributes and occupancy under HIP's names.
#pragma once

#include "hip_types.h"

__CHV_HIP(StreamCreate, (hipStream_t * __stream), (__stream))
__CHV_HIP(StreamCreateWithFlags, (hipStream_t * __stream, unsigned __flags), (__stream, __flags))
__CHV_HIP(StreamCreateWithPriority, (hipStream_t * __stream, unsigned __flags, int __priority), (__stream, __flags, __priority))
__CHV_HIP(StreamDestroy, (hipStream_t __stream), (__stream))
__CHV_HIP(StreamSynchronize, (hipStream_t __stream), (__stream))
__CHV_HIP(StreamQuery, (hipStream_t __stream), (__stream))
__CHV_HIP(StreamWaitEvent, (hipStream_t __stream, hipEvent_t __event, unsigned __flags = 0), (__stream, __event, __flags))
__CHV_HIP(StreamGetFlags, (hipStream_t __stream, unsigned *__flags), (__stream, __flags))
__CHV_HIP(StreamGetPriority, (hipStream_t __stream, int *__priority), (__stream, __priority))
__CHV_HIP(StreamGetDevice, (hipStream_t __stream, hipDevice_t *__device), (__stream, __device))
__CHV_HIP(LaunchHostFunc, (hipStream_t __stream, hipHostFn_t __function, void *__user_data), (__stream, __function, __user_data))

namespace __chv_hip {
// A HIP callback takes a HIP error: the call goes through this, which lives until it has been made.
struct callback {
  hipStreamCallback_t function;
  void *user_data;
  static void call(cudaStream_t __stream, cudaError_t __status, void *__self) {
    const callback __made = *(callback *)__self;
    delete (callback *)__self;
    __made.function(__stream, (hipError_t)__status, __made.user_data);
  }
};
}  // namespace __chv_hip
inline hipError_t hipStreamAddCallback(hipStream_t __stream, hipStreamCallback_t __function, void *__user_data, unsigned __flags) {
  auto *const __made = new __chv_hip::callback{__function, __user_data};
  const cudaError_t __error = cudaStreamAddCallback(__stream, __chv_hip::callback::call, __made, __flags);
  if (__error != cudaSuccess) delete __made;
  return (hipError_t)__error;
}

__CHV_HIP(EventCreate, (hipEvent_t * __event), (__event))
// HIP's flags about fences say what is always so here.
__CHV_HIP(EventCreateWithFlags, (hipEvent_t * __event, unsigned __flags), (__event, __flags & 7))
__CHV_HIP(EventDestroy, (hipEvent_t __event), (__event))
__CHV_HIP(EventRecord, (hipEvent_t __event, hipStream_t __stream = 0), (__event, __stream))
__CHV_HIP(EventSynchronize, (hipEvent_t __event), (__event))
__CHV_HIP(EventQuery, (hipEvent_t __event), (__event))
__CHV_HIP(EventElapsedTime, (float *__milliseconds, hipEvent_t __start, hipEvent_t __stop), (__milliseconds, __start, __stop))

#define HIP_KERNEL_NAME(...) __VA_ARGS__
// `kernel` may be an instantiation in parentheses: `hipLaunchKernelGGL((scale<float>), grid, block, 0, 0, x, n)`.
#define hipLaunchKernelGGL(kernel, grid, block, shared_bytes, stream, ...) \
  ((kernel)<<<(grid), (block), (shared_bytes), (stream)>>>(__VA_ARGS__))

template <class __F>
hipError_t hipLaunchKernel(__F *__kernel_, dim3 __grid, dim3 __block_, void **__args, size_t __shared_bytes = 0, hipStream_t __stream = 0) {
  return (hipError_t)cudaLaunchKernel((const void *)__kernel_, __grid, __block_, __args, __shared_bytes, __stream);
}
template <class __F>
hipError_t hipLaunchCooperativeKernel(__F *__kernel_, dim3 __grid, dim3 __block_, void **__args, unsigned __shared_bytes,
                                      hipStream_t __stream) {
  return (hipError_t)cudaLaunchCooperativeKernel((const void *)__kernel_, __grid, __block_, __args, __shared_bytes, __stream);
}
template <class __F> hipError_t hipFuncGetAttributes(hipFuncAttributes *__attributes, __F *__kernel_) {
  return (hipError_t)cudaFuncGetAttributes(__attributes, (const void *)__kernel_);
}
template <class __F> hipError_t hipFuncSetAttribute(__F *__kernel_, hipFuncAttribute __attr, int __value) {
  return (hipError_t)cudaFuncSetAttribute((const void *)__kernel_, __attr, __value);
}
template <class __F> hipError_t hipFuncSetCacheConfig(__F *__kernel_, hipFuncCache_t __config) {
  return (hipError_t)cudaFuncSetCacheConfig((const void *)__kernel_, __config);
}
template <class __F> hipError_t hipFuncSetSharedMemConfig(__F *__kernel_, hipSharedMemConfig __config) {
  return (hipError_t)cudaFuncSetSharedMemConfig((const void *)__kernel_, __config);
}
template <class __F>
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *__blocks, __F *__kernel_, int __block_threads, size_t __shared_bytes) {
  return (hipError_t)cudaOccupancyMaxActiveBlocksPerMultiprocessor(__blocks, (const void *)__kernel_, __block_threads, __shared_bytes);
}
template <class __F>
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *__blocks, __F *__kernel_, int __block_threads, size_t __shared_bytes,
                                                                 unsigned __flags = hipOccupancyDefault) {
  return (hipError_t)cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(__blocks, (const void *)__kernel_, __block_threads,
                                                                            __shared_bytes, __flags);
}
template <class __F>
hipError_t hipOccupancyMaxPotentialBlockSize(int *__grid, int *__block_, __F __kernel_, size_t __shared_bytes = 0, int __limit = 0) {
  return (hipError_t)cudaOccupancyMaxPotentialBlockSize(__grid, __block_, __kernel_, __shared_bytes, __limit);
}
template <class __Shared, class __F>
hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMem(int *__grid, int *__block_, __F __kernel_, __Shared __shared_bytes, int __limit = 0) {
  return (hipError_t)cudaOccupancyMaxPotentialBlockSizeVariableSMem(__grid, __block_, __kernel_, __shared_bytes, __limit);
}
