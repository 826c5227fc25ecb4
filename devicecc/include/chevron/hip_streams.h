// Streams, events, launches, function attributes and occupancy under HIP's names.
#pragma once

#include "stream_values.h"

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
__CHV_HIP(StreamGetId, (hipStream_t __stream, unsigned long long *__id), (__stream, __id))
__CHV_HIP(EventRecordWithFlags, (hipEvent_t __event, hipStream_t __stream = 0, unsigned __flags = 0), (__event, __stream, __flags))
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
  if (!__function || __flags != 0) return hipErrorInvalidValue;
  auto *const __made = new __chv_hip::callback{__function, __user_data};
  const cudaError_t __error = cudaStreamAddCallback(__stream, __chv_hip::callback::call, __made, __flags);
  if (__error != cudaSuccess) delete __made;
  return (hipError_t)__error;
}

__CHV_HIP(EventCreate, (hipEvent_t * __event), (__event))
// HIP's flags about fences say what is always so here; two of them contradict each other.
inline hipError_t hipEventCreateWithFlags(hipEvent_t *__event, unsigned __flags) {
  const unsigned __released = hipEventReleaseToDevice | hipEventReleaseToSystem;
  if ((__flags & __released) == __released) return hipErrorInvalidValue;
  return (hipError_t)cudaEventCreateWithFlags(__event, __flags & ~(hipEventDisableSystemFence | __released));
}
__CHV_HIP(EventDestroy, (hipEvent_t __event), (__event))
__CHV_HIP(EventRecord, (hipEvent_t __event, hipStream_t __stream = 0), (__event, __stream))
__CHV_HIP(EventSynchronize, (hipEvent_t __event), (__event))
__CHV_HIP(EventQuery, (hipEvent_t __event), (__event))
__CHV_HIP(EventElapsedTime, (float *__milliseconds, hipEvent_t __start, hipEvent_t __stop), (__milliseconds, __start, __stop))

#define HIP_KERNEL_NAME(...) __VA_ARGS__
// With HIP_TEMPLATE_KERNEL_LAUNCH a function template, so that `fill<int, 7>` needs no parentheses.
#ifdef HIP_TEMPLATE_KERNEL_LAUNCH
template <class... __Arguments, class __F = void (*)(__Arguments...)>
inline void hipLaunchKernelGGL(__F __kernel_, const dim3 &__grid, const dim3 &__block_, unsigned __shared_bytes, hipStream_t __stream,
                               __Arguments... __arguments) {
  __kernel_<<<__grid, __block_, __shared_bytes, __stream>>>(__arguments...);
}
#else
// `kernel` may be an instantiation in parentheses: `hipLaunchKernelGGL((scale<float>), grid, block, 0, 0, x, n)`.
#define hipLaunchKernelGGL(kernel, grid, block, shared_bytes, stream, ...) \
  ((kernel)<<<(grid), (block), (shared_bytes), (stream)>>>(__VA_ARGS__))
#endif

// Each takes any address, so that its own address can be taken and null be passed; the template is for kernels by name.
__CHV_HIP(LaunchKernel,
          (const void *__kernel_, dim3 __grid, dim3 __block_, void **__args, size_t __shared_bytes = 0, hipStream_t __stream = 0),
          (__kernel_, __grid, __block_, __args, __shared_bytes, __stream))
template <class __F>
hipError_t hipLaunchKernel(__F *__kernel_, dim3 __grid, dim3 __block_, void **__args, size_t __shared_bytes = 0, hipStream_t __stream = 0) {
  return hipLaunchKernel((const void *)__kernel_, __grid, __block_, __args, __shared_bytes, __stream);
}
__CHV_HIP(LaunchCooperativeKernel,
          (const void *__kernel_, dim3 __grid, dim3 __block_, void **__args, unsigned __shared_bytes, hipStream_t __stream),
          (__kernel_, __grid, __block_, __args, __shared_bytes, __stream))
