// Driver API: streams, events and launches of the session's kernels, over the runtime API's functions.
#pragma once

#include "driver_contexts.h"
#include "runtime_templates.h"

__CHV_CU(cuStreamCreate, (CUstream * __stream, unsigned __flags), cudaStreamCreateWithFlags(__stream, __flags))
__CHV_CU(cuStreamCreateWithPriority, (CUstream * __stream, unsigned __flags, int __priority), cudaStreamCreateWithPriority(__stream, __flags, __priority))
__CHV_CU(cuStreamDestroy, (CUstream __stream), cudaStreamDestroy(__stream))
__CHV_CU(cuStreamSynchronize, (CUstream __stream), cudaStreamSynchronize(__stream))
__CHV_CU(cuStreamQuery, (CUstream __stream), cudaStreamQuery(__stream))
__CHV_CU(cuStreamWaitEvent, (CUstream __stream, CUevent __event, unsigned __flags), cudaStreamWaitEvent(__stream, __event, __flags))
__CHV_CU(cuStreamGetFlags, (CUstream __stream, unsigned *__flags), cudaStreamGetFlags(__stream, __flags))
__CHV_CU(cuStreamGetPriority, (CUstream __stream, int *__priority), cudaStreamGetPriority(__stream, __priority))
__CHV_CU(cuStreamGetId, (CUstream __stream, unsigned long long *__id), cudaStreamGetId(__stream, __id))
__CHV_CU(cuStreamGetDevice, (CUstream __stream, CUdevice *__device), cudaStreamGetDevice(__stream, __device))
inline CUresult cuStreamGetCtx(CUstream __stream, CUcontext *__context) {
  int __device;
  const cudaError_t __error = cudaStreamGetDevice(__stream, &__device);
  return (CUresult)(__error ? __error : __chv_context_primary(__context, __device));
}
// Both enumerations have the same numbers, so that a callback of the one type can be called as the other.
__CHV_CU(cuStreamAddCallback, (CUstream __stream, CUstreamCallback __callback, void *__data, unsigned __flags),
         cudaStreamAddCallback(__stream, (cudaStreamCallback_t)__callback, __data, __flags))
__CHV_CU(cuLaunchHostFunc, (CUstream __stream, CUhostFn __function, void *__data), cudaLaunchHostFunc(__stream, __function, __data))

__CHV_CU(cuEventCreate, (CUevent * __event, unsigned __flags), cudaEventCreateWithFlags(__event, __flags))
__CHV_CU(cuEventDestroy, (CUevent __event), cudaEventDestroy(__event))
__CHV_CU(cuEventRecord, (CUevent __event, CUstream __stream), cudaEventRecord(__event, __stream))
__CHV_CU(cuEventRecordWithFlags, (CUevent __event, CUstream __stream, unsigned __flags), cudaEventRecordWithFlags(__event, __stream, __flags))
__CHV_CU(cuEventQuery, (CUevent __event), cudaEventQuery(__event))
__CHV_CU(cuEventSynchronize, (CUevent __event), cudaEventSynchronize(__event))
__CHV_CU(cuEventElapsedTime, (float *__milliseconds, CUevent __start, CUevent __end), cudaEventElapsedTime(__milliseconds, __start, __end))

inline CUresult cuKernelGetFunction(CUfunction *__function, CUkernel __kernel_) { return (CUresult)cudaGetFuncBySymbol(__function, (const void *)__kernel_); }

