// Devices under HIP's names.
#pragma once

#include "hip_types.h"

// What an AMD device of the generation can do; of other devices, what Chevron's headers offer on them.
struct hipDeviceArch_t {
  unsigned hasGlobalInt32Atomics : 1, hasGlobalFloatAtomicExch : 1, hasSharedInt32Atomics : 1, hasSharedFloatAtomicExch : 1,
      hasFloatAtomicAdd : 1, hasGlobalInt64Atomics : 1, hasSharedInt64Atomics : 1, hasDoubles : 1, hasWarpVote : 1,
      hasWarpBallot : 1, hasWarpShuffle : 1, hasFunnelShift : 1, hasThreadFenceSystem : 1, hasSyncThreadsExt : 1,
      hasSurfaceFuncs : 1, has3dGrid : 1, hasDynamicParallelism : 1;
};

// The members that CUDA's structure has under the same name.
#define __CHV_HIP_PROPERTIES(SCALAR)                                                                                   \
  SCALAR(size_t, totalGlobalMem)                                                                                       \
  SCALAR(size_t, sharedMemPerBlock)                                                                                    \
  SCALAR(int, regsPerBlock)                                                                                            \
  SCALAR(int, warpSize)                                                                                                \
  SCALAR(size_t, memPitch)                                                                                             \
  SCALAR(int, maxThreadsPerBlock)                                                                                      \
  SCALAR(int, clockRate)                                                                                               \
  SCALAR(size_t, totalConstMem)                                                                                        \
  SCALAR(int, major)                                                                                                   \
  SCALAR(int, minor)                                                                                                   \
  SCALAR(size_t, textureAlignment)                                                                                     \
  SCALAR(size_t, texturePitchAlignment)                                                                                \
  SCALAR(int, deviceOverlap)                                                                                           \
  SCALAR(int, multiProcessorCount)                                                                                     \
  SCALAR(int, kernelExecTimeoutEnabled)                                                                                \
  SCALAR(int, integrated)                                                                                              \
  SCALAR(int, canMapHostMemory)                                                                                        \
  SCALAR(int, computeMode)                                                                                             \
  SCALAR(int, concurrentKernels)                                                                                       \
  SCALAR(int, ECCEnabled)                                                                                              \
  SCALAR(int, pciBusID)                                                                                                \
  SCALAR(int, pciDeviceID)                                                                                             \
  SCALAR(int, pciDomainID)                                                                                             \
  SCALAR(int, tccDriver)                                                                                               \
  SCALAR(int, asyncEngineCount)                                                                                        \
  SCALAR(int, unifiedAddressing)                                                                                       \
  SCALAR(int, memoryClockRate)                                                                                         \
  SCALAR(int, memoryBusWidth)                                                                                          \
  SCALAR(int, l2CacheSize)                                                                                             \
  SCALAR(int, persistingL2CacheMaxSize)                                                                                \
  SCALAR(int, maxThreadsPerMultiProcessor)                                                                             \
  SCALAR(int, streamPrioritiesSupported)                                                                               \
  SCALAR(int, globalL1CacheSupported)                                                                                  \
  SCALAR(int, localL1CacheSupported)                                                                                   \
  SCALAR(size_t, sharedMemPerMultiprocessor)                                                                           \
  SCALAR(int, regsPerMultiprocessor)                                                                                   \
  SCALAR(int, managedMemory)                                                                                           \
  SCALAR(int, isMultiGpuBoard)                                                                                         \
  SCALAR(int, multiGpuBoardGroupID)                                                                                    \
  SCALAR(int, hostNativeAtomicSupported)                                                                               \
  SCALAR(int, singleToDoublePrecisionPerfRatio)                                                                        \
  SCALAR(int, pageableMemoryAccess)                                                                                    \
  SCALAR(int, concurrentManagedAccess)                                                                                 \
  SCALAR(int, computePreemptionSupported)                                                                              \
  SCALAR(int, canUseHostPointerForRegisteredMem)                                                                       \
  SCALAR(int, cooperativeLaunch)                                                                                       \
  SCALAR(int, cooperativeMultiDeviceLaunch)                                                                            \
  SCALAR(size_t, sharedMemPerBlockOptin)                                                                               \
  SCALAR(int, pageableMemoryAccessUsesHostPageTables) \
  SCALAR(int, directManagedMemAccessFromHost)                                                                          \
  SCALAR(int, maxBlocksPerMultiProcessor)                                                                              \
  SCALAR(int, accessPolicyMaxWindowSize)                                                                               \
  SCALAR(size_t, reservedSharedMemPerBlock)                                                                            \
  SCALAR(int, hostRegisterSupported)                                                                                   \
  SCALAR(int, memoryPoolsSupported)