template <class __F>
hipError_t hipLaunchCooperativeKernel(__F *__kernel_, dim3 __grid, dim3 __block_, void **__args, unsigned __shared_bytes,
                                      hipStream_t __stream) {
  return hipLaunchCooperativeKernel((const void *)__kernel_, __grid, __block_, __args, __shared_bytes, __stream);
}
__CHV_HIP(FuncGetAttributes, (hipFuncAttributes * __attributes, const void *__kernel_), (__attributes, __kernel_))
template <class __F> hipError_t hipFuncGetAttributes(hipFuncAttributes *__attributes, __F *__kernel_) {
  return hipFuncGetAttributes(__attributes, (const void *)__kernel_);
}
__CHV_HIP(FuncSetAttribute, (const void *__kernel_, hipFuncAttribute __attr, int __value), (__kernel_, __attr, __value))
template <class __F> hipError_t hipFuncSetAttribute(__F *__kernel_, hipFuncAttribute __attr, int __value) {
  return hipFuncSetAttribute((const void *)__kernel_, __attr, __value);
}
__CHV_HIP(FuncSetCacheConfig, (const void *__kernel_, hipFuncCache_t __config), (__kernel_, __config))
template <class __F> hipError_t hipFuncSetCacheConfig(__F *__kernel_, hipFuncCache_t __config) {
  return hipFuncSetCacheConfig((const void *)__kernel_, __config);
}
__CHV_HIP(FuncSetSharedMemConfig, (const void *__kernel_, hipSharedMemConfig __config), (__kernel_, __config))
template <class __F> hipError_t hipFuncSetSharedMemConfig(__F *__kernel_, hipSharedMemConfig __config) {
  return hipFuncSetSharedMemConfig((const void *)__kernel_, __config);
}
__CHV_HIP(OccupancyMaxActiveBlocksPerMultiprocessor,
          (int *__blocks, const void *__kernel_, int __block_threads, size_t __shared_bytes),
          (__blocks, __kernel_, __block_threads, __shared_bytes))
__CHV_HIP(OccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
          (int *__blocks, const void *__kernel_, int __block_threads, size_t __shared_bytes, unsigned __flags = hipOccupancyDefault),
          (__blocks, __kernel_, __block_threads, __shared_bytes, __flags))

// AMD's launches with events: `start` is recorded before the kernel and `stop` after it, unless null. `flags` are about the order
// of kernels within a stream, which is always kept here.
inline hipError_t hipExtLaunchKernel(const void *__kernel_, dim3 __grid, dim3 __block_, void **__args, size_t __shared_bytes,
                                     hipStream_t __stream, hipEvent_t __start, hipEvent_t __stop, int) {
  cudaError_t __error = __start ? cudaEventRecord(__start, __stream) : cudaSuccess;
  if (__error == cudaSuccess) __error = cudaLaunchKernel(__kernel_, __grid, __block_, __args, __shared_bytes, __stream);
  if (__error == cudaSuccess && __stop) __error = cudaEventRecord(__stop, __stream);
  return (hipError_t)__error;
}
template <class... __Parameters, class... __Arguments>
inline void hipExtLaunchKernelGGL(void (*__kernel_)(__Parameters...), const dim3 &__grid, const dim3 &__block_, unsigned __shared_bytes,
                                  hipStream_t __stream, hipEvent_t __start, hipEvent_t __stop, unsigned __flags,
                                  __Arguments... __arguments) {
  [&](__Parameters... __converted) {
    void *__addresses[] = {(void *)&__converted..., nullptr};
    hipExtLaunchKernel((const void *)__kernel_, __grid, __block_, __addresses, __shared_bytes, __stream, __start, __stop, (int)__flags);
  }(__arguments...);
}

