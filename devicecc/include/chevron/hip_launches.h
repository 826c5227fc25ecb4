// Launches with attributes under HIP's names, attributes of streams and of kernels' handles, and AMD's launches of those by work-items.
#pragma once

#include "hip_modules.h"
#include "hip_streams.h"
#include "runtime_templates.h"

typedef cudaLaunchAttribute hipLaunchAttribute;
typedef cudaLaunchConfig_t hipLaunchConfig_t;
#define __CHV_LAUNCH_ATTRIBUTE(name) static constexpr hipLaunchAttributeID hipLaunchAttribute##name = cudaLaunchAttribute##name;
__CHV_LAUNCH_ATTRIBUTE(AccessPolicyWindow)
__CHV_LAUNCH_ATTRIBUTE(Cooperative)
__CHV_LAUNCH_ATTRIBUTE(SynchronizationPolicy)
__CHV_LAUNCH_ATTRIBUTE(Priority)
__CHV_LAUNCH_ATTRIBUTE(MemSyncDomainMap)
__CHV_LAUNCH_ATTRIBUTE(MemSyncDomain)
#undef __CHV_LAUNCH_ATTRIBUTE
__CHV_HIP(LaunchKernelExC, (const hipLaunchConfig_t *__config, const void *__kernel_, void **__args), (__config, __kernel_, __args))
template <class... __Parameters, class... __Arguments>
inline hipError_t hipLaunchKernelEx(const hipLaunchConfig_t *__config, void (*__kernel_)(__Parameters...), __Arguments &&...__arguments) {
  return (hipError_t)cudaLaunchKernelEx(__config, __kernel_, std::forward<__Arguments>(__arguments)...);
}
typedef struct HIP_LAUNCH_CONFIG_st {
  unsigned gridDimX, gridDimY, gridDimZ;
  unsigned blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  hipStream_t hStream;
  hipLaunchAttribute *attrs;
  unsigned numAttrs;
} HIP_LAUNCH_CONFIG;
inline hipError_t hipDrvLaunchKernelEx(const HIP_LAUNCH_CONFIG *__config, hipFunction_t __function, void **__parameters, void **__extra) {
  if (!__config) return hipErrorInvalidValue;
  if (!__function) return hipErrorInvalidHandle;
  if (__parameters && __extra) return hipErrorInvalidValue;
  if (__extra && !__config->numAttrs)
    return hipModuleLaunchKernel(__function, __config->gridDimX, __config->gridDimY, __config->gridDimZ, __config->blockDimX, __config->blockDimY,
                                 __config->blockDimZ, __config->sharedMemBytes, __config->hStream, nullptr, __extra);
  if (__extra) return hipErrorNotSupported;
  const hipLaunchConfig_t __whole = {dim3(__config->gridDimX, __config->gridDimY, __config->gridDimZ),
                                     dim3(__config->blockDimX, __config->blockDimY, __config->blockDimZ),
                                     __config->sharedMemBytes, __config->hStream, __config->attrs, __config->numAttrs};
  return hipLaunchKernelExC(&__whole, (const void *)__function, __parameters);
}