// Sizes in bytes, clock rates in kHz. `gcnArchName` is empty for a device that is not AMD's.
struct hipDeviceProp_t {
  char name[256];
  hipUUID uuid;
  int maxThreadsDim[3];
  int maxGridSize[3];
#define __CHV_MEMBER_OF(type, name) type name;
  __CHV_HIP_PROPERTIES(__CHV_MEMBER_OF)
#undef __CHV_MEMBER_OF
  char gcnArchName[256];
  size_t maxSharedMemoryPerMultiProcessor;
  int clockInstructionRate;
  hipDeviceArch_t arch;
  int isLargeBar;
  int asicRevision;
};

extern "C" cudaError_t __chv_hip_architecture(char *__text, size_t __bytes, int __device);

inline hipError_t hipGetDeviceProperties(hipDeviceProp_t *__properties, int __device) {
  if (!__properties) return hipErrorInvalidValue;
  cudaDeviceProp __from;
  const cudaError_t __error = cudaGetDeviceProperties(&__from, __device);
  if (__error != cudaSuccess) return (hipError_t)__error;
  *__properties = {};
  __builtin_memcpy(__properties->name, __from.name, sizeof __from.name);
  __properties->uuid = __from.uuid;
  for (int __i = 0; __i < 3; ++__i) {
    __properties->maxThreadsDim[__i] = __from.maxThreadsDim[__i];
    __properties->maxGridSize[__i] = __from.maxGridSize[__i];
  }
#define __CHV_COPY(type, name) __properties->name = __from.name;
  __CHV_HIP_PROPERTIES(__CHV_COPY)
#undef __CHV_COPY
  __properties->maxSharedMemoryPerMultiProcessor = __from.sharedMemPerMultiprocessor;
  __properties->clockInstructionRate = __from.clockRate;
  __chv_hip_architecture(__properties->gcnArchName, sizeof __properties->gcnArchName, __device);
  __properties->arch = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0};
  return hipSuccess;
}
#undef __CHV_HIP_PROPERTIES

