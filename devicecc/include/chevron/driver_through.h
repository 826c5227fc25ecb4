// Driver API: what only NVIDIA's own driver does, and what needs nothing of it here. On a GPU these calls go to the driver as they are.
#pragma once

#include "driver_modules.h"
#include "logs.h"

// Of a device without such a driver it is an error that the session tells the reason of.
#define __CHV_THROUGH(name, parameters, arguments)                                                                     \
  inline CUresult name parameters {                                                                                    \
    auto *__function = (CUresult(*) parameters)__chv_driver_function(#name, /*told=*/1);                               \
    return __function ? __function arguments : CUDA_ERROR_NOT_SUPPORTED;                                               \
  }

// What a kernel's copies of tensor tiles are described by.
typedef struct CUtensorMap_st {
  alignas(64) cuuint64_t opaque[CU_TENSOR_MAP_NUM_QWORDS];
} CUtensorMap;
__CHV_THROUGH(cuTensorMapEncodeTiled,
              (CUtensorMap * __map, CUtensorMapDataType __type, cuuint32_t __rank, void *__memory, const cuuint64_t *__extents,
               const cuuint64_t *__strides, const cuuint32_t *__box, const cuuint32_t *__element_strides, CUtensorMapInterleave __interleave,
               CUtensorMapSwizzle __swizzle, CUtensorMapL2promotion __promotion, CUtensorMapFloatOOBfill __fill),
              (__map, __type, __rank, __memory, __extents, __strides, __box, __element_strides, __interleave, __swizzle, __promotion, __fill))
__CHV_THROUGH(cuTensorMapEncodeIm2col,
              (CUtensorMap * __map, CUtensorMapDataType __type, cuuint32_t __rank, void *__memory, const cuuint64_t *__extents,
               const cuuint64_t *__strides, const int *__lower, const int *__upper, cuuint32_t __channels, cuuint32_t __pixels,
               const cuuint32_t *__element_strides, CUtensorMapInterleave __interleave, CUtensorMapSwizzle __swizzle,
               CUtensorMapL2promotion __promotion, CUtensorMapFloatOOBfill __fill),
              (__map, __type, __rank, __memory, __extents, __strides, __lower, __upper, __channels, __pixels, __element_strides, __interleave,
               __swizzle, __promotion, __fill))
__CHV_THROUGH(cuTensorMapEncodeIm2colWide,
              (CUtensorMap * __map, CUtensorMapDataType __type, cuuint32_t __rank, void *__memory, const cuuint64_t *__extents,
               const cuuint64_t *__strides, int __lower, int __upper, cuuint32_t __channels, cuuint32_t __pixels,
               const cuuint32_t *__element_strides, CUtensorMapInterleave __interleave, CUtensorMapIm2ColWideMode __mode,
               CUtensorMapSwizzle __swizzle, CUtensorMapL2promotion __promotion, CUtensorMapFloatOOBfill __fill),
              (__map, __type, __rank, __memory, __extents, __strides, __lower, __upper, __channels, __pixels, __element_strides, __interleave,
               __mode, __swizzle, __promotion, __fill))
__CHV_THROUGH(cuTensorMapReplaceAddress, (CUtensorMap * __map, void *__memory), (__map, __memory))

// A function's code is loaded before it is launched, whoever asks.
inline CUresult cuFuncLoad(CUfunction __function) {
  cudaFuncAttributes __all;
  return (CUresult)cudaFuncGetAttributes(&__all, (const void *)__function);
}
inline CUresult cuFuncIsLoaded(CUfunctionLoadingState *__state, CUfunction __function) {
  if (!__state) return CUDA_ERROR_INVALID_VALUE;
  if (CUresult __result = cuFuncLoad(__function)) return __result;
  *__state = CU_FUNCTION_LOADING_STATE_LOADED;
  return CUDA_SUCCESS;
}
// Kernels of the session are in no module.
inline CUresult cuFuncGetModule(CUmodule *__module, CUfunction __function) {
  return (CUresult)__chv_module_of((void **)__module, (const void *)__function);
}
inline CUresult cuKernelGetLibrary(CUlibrary *__library, CUkernel __kernel_) {
  return (CUresult)__chv_module_of((void **)__library, (const void *)__kernel_);
}
inline CUresult cuLibraryGetManaged(CUdeviceptr *__address, size_t *__bytes, CUlibrary __library, const char *__name) {
  return cuModuleGetGlobal(__address, __bytes, (CUmodule)__library, __name);
}
// Arrays here have one plane.
inline CUresult cuArrayGetPlane(CUarray *, CUarray, unsigned) { return CUDA_ERROR_INVALID_VALUE; }
// Windows alone has such names of devices.
inline CUresult cuDeviceGetLuid(char *, unsigned *, CUdevice) { return CUDA_ERROR_NOT_SUPPORTED; }
inline CUresult cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget __target, CUflushGPUDirectRDMAWritesScope __scope) {
  return (CUresult)cudaDeviceFlushGPUDirectRDMAWrites((cudaFlushGPUDirectRDMAWritesTarget)__target, (cudaFlushGPUDirectRDMAWritesScope)__scope);
}

