// Streams, events, launches, function attributes and occupancy under HIP's names.
#pragma once

#include "hip_types.h"

__CHV_HIP(StreamCreate, (hipStream_t * stream), (stream))
__CHV_HIP(StreamCreateWithFlags, (hipStream_t * stream, unsigned flags), (stream, flags))
__CHV_HIP(StreamCreateWithPriority, (hipStream_t * stream, unsigned flags, int priority), (stream, flags, priority))
__CHV_HIP(StreamDestroy, (hipStream_t stream), (stream))
__CHV_HIP(StreamSynchronize, (hipStream_t stream), (stream))
__CHV_HIP(StreamQuery, (hipStream_t stream), (stream))
__CHV_HIP(StreamWaitEvent, (hipStream_t stream, hipEvent_t event, unsigned flags = 0), (stream, event, flags))
__CHV_HIP(StreamGetFlags, (hipStream_t stream, unsigned *flags), (stream, flags))
__CHV_HIP(StreamGetPriority, (hipStream_t stream, int *priority), (stream, priority))
__CHV_HIP(StreamGetDevice, (hipStream_t stream, hipDevice_t *device), (stream, device))
__CHV_HIP(LaunchHostFunc, (hipStream_t stream, hipHostFn_t function, void *user_data), (stream, function, user_data))

namespace __chv_hip {
// A HIP callback takes a HIP error: the call goes through this, which lives until it has been made.
struct callback {
  hipStreamCallback_t function;
  void *user_data;
  static void call(cudaStream_t stream, cudaError_t status, void *self) {
    const callback made = *(callback *)self;
    delete (callback *)self;
    made.function(stream, (hipError_t)status, made.user_data);
  }
};
}  // namespace __chv_hip
inline hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t function, void *user_data, unsigned flags) {
  auto *const made = new __chv_hip::callback{function, user_data};
  const cudaError_t error = cudaStreamAddCallback(stream, __chv_hip::callback::call, made, flags);
  if (error != cudaSuccess) delete made;
  return (hipError_t)error;
}

__CHV_HIP(EventCreate, (hipEvent_t * event), (event))
// HIP's flags about fences say what is always so here.
__CHV_HIP(EventCreateWithFlags, (hipEvent_t * event, unsigned flags), (event, flags & 7))
__CHV_HIP(EventDestroy, (hipEvent_t event), (event))
__CHV_HIP(EventRecord, (hipEvent_t event, hipStream_t stream = 0), (event, stream))
__CHV_HIP(EventSynchronize, (hipEvent_t event), (event))
__CHV_HIP(EventQuery, (hipEvent_t event), (event))
__CHV_HIP(EventElapsedTime, (float *milliseconds, hipEvent_t start, hipEvent_t stop), (milliseconds, start, stop))

#define HIP_KERNEL_NAME(...) __VA_ARGS__
// `kernel` may be an instantiation in parentheses: `hipLaunchKernelGGL((scale<float>), grid, block, 0, 0, x, n)`.
#define hipLaunchKernelGGL(kernel, grid, block, shared_bytes, stream, ...) \
  ((kernel)<<<(grid), (block), (shared_bytes), (stream)>>>(__VA_ARGS__))

template <class F>
hipError_t hipLaunchKernel(F *kernel, dim3 grid, dim3 block, void **args, size_t shared_bytes = 0, hipStream_t stream = 0) {
  return (hipError_t)cudaLaunchKernel((const void *)kernel, grid, block, args, shared_bytes, stream);
}
template <class F>
hipError_t hipLaunchCooperativeKernel(F *kernel, dim3 grid, dim3 block, void **args, unsigned shared_bytes,
                                      hipStream_t stream) {
  return (hipError_t)cudaLaunchCooperativeKernel((const void *)kernel, grid, block, args, shared_bytes, stream);
}
template <class F> hipError_t hipFuncGetAttributes(hipFuncAttributes *attributes, F *kernel) {
  return (hipError_t)cudaFuncGetAttributes(attributes, (const void *)kernel);
}
template <class F> hipError_t hipFuncSetAttribute(F *kernel, hipFuncAttribute attribute, int value) {
  return (hipError_t)cudaFuncSetAttribute((const void *)kernel, attribute, value);
}
template <class F> hipError_t hipFuncSetCacheConfig(F *kernel, hipFuncCache_t config) {
  return (hipError_t)cudaFuncSetCacheConfig((const void *)kernel, config);
}
template <class F> hipError_t hipFuncSetSharedMemConfig(F *kernel, hipSharedMemConfig config) {
  return (hipError_t)cudaFuncSetSharedMemConfig((const void *)kernel, config);
}
template <class F>
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, F *kernel, int block_threads, size_t shared_bytes) {
  return (hipError_t)cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, block_threads, shared_bytes);
}
template <class F>
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, F *kernel, int block_threads, size_t shared_bytes,
                                                                 unsigned flags = hipOccupancyDefault) {
  return (hipError_t)cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)kernel, block_threads,
                                                                            shared_bytes, flags);
}
template <class F>
hipError_t hipOccupancyMaxPotentialBlockSize(int *grid, int *block, F kernel, size_t shared_bytes = 0, int limit = 0) {
  return (hipError_t)cudaOccupancyMaxPotentialBlockSize(grid, block, kernel, shared_bytes, limit);
}
template <class Shared, class F>
hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, F kernel, Shared shared_bytes, int limit = 0) {
  return (hipError_t)cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, kernel, shared_bytes, limit);
}