// Kernels of the session by the module interface's handle: it is the kernel's address.
inline hipError_t hipGetFuncBySymbol(hipFunction_t *__function, const void *__kernel_) {
  if (!__function) return hipErrorInvalidValue;
  const char *__name;
  const cudaError_t __error = cudaFuncGetName(&__name, __kernel_);
  if (__error == cudaSuccess) *__function = (hipFunction_t)__kernel_;
  return (hipError_t)__error;
}
// Parameters come as addresses, or packed into one buffer that `extra` tells of.
inline hipError_t hipModuleLaunchKernel(hipFunction_t __function, unsigned __grid_x, unsigned __grid_y, unsigned __grid_z,
                                        unsigned __block_x, unsigned __block_y, unsigned __block_z, unsigned __shared_bytes,
                                        hipStream_t __stream, void **__parameters, void **__extra) {
  const char *__name;
  if (!__function || cudaFuncGetName(&__name, (const void *)__function) != cudaSuccess) {
    cudaGetLastError();
    return hipErrorInvalidHandle;
  }
  if (__parameters && __extra) return hipErrorInvalidValue;
  void *__addresses[256];
  if (__extra) {
    char *__buffer = nullptr;
    for (; *__extra != HIP_LAUNCH_PARAM_END; __extra += 2) {
      if (*__extra == HIP_LAUNCH_PARAM_BUFFER_POINTER) __buffer = (char *)__extra[1];
      else if (*__extra != HIP_LAUNCH_PARAM_BUFFER_SIZE) return hipErrorInvalidValue;
    }
    if (!__buffer) return hipErrorInvalidValue;
    size_t __count = 0, __offset = 0;
    while (__count < 256 && cudaFuncGetParamInfo((const void *)__function, __count, &__offset, nullptr) == cudaSuccess)
      __addresses[__count++] = __buffer + __offset;
    cudaGetLastError();  // that of the search's end
    __parameters = __addresses;
  }
  return hipLaunchKernel((const void *)__function, dim3(__grid_x, __grid_y, __grid_z), dim3(__block_x, __block_y, __block_z), __parameters,
                         __shared_bytes, __stream);
}
// The kernel by value, as in HIP: programs name its type, and it may be an address without one.
template <class __F>
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *__blocks, __F __kernel_, int __block_threads, size_t __shared_bytes) {
  return (hipError_t)cudaOccupancyMaxActiveBlocksPerMultiprocessor(__blocks, (const void *)__kernel_, __block_threads, __shared_bytes);
}
template <class __F>
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *__blocks, __F __kernel_, int __block_threads, size_t __shared_bytes,
                                                                 unsigned __flags = hipOccupancyDefault) {
  return (hipError_t)cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(__blocks, (const void *)__kernel_, __block_threads,
                                                                            __shared_bytes, __flags);
}
template <class __F>
hipError_t hipOccupancyMaxPotentialBlockSize(int *__grid, int *__block_, __F __kernel_, size_t __shared_bytes = 0, int __limit = 0) {
  return (hipError_t)cudaOccupancyMaxPotentialBlockSize(__grid, __block_, __kernel_, __shared_bytes, __limit);
}
template <class __F>
hipError_t hipOccupancyMaxPotentialBlockSizeWithFlags(int *__grid, int *__block_, __F __kernel_, size_t __shared_bytes = 0, int __limit = 0,
                                                      unsigned __flags = hipOccupancyDefault) {
  return (hipError_t)cudaOccupancyMaxPotentialBlockSizeWithFlags(__grid, __block_, __kernel_, __shared_bytes, __limit, __flags);
}
template <class __Shared, class __F>
hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMem(int *__grid, int *__block_, __F __kernel_, __Shared __shared_bytes, int __limit = 0) {
  return (hipError_t)cudaOccupancyMaxPotentialBlockSizeVariableSMem(__grid, __block_, __kernel_, __shared_bytes, __limit);
}
template <class __Shared, class __F>
hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *__grid, int *__block_, __F __kernel_, __Shared __shared_bytes,
                                                                  int __limit = 0, unsigned __flags = hipOccupancyDefault) {
  return (hipError_t)cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(__grid, __block_, __kernel_, __shared_bytes, __limit, __flags);
}

// What profilers ask: -1 and null for what is not there.
inline int hipGetStreamDeviceId(hipStream_t __stream) {
  hipDevice_t __device;
  return hipStreamGetDevice(__stream, &__device) == hipSuccess ? __device : -1;
}
inline const char *hipKernelNameRefByPtr(const void *__kernel_, hipStream_t) {
  const char *__name = nullptr;
  if (!__kernel_ || cudaFuncGetName(&__name, __kernel_) == cudaSuccess) return __name;
  cudaGetLastError();
  return nullptr;
}
inline const char *hipKernelNameRef(hipFunction_t __function) { return hipKernelNameRefByPtr((const void *)__function, nullptr); }