typedef cudaLogsCallbackHandle CUlogsCallbackHandle;
typedef cudaLogIterator CUlogIterator;
typedef void (*CUlogsCallback)(void *, CUlogLevel, char *, size_t);
inline CUresult cuLogsRegisterCallback(CUlogsCallback __callback, void *__data, CUlogsCallbackHandle *__handle) {
  return (CUresult)cudaLogsRegisterCallback((cudaLogsCallback_t)__callback, __data, __handle);
}
inline CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle __handle) { return (CUresult)cudaLogsUnregisterCallback(__handle); }
inline CUresult cuLogsCurrent(CUlogIterator *__iterator, unsigned __flags) { return (CUresult)cudaLogsCurrent(__iterator, __flags); }
inline CUresult cuLogsDumpToFile(CUlogIterator *__iterator, const char *__path, unsigned __flags) {
  return (CUresult)cudaLogsDumpToFile(__iterator, __path, __flags);
}
inline CUresult cuLogsDumpToMemory(CUlogIterator *__iterator, char *__buffer, size_t *__bytes, unsigned __flags) {
  return (CUresult)cudaLogsDumpToMemory(__iterator, __buffer, __bytes, __flags);
}

// Green contexts: parts of a GPU's multiprocessors. Their streams are streams like others here; a context of one as a whole (`cuCtxFromGreenCtx`) is not there.
typedef struct CUgreenCtx_st *CUgreenCtx;
typedef struct CUdevResourceDesc_st *CUdevResourceDesc;
typedef struct CUdevSmResource_st {
  unsigned smCount, minSmPartitionSize, smCoscheduledAlignment;
} CUdevSmResource;
typedef struct CUdevResource_st {
  CUdevResourceType type;
  unsigned char _internal_padding[92];
  union {
    CUdevSmResource sm;
    unsigned char _oversize[48];
  };
} CUdevResource;
__CHV_THROUGH(cuDeviceGetDevResource, (CUdevice __device, CUdevResource *__resource, CUdevResourceType __type), (__device, __resource, __type))
__CHV_THROUGH(cuDevSmResourceSplitByCount,
              (CUdevResource * __parts, unsigned *__count, const CUdevResource *__whole, CUdevResource *__rest, unsigned __flags, unsigned __least),
              (__parts, __count, __whole, __rest, __flags, __least))
__CHV_THROUGH(cuDevResourceGenerateDesc, (CUdevResourceDesc * __described, CUdevResource *__resources, unsigned __count),
              (__described, __resources, __count))
__CHV_THROUGH(cuGreenCtxCreate, (CUgreenCtx * __green, CUdevResourceDesc __described, CUdevice __device, unsigned __flags),
              (__green, __described, __device, __flags))
__CHV_THROUGH(cuGreenCtxDestroy, (CUgreenCtx __green), (__green))
__CHV_THROUGH(cuGreenCtxGetDevResource, (CUgreenCtx __green, CUdevResource *__resource, CUdevResourceType __type), (__green, __resource, __type))
// A context of the session is its device's, all of it.
inline CUresult cuCtxGetDevResource(CUcontext __context, CUdevResource *__resource, CUdevResourceType __type) {
  CUdevice __device;
  if (CUresult __result = cuCtxPushCurrent(__context)) return __result;
  const CUresult __result = cuCtxGetDevice(&__device);
  cuCtxPopCurrent(nullptr);
  return __result ? __result : cuDeviceGetDevResource(__device, __resource, __type);
}
extern "C" {
cudaError_t __chv_stream_adopt(cudaStream_t *__stream, unsigned long long __drivers, unsigned __flags, int __priority);
cudaError_t __chv_stream_raw(cudaStream_t __stream, unsigned long long *__drivers);
cudaError_t __chv_event_raw(cudaEvent_t __event, unsigned long long *__drivers);
}
inline CUresult cuGreenCtxStreamCreate(CUstream *__stream, CUgreenCtx __green, unsigned __flags, int __priority) {
  if (!__stream) return CUDA_ERROR_INVALID_VALUE;
  using __Function = CUresult(unsigned long long *, CUgreenCtx, unsigned, int);
  auto *__function = (__Function *)__chv_driver_function("cuGreenCtxStreamCreate", /*told=*/1);
  unsigned long long __drivers = 0;
  if (!__function) return CUDA_ERROR_NOT_SUPPORTED;
  if (CUresult __result = __function(&__drivers, __green, __flags, __priority)) return __result;
  return (CUresult)__chv_stream_adopt(__stream, __drivers, __flags, __priority);
}
inline CUresult cuStreamGetGreenCtx(CUstream __stream, CUgreenCtx *__green) {
  using __Function = CUresult(unsigned long long, CUgreenCtx *);
  auto *__function = (__Function *)__chv_driver_function("cuStreamGetGreenCtx", /*told=*/1);
  unsigned long long __drivers = 0;
  if (!__function) return CUDA_ERROR_NOT_SUPPORTED;
  if (cudaError_t __error = __chv_stream_raw(__stream, &__drivers)) return (CUresult)__error;
  return __function(__drivers, __green);
}
#define __CHV_GREEN_EVENT(name)                                                                                        \
  inline CUresult name(CUgreenCtx __green, CUevent __event) {                                                          \
    using __Function = CUresult(CUgreenCtx, unsigned long long);                                                       \
    auto *__function = (__Function *)__chv_driver_function(#name, /*told=*/1);                                         \
    unsigned long long __drivers = 0;                                                                                  \
    if (!__function) return CUDA_ERROR_NOT_SUPPORTED;                                                                  \
    if (cudaError_t __error = __chv_event_raw(__event, &__drivers)) return (CUresult)__error;                          \
    return __function(__green, __drivers);                                                                             \
  }
__CHV_GREEN_EVENT(cuGreenCtxRecordEvent)
__CHV_GREEN_EVENT(cuGreenCtxWaitEvent)
#undef __CHV_GREEN_EVENT
#undef __CHV_THROUGH