#define __CHV_PARAMETERS_MAX 256
// The addresses of parameters that are packed into one buffer, of which `extra` tells.
inline CUresult __chv_unpack(CUfunction __function, void **__extra, void **__addresses) {
  char *__buffer = nullptr;
  size_t __bytes = ~(size_t)0;
  for (; *__extra != CU_LAUNCH_PARAM_END; __extra += 2) {
    if (*__extra == CU_LAUNCH_PARAM_BUFFER_POINTER) __buffer = (char *)__extra[1];
    else if (*__extra == CU_LAUNCH_PARAM_BUFFER_SIZE) __bytes = *(const size_t *)__extra[1];
    else return CUDA_ERROR_INVALID_VALUE;
  }
  size_t __count = 0, __offset = 0, __size = 0;
  bool __fits = true;
  while (__count < __CHV_PARAMETERS_MAX && cudaFuncGetParamInfo((const void *)__function, __count, &__offset, &__size) == cudaSuccess) {
    __fits = __fits && __buffer && __offset + __size <= __bytes;
    __addresses[__count++] = __buffer + __offset;
  }
  cudaGetLastError();  // that of the search's end
  return __fits ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

inline CUresult cuLaunchKernel(CUfunction __function, unsigned __grid_x, unsigned __grid_y, unsigned __grid_z, unsigned __block_x, unsigned __block_y,
                               unsigned __block_z, unsigned __shared_bytes, CUstream __stream, void **__parameters, void **__extra) {
  if (!__function) return CUDA_ERROR_INVALID_HANDLE;
  if (__parameters && __extra) return CUDA_ERROR_INVALID_VALUE;
  void *__addresses[__CHV_PARAMETERS_MAX];
  if (__extra) {
    if (CUresult __result = __chv_unpack(__function, __extra, __addresses)) return __result;
    __parameters = __addresses;
  }
  const cudaError_t __error = cudaLaunchKernel((const void *)__function, dim3(__grid_x, __grid_y, __grid_z), dim3(__block_x, __block_y, __block_z),
                                               __parameters, __shared_bytes, __stream);
  // It is no kernel, or its module was unloaded; or it cannot be launched so. The driver has no numbers of its own for that.
  if (__error == cudaErrorInvalidDeviceFunction) return CUDA_ERROR_INVALID_HANDLE;
  return __error == cudaErrorInvalidConfiguration ? CUDA_ERROR_INVALID_VALUE : (CUresult)__error;
}
inline CUresult cuLaunchCooperativeKernel(CUfunction __function, unsigned __grid_x, unsigned __grid_y, unsigned __grid_z, unsigned __block_x,
                                          unsigned __block_y, unsigned __block_z, unsigned __shared_bytes, CUstream __stream, void **__parameters) {
  if (!__function) return CUDA_ERROR_INVALID_HANDLE;
  return (CUresult)cudaLaunchCooperativeKernel((const void *)__function, dim3(__grid_x, __grid_y, __grid_z), dim3(__block_x, __block_y, __block_z),
                                               __parameters, __shared_bytes, __stream);
}
// Attributes are the runtime's own: the same numbers, the same union, which a structure of the driver's calls `value`.
#define CUlaunchAttributeID cudaLaunchAttributeID
#define CUlaunchAttributeValue cudaLaunchAttributeValue
#define CU_LAUNCH_ATTRIBUTE_IGNORE cudaLaunchAttributeIgnore
#define CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW cudaLaunchAttributeAccessPolicyWindow
#define CU_LAUNCH_ATTRIBUTE_COOPERATIVE cudaLaunchAttributeCooperative
#define CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY cudaLaunchAttributeSynchronizationPolicy
#define CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION cudaLaunchAttributeClusterDimension
#define CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE cudaLaunchAttributeClusterSchedulingPolicyPreference
#define CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION cudaLaunchAttributeProgrammaticStreamSerialization
#define CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT cudaLaunchAttributeProgrammaticEvent
#define CU_LAUNCH_ATTRIBUTE_PRIORITY cudaLaunchAttributePriority
#define CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP cudaLaunchAttributeMemSyncDomainMap
#define CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN cudaLaunchAttributeMemSyncDomain
#define CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION cudaLaunchAttributePreferredClusterDimension
#define CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT cudaLaunchAttributeLaunchCompletionEvent
#define CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT cudaLaunchAttributePreferredSharedMemoryCarveout
typedef struct CUlaunchAttribute_st {
  CUlaunchAttributeID id;
  char pad[8 - sizeof(CUlaunchAttributeID)];
  CUlaunchAttributeValue value;
} CUlaunchAttribute;
static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute));
typedef struct CUlaunchConfig_st {
  unsigned gridDimX, gridDimY, gridDimZ;
  unsigned blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  CUstream hStream;
  CUlaunchAttribute *attrs;
  unsigned numAttrs;
} CUlaunchConfig;
// The structure as the runtime has it.
inline cudaLaunchConfig_t __chv_whole_config(const CUlaunchConfig *__config) {
  return {dim3(__config->gridDimX, __config->gridDimY, __config->gridDimZ), dim3(__config->blockDimX, __config->blockDimY, __config->blockDimZ),
          __config->sharedMemBytes, __config->hStream, (cudaLaunchAttribute *)__config->attrs, __config->numAttrs};
}
inline CUresult cuLaunchKernelEx(const CUlaunchConfig *__config, CUfunction __function, void **__parameters, void **__extra) {
  if (!__config) return CUDA_ERROR_INVALID_VALUE;
  if (!__function) return CUDA_ERROR_INVALID_HANDLE;
  if (__parameters && __extra) return CUDA_ERROR_INVALID_VALUE;
  void *__addresses[__CHV_PARAMETERS_MAX];
  if (__extra) {
    if (CUresult __result = __chv_unpack(__function, __extra, __addresses)) return __result;
    __parameters = __addresses;
  }
  const cudaLaunchConfig_t __whole = __chv_whole_config(__config);
  const cudaError_t __error = cudaLaunchKernelExC(&__whole, (const void *)__function, __parameters);
  if (__error == cudaErrorInvalidDeviceFunction) return CUDA_ERROR_INVALID_HANDLE;
  return __error == cudaErrorInvalidConfiguration ? CUDA_ERROR_INVALID_VALUE : (CUresult)__error;
}
inline CUresult cuOccupancyMaxActiveClusters(int *__clusters, CUfunction __function, const CUlaunchConfig *__config) {
  if (!__config) return CUDA_ERROR_INVALID_VALUE;
  const cudaLaunchConfig_t __whole = __chv_whole_config(__config);
  return (CUresult)cudaOccupancyMaxActiveClusters(__clusters, (const void *)__function, &__whole);
}
inline CUresult cuOccupancyMaxPotentialClusterSize(int *__size, CUfunction __function, const CUlaunchConfig *__config) {
  if (!__config) return CUDA_ERROR_INVALID_VALUE;
  const cudaLaunchConfig_t __whole = __chv_whole_config(__config);
  return (CUresult)cudaOccupancyMaxPotentialClusterSize(__size, (const void *)__function, &__whole);
}
inline CUresult cuFuncGetAttribute(int *__value, CUfunction_attribute __which, CUfunction __function) {
  cudaFuncAttributes __all;
  if (!__value) return CUDA_ERROR_INVALID_VALUE;
  if (cudaError_t __error = cudaFuncGetAttributes(&__all, (const void *)__function)) return (CUresult)__error;
  switch (__which) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *__value = __all.maxThreadsPerBlock; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *__value = (int)__all.sharedSizeBytes; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *__value = (int)__all.constSizeBytes; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *__value = (int)__all.localSizeBytes; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *__value = __all.numRegs; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *__value = __all.ptxVersion; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *__value = __all.binaryVersion; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: *__value = __all.cacheModeCA; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: *__value = __all.maxDynamicSharedSizeBytes; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET: *__value = __all.clusterDimMustBeSet; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH: *__value = __all.requiredClusterWidth; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT: *__value = __all.requiredClusterHeight; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH: *__value = __all.requiredClusterDepth; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED: *__value = __all.nonPortableClusterSizeAllowed; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE: *__value = __all.clusterSchedulingPolicyPreference; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: *__value = __all.preferredShmemCarveout; return CUDA_SUCCESS;
    default: return CUDA_ERROR_INVALID_VALUE;
  }
}
__CHV_CU(cuFuncSetAttribute, (CUfunction __function, CUfunction_attribute __which, int __value),
         cudaFuncSetAttribute((const void *)__function, (cudaFuncAttribute)__which, __value))