// The mask says which bits of the word count. Write flags are to be 0.
inline hipError_t hipStreamWaitValue32(hipStream_t __stream, void *__word, uint32_t __value, unsigned __flags, uint32_t __mask = 0xFFFFFFFF) {
  return (hipError_t)__chv_stream_wait_value(__stream, __word, __value, __mask, 0, __flags);
}
inline hipError_t hipStreamWaitValue64(hipStream_t __stream, void *__word, uint64_t __value, unsigned __flags, uint64_t __mask = 0xFFFFFFFFFFFFFFFF) {
  return (hipError_t)__chv_stream_wait_value(__stream, __word, __value, __mask, 1, __flags);
}
inline hipError_t hipStreamWriteValue32(hipStream_t __stream, void *__word, uint32_t __value, unsigned __flags) {
  return __flags ? hipErrorInvalidValue : (hipError_t)__chv_stream_write_value(__stream, __word, __value, 0, 0);
}
inline hipError_t hipStreamWriteValue64(hipStream_t __stream, void *__word, uint64_t __value, unsigned __flags) {
  return __flags ? hipErrorInvalidValue : (hipError_t)__chv_stream_write_value(__stream, __word, __value, 1, 0);
}

// Several such waits and writes, one after another in the stream.
typedef enum hipStreamBatchMemOpType {
  hipStreamMemOpWaitValue32 = 0x1, hipStreamMemOpWriteValue32 = 0x2, hipStreamMemOpFlushRemoteWrites = 0x3, hipStreamMemOpWaitValue64 = 0x4,
  hipStreamMemOpWriteValue64 = 0x5, hipStreamMemOpBarrier = 0x6
} hipStreamBatchMemOpType;
typedef union hipStreamBatchMemOpParams_union {
  hipStreamBatchMemOpType operation;
  struct hipStreamMemOpWaitValueParams_t {
    hipStreamBatchMemOpType operation;
    hipDeviceptr_t address;
    union {
      uint32_t value;
      uint64_t value64;
    };
    unsigned flags;
    hipDeviceptr_t alias;
  } waitValue;
  struct hipStreamMemOpWriteValueParams_t {
    hipStreamBatchMemOpType operation;
    hipDeviceptr_t address;
    union {
      uint32_t value;
      uint64_t value64;
    };
    unsigned flags;
    hipDeviceptr_t alias;
  } writeValue;
  struct hipStreamMemOpFlushRemoteWritesParams_t {
    hipStreamBatchMemOpType operation;
    unsigned flags;
  } flushRemoteWrites;
  struct hipStreamMemOpMemoryBarrierParams_t {
    hipStreamBatchMemOpType operation;
    unsigned flags;
  } memoryBarrier;
  uint64_t pad[6];
} hipStreamBatchMemOpParams;
inline hipError_t hipStreamBatchMemOp(hipStream_t __stream, unsigned __count, hipStreamBatchMemOpParams *__list, unsigned __flags) {
  if (__count > 256 || !__count || !__list || __flags) return hipErrorInvalidValue;
  for (unsigned __i = 0; __i < __count; ++__i) {
    const auto &__wait = __list[__i].waitValue;
    const auto &__write = __list[__i].writeValue;
    hipError_t __error = hipSuccess;
    switch (__list[__i].operation) {
      case hipStreamMemOpWaitValue32: __error = hipStreamWaitValue32(__stream, (void *)__wait.address, __wait.value, __wait.flags); break;
      case hipStreamMemOpWaitValue64: __error = hipStreamWaitValue64(__stream, (void *)__wait.address, __wait.value64, __wait.flags); break;
      case hipStreamMemOpWriteValue32: __error = hipStreamWriteValue32(__stream, (void *)__write.address, __write.value, __write.flags); break;
      case hipStreamMemOpWriteValue64: __error = hipStreamWriteValue64(__stream, (void *)__write.address, __write.value64, __write.flags); break;
      case hipStreamMemOpBarrier:
      case hipStreamMemOpFlushRemoteWrites: return hipErrorNotSupported;
      default: return hipErrorInvalidValue;
    }
    if (__error != hipSuccess) return __error;
  }
  return hipSuccess;
}
