// Driver API: devices, contexts and errors, over the runtime API's functions. The error numbers of both are the same.
//
// A context is a device's; nothing is kept apart between two contexts of one device. Where a thread has none, its device's own serves, as in the runtime API.
#pragma once

#include "runtime_headers.h"

extern "C" {
// The contexts of the calling thread, the current one last.
cudaError_t __chv_context_create(CUcontext *__context, unsigned __flags, int __device);
cudaError_t __chv_context_destroy(CUcontext __context);
cudaError_t __chv_context_push(CUcontext __context);
cudaError_t __chv_context_pop(CUcontext *__context);
cudaError_t __chv_context_set(CUcontext __context);
cudaError_t __chv_context_current(CUcontext *__context);
cudaError_t __chv_context_flags(CUcontext __context, unsigned *__flags);
cudaError_t __chv_context_primary(CUcontext *__context, int __device);
}

#define __CHV_CU(name, parameters, call) \
  inline CUresult name parameters { return (CUresult)(call); }

inline CUresult cuInit(unsigned __flags) {
  int __count = 0;
  return __flags ? CUDA_ERROR_INVALID_VALUE : (CUresult)cudaGetDeviceCount(&__count);
}
__CHV_CU(cuDriverGetVersion, (int *__version), cudaDriverGetVersion(__version))