typedef cudaDeviceAttr hipDeviceAttribute_t;
#define __CHV_ATTRIBUTE(hip, cuda) static constexpr hipDeviceAttribute_t hipDeviceAttribute##hip = cudaDevAttr##cuda;
__CHV_ATTRIBUTE(AsyncEngineCount, AsyncEngineCount)
__CHV_ATTRIBUTE(CanMapHostMemory, CanMapHostMemory)
__CHV_ATTRIBUTE(CanUseHostPointerForRegisteredMem, CanUseHostPointerForRegisteredMem)
__CHV_ATTRIBUTE(ClockRate, ClockRate)
__CHV_ATTRIBUTE(ComputeCapabilityMajor, ComputeCapabilityMajor)
__CHV_ATTRIBUTE(ComputeCapabilityMinor, ComputeCapabilityMinor)
__CHV_ATTRIBUTE(ComputeMode, ComputeMode)
__CHV_ATTRIBUTE(ConcurrentKernels, ConcurrentKernels)
__CHV_ATTRIBUTE(ConcurrentManagedAccess, ConcurrentManagedAccess)
__CHV_ATTRIBUTE(CooperativeLaunch, CooperativeLaunch)
__CHV_ATTRIBUTE(CooperativeMultiDeviceLaunch, CooperativeMultiDeviceLaunch)
__CHV_ATTRIBUTE(DirectManagedMemAccessFromHost, DirectManagedMemAccessFromHost)
__CHV_ATTRIBUTE(EccEnabled, EccEnabled)
__CHV_ATTRIBUTE(HostNativeAtomicSupported, HostNativeAtomicSupported)
__CHV_ATTRIBUTE(Integrated, Integrated)
__CHV_ATTRIBUTE(IsMultiGpuBoard, IsMultiGpuBoard)
__CHV_ATTRIBUTE(KernelExecTimeout, KernelExecTimeout)
__CHV_ATTRIBUTE(L2CacheSize, L2CacheSize)
__CHV_ATTRIBUTE(ManagedMemory, ManagedMemory)
__CHV_ATTRIBUTE(MaxBlockDimX, MaxBlockDimX)
__CHV_ATTRIBUTE(MaxBlockDimY, MaxBlockDimY)
__CHV_ATTRIBUTE(MaxBlockDimZ, MaxBlockDimZ)
__CHV_ATTRIBUTE(MaxBlocksPerMultiProcessor, MaxBlocksPerMultiprocessor)
__CHV_ATTRIBUTE(MaxGridDimX, MaxGridDimX)
__CHV_ATTRIBUTE(MaxGridDimY, MaxGridDimY)
__CHV_ATTRIBUTE(MaxGridDimZ, MaxGridDimZ)
__CHV_ATTRIBUTE(MaxPitch, MaxPitch)
__CHV_ATTRIBUTE(MaxRegistersPerBlock, MaxRegistersPerBlock)
__CHV_ATTRIBUTE(MaxRegistersPerMultiprocessor, MaxRegistersPerMultiprocessor)
__CHV_ATTRIBUTE(MaxSharedMemoryPerBlock, MaxSharedMemoryPerBlock)
__CHV_ATTRIBUTE(MaxSharedMemoryPerMultiprocessor, MaxSharedMemoryPerMultiprocessor)
__CHV_ATTRIBUTE(MaxThreadsPerBlock, MaxThreadsPerBlock)
__CHV_ATTRIBUTE(MaxThreadsPerMultiProcessor, MaxThreadsPerMultiProcessor)
__CHV_ATTRIBUTE(MemoryBusWidth, GlobalMemoryBusWidth)
__CHV_ATTRIBUTE(MemoryClockRate, MemoryClockRate)
__CHV_ATTRIBUTE(MemoryPoolsSupported, MemoryPoolsSupported)
__CHV_ATTRIBUTE(MultiprocessorCount, MultiProcessorCount)
__CHV_ATTRIBUTE(PageableMemoryAccess, PageableMemoryAccess)
__CHV_ATTRIBUTE(PciBusId, PciBusId)
__CHV_ATTRIBUTE(PciDeviceId, PciDeviceId)
__CHV_ATTRIBUTE(PciDomainID, PciDomainId)
__CHV_ATTRIBUTE(SharedMemPerBlockOptin, MaxSharedMemoryPerBlockOptin)
__CHV_ATTRIBUTE(TotalConstantMemory, TotalConstantMemory)
__CHV_ATTRIBUTE(UnifiedAddressing, UnifiedAddressing)
__CHV_ATTRIBUTE(WarpSize, WarpSize)
__CHV_ATTRIBUTE(AccessPolicyMaxWindowSize, MaxAccessPolicyWindowSize)
__CHV_ATTRIBUTE(ComputePreemptionSupported, ComputePreemptionSupported)
__CHV_ATTRIBUTE(DeviceOverlap, GpuOverlap)
__CHV_ATTRIBUTE(GlobalL1CacheSupported, GlobalL1CacheSupported)
__CHV_ATTRIBUTE(LocalL1CacheSupported, LocalL1CacheSupported)
__CHV_ATTRIBUTE(MaxSurface1D, MaxSurface1DWidth)
__CHV_ATTRIBUTE(MaxSurface1DLayered, MaxSurface1DLayeredWidth)
__CHV_ATTRIBUTE(MaxSurface2D, MaxSurface2DWidth)
__CHV_ATTRIBUTE(MaxSurface2DLayered, MaxSurface2DLayeredWidth)
__CHV_ATTRIBUTE(MaxSurface3D, MaxSurface3DWidth)
__CHV_ATTRIBUTE(MaxSurfaceCubemap, MaxSurfaceCubemapWidth)
__CHV_ATTRIBUTE(MaxSurfaceCubemapLayered, MaxSurfaceCubemapLayeredWidth)
__CHV_ATTRIBUTE(MaxTexture1DWidth, MaxTexture1DWidth)
__CHV_ATTRIBUTE(MaxTexture1DLayered, MaxTexture1DLayeredWidth)
__CHV_ATTRIBUTE(MaxTexture1DLinear, MaxTexture1DLinearWidth)
__CHV_ATTRIBUTE(MaxTexture1DMipmap, MaxTexture1DMipmappedWidth)
__CHV_ATTRIBUTE(MaxTexture2DWidth, MaxTexture2DWidth)
__CHV_ATTRIBUTE(MaxTexture2DHeight, MaxTexture2DHeight)
__CHV_ATTRIBUTE(MaxTexture2DGather, MaxTexture2DGatherWidth)
__CHV_ATTRIBUTE(MaxTexture2DLayered, MaxTexture2DLayeredWidth)
__CHV_ATTRIBUTE(MaxTexture2DLinear, MaxTexture2DLinearWidth)
__CHV_ATTRIBUTE(MaxTexture2DMipmap, MaxTexture2DMipmappedWidth)
__CHV_ATTRIBUTE(MaxTexture3DWidth, MaxTexture3DWidth)
__CHV_ATTRIBUTE(MaxTexture3DHeight, MaxTexture3DHeight)
__CHV_ATTRIBUTE(MaxTexture3DDepth, MaxTexture3DDepth)
__CHV_ATTRIBUTE(MaxTexture3DAlt, MaxTexture3DWidthAlt)
__CHV_ATTRIBUTE(MaxTextureCubemap, MaxTextureCubemapWidth)
__CHV_ATTRIBUTE(MaxTextureCubemapLayered, MaxTextureCubemapLayeredWidth)
__CHV_ATTRIBUTE(MaxThreadsDim, MaxBlockDimX)
__CHV_ATTRIBUTE(MultiGpuBoardGroupID, MultiGpuBoardGroupID)
__CHV_ATTRIBUTE(PageableMemoryAccessUsesHostPageTables, PageableMemoryAccessUsesHostPageTables)
__CHV_ATTRIBUTE(PersistingL2CacheMaxSize, MaxPersistingL2CacheSize)
__CHV_ATTRIBUTE(ReservedSharedMemPerBlock, ReservedSharedMemoryPerBlock)
__CHV_ATTRIBUTE(SharedMemPerMultiprocessor, MaxSharedMemoryPerMultiprocessor)
__CHV_ATTRIBUTE(SingleToDoublePrecisionPerfRatio, SingleToDoublePrecisionPerfRatio)
__CHV_ATTRIBUTE(StreamPrioritiesSupported, StreamPrioritiesSupported)
__CHV_ATTRIBUTE(SurfaceAlignment, SurfaceAlignment)
__CHV_ATTRIBUTE(TccDriver, TccDriver)
__CHV_ATTRIBUTE(TextureAlignment, TextureAlignment)
__CHV_ATTRIBUTE(TexturePitchAlignment, TexturePitchAlignment)
__CHV_ATTRIBUTE(HostRegisterSupported, HostRegisterSupported)
__CHV_ATTRIBUTE(PhysicalMultiProcessorCount, MultiProcessorCount)
__CHV_ATTRIBUTE(ClockInstructionRate, ClockRate)
#undef __CHV_ATTRIBUTE

