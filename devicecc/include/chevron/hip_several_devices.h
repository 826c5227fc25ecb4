// Launches of one kernel on several devices at once. Blocks of different devices cannot wait for each other: `this_multi_grid` is refused.
#pragma once

#include "hip_launches.h"

typedef struct hipLaunchParams_t {
  void *func;
  dim3 gridDim, blockDim;
  void **args;
  size_t sharedMem;
  hipStream_t stream;
} hipLaunchParams;
typedef struct hipFunctionLaunchParams_t {
  hipFunction_t function;
  unsigned gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
  hipStream_t hStream;
  void **kernelParams;
} hipFunctionLaunchParams;

namespace __chv_hip {
inline hipStream_t stream_of(const hipLaunchParams &__it) { return __it.stream; }
inline hipStream_t stream_of(const hipFunctionLaunchParams &__it) { return __it.hStream; }
inline hipError_t wait_for_all(const hipStream_t *__streams, int __count) {
  for (int __i = 0; __i < __count; ++__i)
    if (const hipError_t __error = hipStreamSynchronize(__streams[__i]); __error != hipSuccess) return __error;
  return hipSuccess;
}
// Each of the list on the device of its stream. Unless the flags say otherwise, no kernel begins before all streams have come so far,
// and nothing that follows in one of them before all kernels have ended.
template <class __Launch, class __One> hipError_t on_each(__Launch *__list, int __count, unsigned __flags, __One __one) {
  int __devices = 0, __before = 0;
  hipError_t __error = hipGetDeviceCount(&__devices);
  if (__error == hipSuccess) __error = hipGetDevice(&__before);
  if (__error != hipSuccess) return __error;
  if (!__list || __count <= 0 || __count > __devices || __count > 64 || __flags > 3) return hipErrorInvalidValue;
  hipStream_t __streams[64];
  for (int __i = 0; __i < __count; ++__i) {
    if (!(__streams[__i] = stream_of(__list[__i]))) return hipErrorInvalidResourceHandle;
    for (int __j = 0; __j < __i; ++__j)
      if (hipGetStreamDeviceId(__streams[__j]) == hipGetStreamDeviceId(__streams[__i])) return hipErrorInvalidDevice;
  }
  if (!(__flags & hipCooperativeLaunchMultiDeviceNoPreSync)) __error = wait_for_all(__streams, __count);
  for (int __i = 0; __i < __count && __error == hipSuccess; ++__i) {
    __error = hipSetDevice(hipGetStreamDeviceId(__streams[__i]));
    if (__error == hipSuccess) __error = __one(__list[__i]);
  }
  if (__error == hipSuccess && !(__flags & hipCooperativeLaunchMultiDeviceNoPostSync)) __error = wait_for_all(__streams, __count);
  const hipError_t __back = hipSetDevice(__before);
  return __error != hipSuccess ? __error : __back;
}
}  // namespace __chv_hip

inline hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams *__list, int __count, unsigned __flags = 0) {
  return __chv_hip::on_each(__list, __count, __flags, [](hipLaunchParams &__it) {
    return hipLaunchCooperativeKernel((const void *)__it.func, __it.gridDim, __it.blockDim, __it.args, (unsigned)__it.sharedMem, __it.stream);
  });
}
inline hipError_t hipExtLaunchMultiKernelMultiDevice(hipLaunchParams *__list, int __count, unsigned __flags = 0) {
  return __chv_hip::on_each(__list, __count, __flags, [](hipLaunchParams &__it) {
    return hipLaunchKernel((const void *)__it.func, __it.gridDim, __it.blockDim, __it.args, __it.sharedMem, __it.stream);
  });
}
inline hipError_t hipModuleLaunchCooperativeKernelMultiDevice(hipFunctionLaunchParams *__list, unsigned __count, unsigned __flags) {
  return __chv_hip::on_each(__list, (int)__count, __flags, [](hipFunctionLaunchParams &__it) {
    return hipModuleLaunchCooperativeKernel(__it.function, __it.gridDimX, __it.gridDimY, __it.gridDimZ, __it.blockDimX, __it.blockDimY, __it.blockDimZ,
                                            __it.sharedMemBytes, __it.hStream, __it.kernelParams);
  });
}