// HIP's own launches count threads, not blocks. What does not divide them is refused, as blocks of other sizes than the rest are not there.
inline hipError_t hipExtModuleLaunchKernel(hipFunction_t __function, unsigned __threads_x, unsigned __threads_y, unsigned __threads_z,
                                           unsigned __block_x, unsigned __block_y, unsigned __block_z, size_t __shared_bytes,
                                           hipStream_t __stream, void **__parameters, void **__extra, hipEvent_t __start = nullptr,
                                           hipEvent_t __stop = nullptr, unsigned = 0) {
  if (!__block_x || !__block_y || !__block_z) return hipErrorInvalidValue;
  if (__threads_x % __block_x || __threads_y % __block_y || __threads_z % __block_z) return hipErrorInvalidValue;
  hipError_t __error = __start ? hipEventRecord(__start, __stream) : hipSuccess;
  if (__error == hipSuccess)
    __error = hipModuleLaunchKernel(__function, __threads_x / __block_x, __threads_y / __block_y, __threads_z / __block_z, __block_x, __block_y,
                                    __block_z, (unsigned)__shared_bytes, __stream, __parameters, __extra);
  return __error == hipSuccess && __stop ? hipEventRecord(__stop, __stream) : __error;
}
inline hipError_t hipHccModuleLaunchKernel(hipFunction_t __function, unsigned __threads_x, unsigned __threads_y, unsigned __threads_z,
                                           unsigned __block_x, unsigned __block_y, unsigned __block_z, size_t __shared_bytes,
                                           hipStream_t __stream, void **__parameters, void **__extra, hipEvent_t __start = nullptr,
                                           hipEvent_t __stop = nullptr) {
  return hipExtModuleLaunchKernel(__function, __threads_x, __threads_y, __threads_z, __block_x, __block_y, __block_z, __shared_bytes, __stream,
                                  __parameters, __extra, __start, __stop);
}

// What a kernel's handle tells; HIP numbers the attributes as CUDA's driver interface does.
typedef enum hipFunction_attribute {
  HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0, HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1, HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
  HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3, HIP_FUNC_ATTRIBUTE_NUM_REGS = 4, HIP_FUNC_ATTRIBUTE_PTX_VERSION = 5,
  HIP_FUNC_ATTRIBUTE_BINARY_VERSION = 6, HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA = 7, HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
  HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9, HIP_FUNC_ATTRIBUTE_MAX
} hipFunction_attribute;
inline hipError_t hipFuncGetAttribute(int *__value, hipFunction_attribute __which, hipFunction_t __function) {
  hipFuncAttributes __all;
  if (!__value) return hipErrorInvalidValue;
  const hipError_t __error = hipFuncGetAttributes(&__all, (const void *)__function);
  if (__error != hipSuccess) return __error;
  switch (__which) {
    case HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: return *__value = __all.maxThreadsPerBlock, hipSuccess;
    case HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: return *__value = (int)__all.sharedSizeBytes, hipSuccess;
    case HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: return *__value = (int)__all.constSizeBytes, hipSuccess;
    case HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: return *__value = (int)__all.localSizeBytes, hipSuccess;
    case HIP_FUNC_ATTRIBUTE_NUM_REGS: return *__value = __all.numRegs, hipSuccess;
    case HIP_FUNC_ATTRIBUTE_PTX_VERSION: return *__value = __all.ptxVersion, hipSuccess;
    case HIP_FUNC_ATTRIBUTE_BINARY_VERSION: return *__value = __all.binaryVersion, hipSuccess;
    case HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA: return *__value = __all.cacheModeCA, hipSuccess;
    case HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: return *__value = __all.maxDynamicSharedSizeBytes, hipSuccess;
    case HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: return *__value = __all.preferredShmemCarveout, hipSuccess;
    default: return hipErrorInvalidValue;
  }
}

typedef cudaStreamAttrID hipStreamAttrID;
typedef cudaStreamAttrValue hipStreamAttrValue;
static constexpr hipStreamAttrID hipStreamAttributeAccessPolicyWindow = cudaStreamAttributeAccessPolicyWindow;
static constexpr hipStreamAttrID hipStreamAttributeSynchronizationPolicy = cudaStreamAttributeSynchronizationPolicy;
static constexpr hipStreamAttrID hipStreamAttributePriority = cudaLaunchAttributePriority;
__CHV_HIP(StreamSetAttribute, (hipStream_t __stream, hipStreamAttrID __which, const hipStreamAttrValue *__value), (__stream, __which, __value))
__CHV_HIP(StreamGetAttribute, (hipStream_t __stream, hipStreamAttrID __which, hipStreamAttrValue *__value), (__stream, __which, __value))
__CHV_HIP(StreamCopyAttributes, (hipStream_t __to, hipStream_t __from), (__to, __from))