// The driver interface's numbers of what CUDA's runtime interface does not name.
static constexpr hipDeviceAttribute_t hipDeviceAttributeCanUseStreamWaitValue = (hipDeviceAttribute_t)122;
static constexpr hipDeviceAttribute_t hipDeviceAttributeVirtualMemoryManagementSupported = (hipDeviceAttribute_t)102;

namespace __chv_hip {
// Textures work on all devices but AMD's.
inline int has_images(int __device) {
  char __name[16] = {};
  return __chv_hip_architecture(__name, sizeof __name, __device) == cudaSuccess && !__name[0];
}
}  // namespace __chv_hip

// HIP's own, which CUDA has no number for: what they say is the same for every device of Chevron's.
#define __CHV_ATTRIBUTES(ATTRIBUTE)                            \
  ATTRIBUTE(FineGrainSupport, 10001, 1)                        \
  ATTRIBUTE(ImageSupport, 10002, __chv_hip::has_images(__device)) \
  ATTRIBUTE(IsLargeBar, 10003, 0)                              \
  ATTRIBUTE(AsicRevision, 10004, 0)                            \
  ATTRIBUTE(WallClockRate, 10006, 1000000)                     \
  ATTRIBUTE(HdpMemFlushCntl, 10007, 0)                         \
  ATTRIBUTE(HdpRegFlushCntl, 10008, 0)                         \
  ATTRIBUTE(CooperativeMultiDeviceUnmatchedFunc, 10009, 0)     \
  ATTRIBUTE(CooperativeMultiDeviceUnmatchedGridDim, 10010, 0)  \
  ATTRIBUTE(CooperativeMultiDeviceUnmatchedBlockDim, 10011, 0) \
  ATTRIBUTE(CooperativeMultiDeviceUnmatchedSharedMem, 10012, 0) \
  ATTRIBUTE(NumberOfXccs, 10014, 1)                            \
  ATTRIBUTE(MaxAvailableVgprsPerThread, 10015, 0)              \
  ATTRIBUTE(GcnArch, 10016, 0)