__CHV_CU(cuFuncSetCacheConfig, (CUfunction __function, CUfunc_cache __config), cudaFuncSetCacheConfig((const void *)__function, (cudaFuncCache)__config))
__CHV_CU(cuOccupancyMaxActiveBlocksPerMultiprocessor, (int *__blocks, CUfunction __function, int __threads, size_t __shared_bytes),
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(__blocks, (const void *)__function, __threads, __shared_bytes))
__CHV_CU(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
         (int *__blocks, CUfunction __function, int __threads, size_t __shared_bytes, unsigned __flags),
         cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(__blocks, (const void *)__function, __threads, __shared_bytes, __flags))
__CHV_CU(cuOccupancyAvailableDynamicSMemPerBlock, (size_t * __bytes, CUfunction __function, int __blocks, int __threads),
         cudaOccupancyAvailableDynamicSMemPerBlock(__bytes, (const void *)__function, __blocks, __threads))
// The block size that gives the most threads at a time, in whole warps; the fewest blocks of it that fill the device.
inline CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *__grid, int *__block_, CUfunction __function, CUoccupancyB2DSize __shared_of, size_t __shared,
                                                          int __most, unsigned __flags) {
  if (!__grid || !__block_) return CUDA_ERROR_INVALID_VALUE;
  int __device = 0, __processors = 0, __warp = 0;
  cudaFuncAttributes __kernel_;
  if (const cudaError_t __error = cudaFuncGetAttributes(&__kernel_, (const void *)__function)) return (CUresult)__error;
  if (const cudaError_t __error = cudaGetDevice(&__device)) return (CUresult)__error;
  if (const cudaError_t __error = cudaDeviceGetAttribute(&__processors, cudaDevAttrMultiProcessorCount, __device)) return (CUresult)__error;
  if (const cudaError_t __error = cudaDeviceGetAttribute(&__warp, cudaDevAttrWarpSize, __device)) return (CUresult)__error;
  const int __limit = __most > 0 && __most < __kernel_.maxThreadsPerBlock ? __most : __kernel_.maxThreadsPerBlock;
  int __best = -1;
  for (int __threads = __limit; __threads > 0; __threads = (__threads - 1) / __warp * __warp) {
    int __blocks = 0;
    const size_t __bytes = __shared_of ? __shared_of(__threads) : __shared;
    const CUresult __error = cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&__blocks, __function, __threads, __bytes, __flags);
    if (__error) return __error;
    if (__blocks * __threads > __best) __best = __blocks * __threads, *__block_ = __threads, *__grid = __blocks * __processors;
  }
  return CUDA_SUCCESS;
}
inline CUresult cuOccupancyMaxPotentialBlockSize(int *__grid, int *__block_, CUfunction __function, CUoccupancyB2DSize __shared_of, size_t __shared,
                                                 int __most) {
  return cuOccupancyMaxPotentialBlockSizeWithFlags(__grid, __block_, __function, __shared_of, __shared, __most, 0);
}

#define CUstreamAttrID cudaLaunchAttributeID
#define CUstreamAttrValue cudaLaunchAttributeValue
#define CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW cudaLaunchAttributeAccessPolicyWindow
#define CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY cudaLaunchAttributeSynchronizationPolicy
#define CU_STREAM_ATTRIBUTE_PRIORITY cudaLaunchAttributePriority
#define CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP cudaLaunchAttributeMemSyncDomainMap
#define CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN cudaLaunchAttributeMemSyncDomain
__CHV_CU(cuStreamCopyAttributes, (CUstream __to, CUstream __from), cudaStreamCopyAttributes(__to, __from))
__CHV_CU(cuStreamGetAttribute, (CUstream __stream, CUstreamAttrID __which, CUstreamAttrValue *__value), cudaStreamGetAttribute(__stream, __which, __value))
__CHV_CU(cuStreamSetAttribute, (CUstream __stream, CUstreamAttrID __which, const CUstreamAttrValue *__value),
         cudaStreamSetAttribute(__stream, __which, __value))
