// HIP's contexts: a context is a device's, nothing is kept apart between two of one device, and where a thread has none, its device's own serves.
#pragma once

#include "hip_device.h"

typedef struct CUctx_st *hipCtx_t; // CUDA's `CUcontext`

extern "C" {
// The contexts of the calling thread, the current one last.
cudaError_t __chv_context_create(hipCtx_t *__context, unsigned __flags, int __device);
cudaError_t __chv_context_destroy(hipCtx_t __context);
cudaError_t __chv_context_push(hipCtx_t __context);
cudaError_t __chv_context_pop(hipCtx_t *__context);
cudaError_t __chv_context_set(hipCtx_t __context);
cudaError_t __chv_context_current(hipCtx_t *__context);
cudaError_t __chv_context_flags(hipCtx_t __context, unsigned *__flags);
cudaError_t __chv_context_primary(hipCtx_t *__context, int __device);
}

#define __CHV_CONTEXT(name, parameters, call) \
  inline hipError_t name parameters { return (hipError_t)(call); }
__CHV_CONTEXT(hipCtxCreate, (hipCtx_t * __context, unsigned __flags, hipDevice_t __device), __chv_context_create(__context, __flags, __device))
__CHV_CONTEXT(hipCtxDestroy, (hipCtx_t __context), __chv_context_destroy(__context))
__CHV_CONTEXT(hipCtxPushCurrent, (hipCtx_t __context), __chv_context_push(__context))
__CHV_CONTEXT(hipCtxPopCurrent, (hipCtx_t * __context), __chv_context_pop(__context))
__CHV_CONTEXT(hipCtxSetCurrent, (hipCtx_t __context), __chv_context_set(__context))
__CHV_CONTEXT(hipCtxGetCurrent, (hipCtx_t * __context), __chv_context_current(__context))
__CHV_CONTEXT(hipCtxGetDevice, (hipDevice_t * __device), cudaGetDevice(__device))
__CHV_CONTEXT(hipCtxSynchronize, (), cudaDeviceSynchronize())
__CHV_CONTEXT(hipDevicePrimaryCtxRetain, (hipCtx_t * __context, hipDevice_t __device), __chv_context_primary(__context, __device))
// Of caches and of banks the device's configuration counts.
__CHV_CONTEXT(hipCtxGetCacheConfig, (hipFuncCache_t * __config), cudaDeviceGetCacheConfig(__config))
__CHV_CONTEXT(hipCtxSetCacheConfig, (hipFuncCache_t __config), cudaDeviceSetCacheConfig(__config))
__CHV_CONTEXT(hipCtxGetSharedMemConfig, (hipSharedMemConfig * __config), cudaDeviceGetSharedMemConfig(__config))
__CHV_CONTEXT(hipCtxSetSharedMemConfig, (hipSharedMemConfig __config), cudaDeviceSetSharedMemConfig(__config))
#undef __CHV_CONTEXT
inline hipError_t hipCtxGetFlags(unsigned *__flags) {
  hipCtx_t __context;
  if (!__flags) return hipErrorInvalidValue;
  const cudaError_t __error = __chv_context_current(&__context);
  return (hipError_t)(__error ? __error : __chv_context_flags(__context, __flags));
}
inline hipError_t hipCtxGetApiVersion(hipCtx_t __context, unsigned *__version) {
  unsigned __flags;
  if (!__version) return hipErrorInvalidValue;
  if (__context)
    if (const cudaError_t __error = __chv_context_flags(__context, &__flags)) return (hipError_t)__error;
  *__version = HIP_VERSION_MAJOR;
  return hipSuccess;
}

// A device's own context is there for as long as the process.
inline hipError_t hipDevicePrimaryCtxRelease(hipDevice_t __device) {
  hipCtx_t __context;
  return (hipError_t)__chv_context_primary(&__context, __device);
}
inline hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t __device, unsigned) { return hipDevicePrimaryCtxRelease(__device); }
inline hipError_t hipDevicePrimaryCtxGetState(hipDevice_t __device, unsigned *__flags, int *__active) {
  if (!__flags || !__active) return hipErrorInvalidValue;
  *__flags = 0, *__active = 1;
  return hipDevicePrimaryCtxRelease(__device);
}
inline hipError_t hipDevicePrimaryCtxReset(hipDevice_t __device) {
  int __before = 0;
  if (const cudaError_t __error = cudaGetDevice(&__before)) return (hipError_t)__error;
  if (const cudaError_t __error = cudaSetDevice(__device)) return (hipError_t)__error;
  const cudaError_t __reset = cudaDeviceReset(), __back = cudaSetDevice(__before);
  return (hipError_t)(__reset ? __reset : __back);
}

namespace __chv_hip {
inline hipError_t device_of(hipCtx_t __context, int *__device) {
  if (const cudaError_t __error = __chv_context_push(__context)) return (hipError_t)__error;
  const cudaError_t __error = cudaGetDevice(__device);
  return (hipError_t)(__error ? __error : __chv_context_pop(&__context));
}
}  // namespace __chv_hip
inline hipError_t hipCtxEnablePeerAccess(hipCtx_t __peer, unsigned __flags) {
  int __device;
  const hipError_t __error = __chv_hip::device_of(__peer, &__device);
  return __error != hipSuccess ? __error : hipDeviceEnablePeerAccess(__device, __flags);
}
inline hipError_t hipCtxDisablePeerAccess(hipCtx_t __peer) {
  int __device;
  const hipError_t __error = __chv_hip::device_of(__peer, &__device);
  return __error != hipSuccess ? __error : hipDeviceDisablePeerAccess(__device);
}