#define __CHV_NUMBER_OF(__name, number, __value) \
  static constexpr hipDeviceAttribute_t hipDeviceAttribute##__name = (hipDeviceAttribute_t)number;
__CHV_ATTRIBUTES(__CHV_NUMBER_OF)
#undef __CHV_NUMBER_OF
inline hipError_t hipDeviceGetAttribute(int *__value, hipDeviceAttribute_t __attr, int __device) {
  if (!__value) return hipErrorInvalidValue;
  switch ((int)__attr) {
#define __CHV_CASE_OF(__name, number, fact)                                                               \
  case number: {                                                                                        \
    int __any;                                                                                            \
    const cudaError_t __error = cudaDeviceGetAttribute(&__any, cudaDevAttrWarpSize, __device);                \
    if (__error == cudaSuccess) *__value = fact;                                                            \
    return (hipError_t)__error;                                                                           \
  }
    __CHV_ATTRIBUTES(__CHV_CASE_OF)
#undef __CHV_CASE_OF
    default: return (hipError_t)cudaDeviceGetAttribute(__value, __attr, __device);
  }
}
#undef __CHV_ATTRIBUTES
__CHV_HIP(GetDeviceCount, (int *__count), (__count))
__CHV_HIP(GetDevice, (int *__device), (__device))
__CHV_HIP(SetValidDevices, (int *__devices, int __count), (__devices, __count))
__CHV_HIP(SetDevice, (int __device), (__device))
__CHV_HIP(SetDeviceFlags, (unsigned __flags), (__flags))
__CHV_HIP(GetDeviceFlags, (unsigned *__flags), (__flags))
__CHV_HIP(DeviceReset, (), ())
__CHV_HIP(DeviceSynchronize, (), ())
inline hipError_t hipDeviceSetLimit(hipLimit_t __limit, size_t __value) {
  const bool __known = __limit == hipLimitStackSize || __limit == hipLimitPrintfFifoSize || __limit == hipLimitMallocHeapSize;
  return __known ? (hipError_t)cudaDeviceSetLimit(__limit, __value) : hipErrorUnsupportedLimit;
}
inline hipError_t hipDeviceGetLimit(size_t *__value, hipLimit_t __limit) {
  if (!__value) return hipErrorInvalidValue;
  const bool __known = __limit == hipLimitStackSize || __limit == hipLimitPrintfFifoSize || __limit == hipLimitMallocHeapSize;
  return __known ? (hipError_t)cudaDeviceGetLimit(__value, __limit) : hipErrorUnsupportedLimit;
}
__CHV_HIP(DeviceSetCacheConfig, (hipFuncCache_t __config), (__config))
__CHV_HIP(DeviceGetCacheConfig, (hipFuncCache_t * __config), (__config))
__CHV_HIP(DeviceSetSharedMemConfig, (hipSharedMemConfig __config), (__config))
__CHV_HIP(DeviceGetSharedMemConfig, (hipSharedMemConfig * __config), (__config))
__CHV_HIP(DeviceGetStreamPriorityRange, (int *__least, int *__greatest), (__least, __greatest))
__CHV_HIP(DeviceGetPCIBusId, (char *__bus_id, int __length, int __device), (__bus_id, __length, __device))
__CHV_HIP(DeviceGetByPCIBusId, (int *__device, const char *__bus_id), (__device, __bus_id))
__CHV_HIP(DeviceCanAccessPeer, (int *__can, int __device, int __peer), (__can, __device, __peer))
__CHV_HIP(DeviceEnablePeerAccess, (int __peer, unsigned __flags), (__peer, __flags))
__CHV_HIP(DeviceDisablePeerAccess, (int __peer), (__peer))
__CHV_HIP(ProfilerStart, (), ())
__CHV_HIP(ProfilerStop, (), ())

