// HIP's launch in steps, as compilers once made it: the configuration, then each argument, then the kernel by its address.
#pragma once

#include "hip_streams.h"

namespace __chv_hip {
struct configuration {
  dim3 __grid, __block;
  size_t shared_bytes;
  hipStream_t stream;
  alignas(16) char arguments[4096];
};
// A thread's configurations that no launch has taken yet, the newest last.
struct configurations {
  static constexpr int __limit = 16;
  int count;
  configuration waiting[__limit];
};
inline configurations &configured() {
  static thread_local configurations __of_thread;
  return __of_thread;
}
}  // namespace __chv_hip

inline hipError_t __hipPushCallConfiguration(dim3 __grid, dim3 __block_, size_t __shared_bytes, hipStream_t __stream) {
  __chv_hip::configurations &__all = __chv_hip::configured();
  if (__all.count == __all.__limit) return hipErrorOutOfMemory;
  __chv_hip::configuration &__next = __all.waiting[__all.count++];
  __next.__grid = __grid, __next.__block = __block_, __next.shared_bytes = __shared_bytes, __next.stream = __stream;
  return hipSuccess;
}
inline hipError_t __hipPopCallConfiguration(dim3 *__grid, dim3 *__block_, size_t *__shared_bytes, hipStream_t *__stream) {
  __chv_hip::configurations &__all = __chv_hip::configured();
  if (!__grid || !__block_ || !__shared_bytes || !__stream) return hipErrorInvalidValue;
  if (__all.count == 0) return hipErrorMissingConfiguration;
  const __chv_hip::configuration &__newest = __all.waiting[--__all.count];
  *__grid = __newest.__grid, *__block_ = __newest.__block, *__shared_bytes = __newest.shared_bytes, *__stream = __newest.stream;
  return hipSuccess;
}
inline hipError_t hipConfigureCall(dim3 __grid, dim3 __block_, size_t __shared_bytes = 0, hipStream_t __stream = 0) {
  return __hipPushCallConfiguration(__grid, __block_, __shared_bytes, __stream);
}
inline hipError_t hipSetupArgument(const void *__argument, size_t __bytes, size_t __offset) {
  __chv_hip::configurations &__all = __chv_hip::configured();
  if (__all.count == 0) return hipErrorMissingConfiguration;
  __chv_hip::configuration &__newest = __all.waiting[__all.count - 1];
  const bool __fits = __offset <= sizeof __newest.arguments && __bytes <= sizeof __newest.arguments - __offset;
  if (!__argument || !__fits) return hipErrorInvalidValue;
  __builtin_memcpy(__newest.arguments + __offset, __argument, __bytes);
  return hipSuccess;
}
inline hipError_t hipLaunchByPtr(const void *__kernel_) {
  __chv_hip::configurations &__all = __chv_hip::configured();
  if (__all.count == 0) return hipErrorMissingConfiguration;
  __chv_hip::configuration &__newest = __all.waiting[--__all.count];
  const char *__name;
  if (!__kernel_ || cudaFuncGetName(&__name, __kernel_) != cudaSuccess) {
    cudaGetLastError();
    return hipErrorInvalidDeviceFunction;
  }
  size_t __bytes = sizeof __newest.arguments;
  void *__extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, __newest.arguments, HIP_LAUNCH_PARAM_BUFFER_SIZE, &__bytes, HIP_LAUNCH_PARAM_END};
  const dim3 &__g = __newest.__grid, &__b = __newest.__block;
  return hipModuleLaunchKernel((hipFunction_t)__kernel_, __g.x, __g.y, __g.z, __b.x, __b.y, __b.z, (unsigned)__newest.shared_bytes,
                               __newest.stream, nullptr, __extra);
}
template <class __F> hipError_t hipLaunchByPtr(__F *__kernel_) { return hipLaunchByPtr((const void *)__kernel_); }