// Names are the driver's where the runtime's differ only in their beginning.
inline CUresult cuGetErrorString(CUresult __error, const char **__text) {
  if (!__text) return CUDA_ERROR_INVALID_VALUE;
  *__text = cudaGetErrorString((cudaError_t)__error);
  const bool __unknown = *__text == cudaGetErrorString((cudaError_t)~0u);
  if (__unknown) *__text = nullptr;
  return __unknown ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
inline CUresult cuGetErrorName(CUresult __error, const char **__name) {
  if (!__name) return CUDA_ERROR_INVALID_VALUE;
  switch (__error) {
#define __CHV_NAMED(name) case name: *__name = #name; return CUDA_SUCCESS;
    __CHV_EACH_DRIVER_ERROR(__CHV_NAMED)
#undef __CHV_NAMED
    default: *__name = nullptr; return CUDA_ERROR_INVALID_VALUE;
  }
}

__CHV_CU(cuDeviceGetCount, (int *__count), cudaGetDeviceCount(__count))
inline CUresult cuDeviceGet(CUdevice *__device, int __number) {
  int __count = 0;
  if (cudaError_t __error = cudaGetDeviceCount(&__count)) return (CUresult)__error;
  if (!__device) return CUDA_ERROR_INVALID_VALUE;
  if (__number < 0 || __number >= __count) return CUDA_ERROR_INVALID_DEVICE;
  *__device = __number;
  return CUDA_SUCCESS;
}
inline CUresult cuDeviceGetName(char *__name, int __bytes, CUdevice __device) {
  if (!__name || __bytes <= 0) return CUDA_ERROR_INVALID_VALUE;
  cudaDeviceProp __properties;
  if (cudaError_t __error = cudaGetDeviceProperties(&__properties, __device)) return (CUresult)__error;
  int __i = 0;
  for (; __i + 1 < __bytes && __properties.name[__i]; ++__i) __name[__i] = __properties.name[__i];
  __name[__i] = 0;
  return CUDA_SUCCESS;
}
__CHV_CU(cuDeviceGetAttribute, (int *__value, CUdevice_attribute __which, CUdevice __device),
         cudaDeviceGetAttribute(__value, (cudaDeviceAttr)__which, __device))
inline CUresult cuDeviceTotalMem(size_t *__bytes, CUdevice __device) {
  cudaDeviceProp __properties;
  if (!__bytes) return CUDA_ERROR_INVALID_VALUE;
  if (cudaError_t __error = cudaGetDeviceProperties(&__properties, __device)) return (CUresult)__error;
  *__bytes = __properties.totalGlobalMem;
  return CUDA_SUCCESS;
}
inline CUresult cuDeviceGetUuid(CUuuid *__uuid, CUdevice __device) {
  cudaDeviceProp __properties;
  if (!__uuid) return CUDA_ERROR_INVALID_VALUE;
  if (cudaError_t __error = cudaGetDeviceProperties(&__properties, __device)) return (CUresult)__error;
  *__uuid = __properties.uuid;
  return CUDA_SUCCESS;
}
inline CUresult cuDeviceComputeCapability(int *__major, int *__minor, CUdevice __device) {
  if (!__major || !__minor) return CUDA_ERROR_INVALID_VALUE;
  const cudaError_t __error = cudaDeviceGetAttribute(__major, cudaDevAttrComputeCapabilityMajor, __device);
  return (CUresult)(__error ? __error : cudaDeviceGetAttribute(__minor, cudaDevAttrComputeCapabilityMinor, __device));
}
__CHV_CU(cuDeviceGetPCIBusId, (char *__id, int __bytes, CUdevice __device), cudaDeviceGetPCIBusId(__id, __bytes, __device))
__CHV_CU(cuDeviceGetByPCIBusId, (CUdevice * __device, const char *__id), cudaDeviceGetByPCIBusId(__device, __id))
__CHV_CU(cuDeviceCanAccessPeer, (int *__can, CUdevice __device, CUdevice __peer), cudaDeviceCanAccessPeer(__can, __device, __peer))
__CHV_CU(cuDeviceGetP2PAttribute, (int *__value, CUdevice_P2PAttribute __which, CUdevice __from, CUdevice __to),
         cudaDeviceGetP2PAttribute(__value, (cudaDeviceP2PAttr)__which, __from, __to))
__CHV_CU(cuDeviceGetDefaultMemPool, (CUmemoryPool * __pool, CUdevice __device), cudaDeviceGetDefaultMemPool(__pool, __device))
__CHV_CU(cuDeviceGetMemPool, (CUmemoryPool * __pool, CUdevice __device), cudaDeviceGetMemPool(__pool, __device))
__CHV_CU(cuDeviceSetMemPool, (CUdevice __device, CUmemoryPool __pool), cudaDeviceSetMemPool(__device, __pool))

__CHV_CU(cuDevicePrimaryCtxRetain, (CUcontext * __context, CUdevice __device), __chv_context_primary(__context, __device))
inline CUresult cuDevicePrimaryCtxRelease(CUdevice __device) {
  CUcontext __context;
  return (CUresult)__chv_context_primary(&__context, __device);
}
inline CUresult cuDevicePrimaryCtxSetFlags(CUdevice __device, unsigned) { return cuDevicePrimaryCtxRelease(__device); }
inline CUresult cuDevicePrimaryCtxGetState(CUdevice __device, unsigned *__flags, int *__active) {
  if (!__flags || !__active) return CUDA_ERROR_INVALID_VALUE;
  *__flags = 0, *__active = 1;
  return cuDevicePrimaryCtxRelease(__device);
}

__CHV_CU(cuCtxCreate, (CUcontext * __context, unsigned __flags, CUdevice __device), __chv_context_create(__context, __flags, __device))
// CUDA 13's form. What its parameters ask for (a share of the processors, graphics) is not there.
inline CUresult cuCtxCreate(CUcontext *__context, CUctxCreateParams *__parameters, unsigned __flags, CUdevice __device) {
  if (__parameters && __parameters->numExecAffinityParams)
    return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
  const bool __asks = __parameters && __parameters->cigParams;
  return __asks ? CUDA_ERROR_NOT_SUPPORTED : cuCtxCreate(__context, __flags, __device);
}
__CHV_CU(cuCtxDestroy, (CUcontext __context), __chv_context_destroy(__context))
__CHV_CU(cuCtxPushCurrent, (CUcontext __context), __chv_context_push(__context))
__CHV_CU(cuCtxPopCurrent, (CUcontext * __context), __chv_context_pop(__context))
__CHV_CU(cuCtxSetCurrent, (CUcontext __context), __chv_context_set(__context))
__CHV_CU(cuCtxGetCurrent, (CUcontext * __context), __chv_context_current(__context))
__CHV_CU(cuCtxGetDevice, (CUdevice * __device), cudaGetDevice(__device))
__CHV_CU(cuCtxSynchronize, (), cudaDeviceSynchronize())
inline CUresult cuCtxGetFlags(unsigned *__flags) {
  CUcontext __context;
  if (cudaError_t __error = __chv_context_current(&__context)) return (CUresult)__error;
  return (CUresult)__chv_context_flags(__context, __flags);
}
inline CUresult cuCtxGetApiVersion(CUcontext __context, unsigned *__version) {
  unsigned __flags;
  if (!__version) return CUDA_ERROR_INVALID_VALUE;
  *__version = 3020;
  return __context ? (CUresult)__chv_context_flags(__context, &__flags) : CUDA_SUCCESS;
}
__CHV_CU(cuCtxGetLimit, (size_t * __value, CUlimit __limit), cudaDeviceGetLimit(__value, (cudaLimit)__limit))
__CHV_CU(cuCtxSetLimit, (CUlimit __limit, size_t __value), cudaDeviceSetLimit((cudaLimit)__limit, __value))
__CHV_CU(cuCtxGetCacheConfig, (CUfunc_cache * __config), cudaDeviceGetCacheConfig((cudaFuncCache *)__config))
__CHV_CU(cuCtxSetCacheConfig, (CUfunc_cache __config), cudaDeviceSetCacheConfig((cudaFuncCache)__config))
__CHV_CU(cuCtxGetStreamPriorityRange, (int *__least, int *__greatest), cudaDeviceGetStreamPriorityRange(__least, __greatest))
__CHV_CU(cuProfilerStart, (), cudaProfilerStart())
__CHV_CU(cuProfilerStop, (), cudaProfilerStop())
__CHV_CU(cuCtxResetPersistingL2Cache, (), cudaCtxResetPersistingL2Cache())
__CHV_CU(cuCtxSetFlags, (unsigned __flags), cudaSetDeviceFlags(__flags))
// A context's number is its handle's, which none gets again.
inline CUresult cuCtxGetId(CUcontext __context, unsigned long long *__id) {
  unsigned __flags;
  if (!__id) return CUDA_ERROR_INVALID_VALUE;
  if (!__context)
    if (const cudaError_t __error = __chv_context_current(&__context)) return (CUresult)__error;
  if (const cudaError_t __error = __chv_context_flags(__context, &__flags)) return (CUresult)__error;
  *__id = (unsigned long long)__context;
  return CUDA_SUCCESS;
}
inline CUresult __chv_device_of(CUcontext __context, int *__device) {
  if (const cudaError_t __error = __chv_context_push(__context)) return (CUresult)__error;
  const cudaError_t __error = cudaGetDevice(__device);
  return (CUresult)(__error ? __error : __chv_context_pop(&__context));
}
inline CUresult cuCtxEnablePeerAccess(CUcontext __peer, unsigned __flags) {
  int __device;
  const CUresult __error = __chv_device_of(__peer, &__device);
  return __error ? __error : (CUresult)cudaDeviceEnablePeerAccess(__device, __flags);
}
inline CUresult cuCtxDisablePeerAccess(CUcontext __peer) {
  int __device;
  const CUresult __error = __chv_device_of(__peer, &__device);
  return __error ? __error : (CUresult)cudaDeviceDisablePeerAccess(__device);
}
// Contexts with a share of the processors are not there, and say so.
inline CUresult cuDeviceGetExecAffinitySupport(int *__supported, CUexecAffinityType __type, CUdevice __device) {
  int __count = 0;
  if (const cudaError_t __error = cudaGetDeviceCount(&__count)) return (CUresult)__error;
  if (__device < 0 || __device >= __count) return CUDA_ERROR_INVALID_DEVICE;
  if (!__supported || __type != CU_EXEC_AFFINITY_TYPE_SM_COUNT) return CUDA_ERROR_INVALID_VALUE;
  *__supported = 0;
  return CUDA_SUCCESS;
}
inline CUresult cuDevicePrimaryCtxReset(CUdevice __device) {
  int __before = 0;
  if (const cudaError_t __error = cudaGetDevice(&__before)) return (CUresult)__error;
  if (const cudaError_t __error = cudaSetDevice(__device)) return (CUresult)__error;
  const cudaError_t __reset = cudaDeviceReset(), __back = cudaSetDevice(__before);
  return (CUresult)(__reset ? __reset : __back);
}