#define HIP_VERSION_MAJOR 6
#define HIP_VERSION_MINOR 4
#define HIP_VERSION_PATCH 0
#define HIP_VERSION (HIP_VERSION_MAJOR * 10000000 + HIP_VERSION_MINOR * 100000 + HIP_VERSION_PATCH)
inline hipError_t hipRuntimeGetVersion(int *__version) {
  if (!__version) return hipErrorInvalidValue;
  return *__version = HIP_VERSION, hipSuccess;
}
inline hipError_t hipDriverGetVersion(int *__version) {
  if (!__version) return hipErrorInvalidValue;
  return *__version = HIP_VERSION, hipSuccess;
}

// The part of HIP's driver interface that needs no context.
inline hipError_t hipInit(unsigned __flags) {
  if (__flags != 0) return hipErrorInvalidValue;
  int __count;
  return hipGetDeviceCount(&__count);
}
inline hipError_t hipDeviceGet(hipDevice_t *__device, int __ordinal) {
  if (!__device) return hipErrorInvalidValue;
  int __count = 0;
  const hipError_t __error = hipGetDeviceCount(&__count);
  if (__error != hipSuccess) return __error;
  if (__ordinal < 0 || __ordinal >= __count) return hipErrorInvalidDevice;
  return *__device = __ordinal, hipSuccess;
}
inline hipError_t hipDeviceGetName(char *__name, int __bytes, hipDevice_t __device) {
  if (!__name || __bytes <= 0) return hipErrorInvalidValue;
  cudaDeviceProp __properties;
  const cudaError_t __error = cudaGetDeviceProperties(&__properties, __device);
  if (__error == cudaSuccess) {
    const size_t __length = __builtin_strlen(__properties.name), __room = (size_t)__bytes - 1;
    __builtin_memcpy(__name, __properties.name, __length < __room ? __length : __room);
    __name[__length < __room ? __length : __room] = 0;
  }
  return (hipError_t)__error;
}
inline hipError_t hipDeviceTotalMem(size_t *__bytes, hipDevice_t __device) {
  if (!__bytes) return hipErrorInvalidValue;
  cudaDeviceProp __properties;
  const cudaError_t __error = cudaGetDeviceProperties(&__properties, __device);
  if (__error == cudaSuccess) *__bytes = __properties.totalGlobalMem;
  return (hipError_t)__error;
}
inline hipError_t hipDeviceComputeCapability(int *__major, int *__minor, hipDevice_t __device) {
  if (!__major || !__minor) return hipErrorInvalidValue;
  const cudaError_t __error = cudaDeviceGetAttribute(__major, cudaDevAttrComputeCapabilityMajor, __device);
  return (hipError_t)(__error != cudaSuccess ? __error : cudaDeviceGetAttribute(__minor, cudaDevAttrComputeCapabilityMinor, __device));
}
inline hipError_t hipDeviceGetUuid(hipUUID *__uuid, hipDevice_t __device) {
  if (!__uuid) return hipErrorInvalidValue;
  cudaDeviceProp __properties;
  const cudaError_t __error = cudaGetDeviceProperties(&__properties, __device);
  if (__error == cudaSuccess) *__uuid = __properties.uuid;
  return (hipError_t)__error;
}
inline hipError_t hipChooseDevice(int *__device, const hipDeviceProp_t *__wanted) {
  if (!__device || !__wanted) return hipErrorInvalidValue;
  cudaDeviceProp __properties = {};
  __properties.major = __wanted->major, __properties.minor = __wanted->minor, __properties.totalGlobalMem = __wanted->totalGlobalMem;
  return (hipError_t)cudaChooseDevice(__device, &__properties);
}
