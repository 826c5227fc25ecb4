// Values and types that HIP's programs name and no call of Chevron's asks for, and calls that take them. With HIP 7's numbers where a
// value is HIP's alone, else with CUDA's.
#pragma once

#include "hip_driver_textures.h"
#include "hip_graphs.h"
#include "hip_launches.h"
#include "hip_memory.h"
#include "runtime_batches.h"
#include "runtime_values.h"

#define __CHV_SAME(type, name) static constexpr type hip##name = cuda##name;
typedef cudaFlushGPUDirectRDMAWritesOptions hipFlushGPUDirectRDMAWritesOptions;
typedef cudaGPUDirectRDMAWritesOrdering hipGPUDirectRDMAWritesOrdering;
typedef cudaGraphicsRegisterFlags hipGraphicsRegisterFlags;
typedef cudaSynchronizationPolicy hipSynchronizationPolicy;
typedef cudaLaunchMemSyncDomain hipLaunchMemSyncDomain;
typedef cudaLaunchMemSyncDomainMap hipLaunchMemSyncDomainMap;
typedef cudaExternalMemoryHandleType hipExternalMemoryHandleType;
typedef cudaExternalSemaphoreHandleType hipExternalSemaphoreHandleType;
typedef cudaMemcpySrcAccessOrder hipMemcpySrcAccessOrder;
typedef cudaMemcpyFlags hipMemcpyFlags;
typedef cudaMemcpyAttributes hipMemcpyAttributes;
typedef cudaMemcpy3DOperandType hipMemcpy3DOperandType;
typedef cudaOffset3D hipOffset3D;
typedef cudaMemcpy3DOperand hipMemcpy3DOperand;
typedef cudaMemcpy3DBatchOp hipMemcpy3DBatchOp;
typedef cudaGraphDebugDotFlags hipGraphDebugDotFlags;
typedef cudaGraphDependencyType hipGraphDependencyType;
typedef cudaMemcpyNodeParams hipMemcpyNodeParams;
typedef cudaChildGraphNodeParams hipChildGraphNodeParams;
typedef cudaEventRecordNodeParams hipEventRecordNodeParams;
typedef cudaEventWaitNodeParams hipEventWaitNodeParams;
typedef cudaMemFreeNodeParams hipMemFreeNodeParams;
typedef struct cudaMipmappedArray hipMipmappedArray;
typedef cudaResourceViewFormat hipResourceViewFormat;
typedef hipUUID hipUUID_t;
__CHV_SAME(hipFlushGPUDirectRDMAWritesOptions, FlushGPUDirectRDMAWritesOptionHost)
__CHV_SAME(hipFlushGPUDirectRDMAWritesOptions, FlushGPUDirectRDMAWritesOptionMemOps)
__CHV_SAME(hipGPUDirectRDMAWritesOrdering, GPUDirectRDMAWritesOrderingNone)
__CHV_SAME(hipGPUDirectRDMAWritesOrdering, GPUDirectRDMAWritesOrderingOwner)
__CHV_SAME(hipGPUDirectRDMAWritesOrdering, GPUDirectRDMAWritesOrderingAllDevices)
__CHV_SAME(hipGraphicsRegisterFlags, GraphicsRegisterFlagsNone)
__CHV_SAME(hipGraphicsRegisterFlags, GraphicsRegisterFlagsReadOnly)
__CHV_SAME(hipGraphicsRegisterFlags, GraphicsRegisterFlagsWriteDiscard)
__CHV_SAME(hipGraphicsRegisterFlags, GraphicsRegisterFlagsSurfaceLoadStore)
__CHV_SAME(hipGraphicsRegisterFlags, GraphicsRegisterFlagsTextureGather)
__CHV_SAME(hipSynchronizationPolicy, SyncPolicyAuto)
__CHV_SAME(hipSynchronizationPolicy, SyncPolicySpin)
__CHV_SAME(hipSynchronizationPolicy, SyncPolicyYield)
__CHV_SAME(hipSynchronizationPolicy, SyncPolicyBlockingSync)
__CHV_SAME(hipLaunchMemSyncDomain, LaunchMemSyncDomainDefault)
__CHV_SAME(hipLaunchMemSyncDomain, LaunchMemSyncDomainRemote)
__CHV_SAME(hipExternalMemoryHandleType, ExternalMemoryHandleTypeOpaqueFd)
__CHV_SAME(hipExternalMemoryHandleType, ExternalMemoryHandleTypeOpaqueWin32)
__CHV_SAME(hipExternalMemoryHandleType, ExternalMemoryHandleTypeOpaqueWin32Kmt)
__CHV_SAME(hipExternalMemoryHandleType, ExternalMemoryHandleTypeD3D12Heap)
__CHV_SAME(hipExternalMemoryHandleType, ExternalMemoryHandleTypeD3D12Resource)
__CHV_SAME(hipExternalMemoryHandleType, ExternalMemoryHandleTypeD3D11Resource)
__CHV_SAME(hipExternalMemoryHandleType, ExternalMemoryHandleTypeD3D11ResourceKmt)
__CHV_SAME(hipExternalMemoryHandleType, ExternalMemoryHandleTypeNvSciBuf)
__CHV_SAME(hipExternalSemaphoreHandleType, ExternalSemaphoreHandleTypeOpaqueFd)
__CHV_SAME(hipExternalSemaphoreHandleType, ExternalSemaphoreHandleTypeOpaqueWin32)
__CHV_SAME(hipExternalSemaphoreHandleType, ExternalSemaphoreHandleTypeOpaqueWin32Kmt)
__CHV_SAME(hipExternalSemaphoreHandleType, ExternalSemaphoreHandleTypeD3D12Fence)
__CHV_SAME(hipExternalSemaphoreHandleType, ExternalSemaphoreHandleTypeD3D11Fence)
__CHV_SAME(hipExternalSemaphoreHandleType, ExternalSemaphoreHandleTypeNvSciSync)
__CHV_SAME(hipExternalSemaphoreHandleType, ExternalSemaphoreHandleTypeKeyedMutex)
__CHV_SAME(hipExternalSemaphoreHandleType, ExternalSemaphoreHandleTypeKeyedMutexKmt)
__CHV_SAME(hipExternalSemaphoreHandleType, ExternalSemaphoreHandleTypeTimelineSemaphoreFd)
__CHV_SAME(hipExternalSemaphoreHandleType, ExternalSemaphoreHandleTypeTimelineSemaphoreWin32)
__CHV_SAME(hipMemcpySrcAccessOrder, MemcpySrcAccessOrderInvalid)
__CHV_SAME(hipMemcpySrcAccessOrder, MemcpySrcAccessOrderStream)
__CHV_SAME(hipMemcpySrcAccessOrder, MemcpySrcAccessOrderDuringApiCall)
__CHV_SAME(hipMemcpySrcAccessOrder, MemcpySrcAccessOrderAny)
__CHV_SAME(hipMemcpySrcAccessOrder, MemcpySrcAccessOrderMax)
__CHV_SAME(hipMemcpyFlags, MemcpyFlagDefault)
__CHV_SAME(hipMemcpyFlags, MemcpyFlagPreferOverlapWithCompute)
__CHV_SAME(hipMemcpy3DOperandType, MemcpyOperandTypePointer)
__CHV_SAME(hipMemcpy3DOperandType, MemcpyOperandTypeArray)
__CHV_SAME(hipMemcpy3DOperandType, MemcpyOperandTypeMax)
__CHV_SAME(hipGraphDebugDotFlags, GraphDebugDotFlagsKernelNodeParams)
__CHV_SAME(hipGraphDebugDotFlags, GraphDebugDotFlagsMemcpyNodeParams)
__CHV_SAME(hipGraphDebugDotFlags, GraphDebugDotFlagsMemsetNodeParams)
__CHV_SAME(hipGraphDebugDotFlags, GraphDebugDotFlagsHostNodeParams)
__CHV_SAME(hipGraphDependencyType, GraphDependencyTypeDefault)
__CHV_SAME(hipGraphDependencyType, GraphDependencyTypeProgrammatic)
__CHV_SAME(hipMemAllocationHandleType, MemHandleTypeWin32)
__CHV_SAME(hipMemAllocationHandleType, MemHandleTypeWin32Kmt)
__CHV_SAME(hipMemLocationType, MemLocationTypeInvalid)
__CHV_SAME(hipMemLocationType, MemLocationTypeHost)
__CHV_SAME(hipMemLocationType, MemLocationTypeHostNuma)
__CHV_SAME(hipMemAllocationType, MemAllocationTypeInvalid)
__CHV_SAME(hipMemAllocationType, MemAllocationTypeMax)
__CHV_SAME(hipGraphExecUpdateResult, GraphExecUpdateErrorUnsupportedFunctionChange)
__CHV_SAME(hipResourceViewFormat, ResViewFormatUnsignedBlockCompressed1)
__CHV_SAME(hipResourceViewFormat, ResViewFormatUnsignedBlockCompressed2)
__CHV_SAME(hipResourceViewFormat, ResViewFormatUnsignedBlockCompressed3)
__CHV_SAME(hipResourceViewFormat, ResViewFormatUnsignedBlockCompressed4)
__CHV_SAME(hipResourceViewFormat, ResViewFormatSignedBlockCompressed4)
__CHV_SAME(hipResourceViewFormat, ResViewFormatUnsignedBlockCompressed5)
__CHV_SAME(hipResourceViewFormat, ResViewFormatSignedBlockCompressed5)
__CHV_SAME(hipResourceViewFormat, ResViewFormatUnsignedBlockCompressed6H)
__CHV_SAME(hipResourceViewFormat, ResViewFormatSignedBlockCompressed6H)
__CHV_SAME(hipResourceViewFormat, ResViewFormatUnsignedBlockCompressed7)
#undef __CHV_SAME

typedef enum hipDataType {
  HIP_R_32F = 0, HIP_R_64F = 1, HIP_R_16F = 2, HIP_R_8I = 3, HIP_C_32F = 4, HIP_C_64F = 5, HIP_C_16F = 6, HIP_C_8I = 7, HIP_R_8U = 8,
  HIP_C_8U = 9, HIP_R_32I = 10, HIP_C_32I = 11, HIP_R_32U = 12, HIP_C_32U = 13, HIP_R_16BF = 14, HIP_C_16BF = 15, HIP_R_4I = 16,
  HIP_C_4I = 17, HIP_R_4U = 18, HIP_C_4U = 19, HIP_R_16I = 20, HIP_C_16I = 21, HIP_R_16U = 22, HIP_C_16U = 23, HIP_R_64I = 24,
  HIP_C_64I = 25, HIP_R_64U = 26, HIP_C_64U = 27, HIP_R_8F_E4M3 = 28, HIP_R_8F_E5M2 = 29, HIP_R_8F_UE8M0 = 30, HIP_R_6F_E2M3 = 31,
  HIP_R_6F_E3M2 = 32, HIP_R_4F_E2M1 = 33, HIP_R_8F_E4M3_FNUZ = 1000, HIP_R_8F_E5M2_FNUZ = 1001
} hipDataType;
typedef enum hipLibraryPropertyType { HIP_LIBRARY_MAJOR_VERSION, HIP_LIBRARY_MINOR_VERSION, HIP_LIBRARY_PATCH_LEVEL } hipLibraryPropertyType;
// What the first HIP's programs compared results with.
enum { HIP_SUCCESS = 0, HIP_ERROR_INVALID_VALUE, HIP_ERROR_NOT_INITIALIZED, HIP_ERROR_LAUNCH_OUT_OF_RESOURCES };
typedef enum hipMemRangeCoherencyMode {
  hipMemRangeCoherencyModeFineGrain = 0, hipMemRangeCoherencyModeCoarseGrain = 1, hipMemRangeCoherencyModeIndeterminate = 2
} hipMemRangeCoherencyMode;
typedef enum hipMemHandleType { hipMemHandleTypeGeneric = 0 } hipMemHandleType;
typedef enum hipMemOperationType { hipMemOperationTypeMap = 1, hipMemOperationTypeUnmap = 2 } hipMemOperationType;
typedef enum hipArraySparseSubresourceType {
  hipArraySparseSubresourceTypeSparseLevel = 0, hipArraySparseSubresourceTypeMiptail = 1
} hipArraySparseSubresourceType;
typedef enum hipMemRangeHandleType { hipMemRangeHandleTypeDmaBufFd = 1, hipMemRangeHandleTypeMax = 0x7fffffff } hipMemRangeHandleType;
typedef enum hipMemRangeFlags { hipMemRangeFlagDmaBufMappingTypePcie = 1, hipMemRangeFlagsMax = 0x7fffffff } hipMemRangeFlags;
typedef unsigned hipGraphInstantiateFlags;

// Numbers that HIP adds to enumerations that are CUDA's here.
#define hipExtLimitScratchMin ((hipLimit_t)0x1000)
#define hipExtLimitScratchMax ((hipLimit_t)0x1001)
#define hipExtLimitScratchCurrent ((hipLimit_t)0x1002)
#define hipLimitRange ((hipLimit_t)0x1003)
#define hipMemAdviseSetCoarseGrain ((hipMemoryAdvise)100)
#define hipMemAdviseUnsetCoarseGrain ((hipMemoryAdvise)101)
#define hipMemRangeAttributeCoherencyMode ((hipMemRangeAttribute)100)
#define hipMemLocationTypeNone ((hipMemLocationType)0)
#define hipMemAllocationTypeUncached ((hipMemAllocationType)0x40000000)
#define hipFuncAttributeMax ((hipFuncAttribute)10)
#define hipLaunchAttributeMax ((hipLaunchAttributeID)11)
static constexpr hipGraphNodeType hipGraphNodeTypeExtSemaphoreSignal = cudaGraphNodeTypeExtSemaphoreSignal;
static constexpr hipGraphNodeType hipGraphNodeTypeExtSemaphoreWait = cudaGraphNodeTypeExtSemaphoreWait;
#define hipGraphNodeTypeMemcpyFromSymbol ((hipGraphNodeType)1012)
#define hipGraphNodeTypeMemcpyToSymbol ((hipGraphNodeType)1013)
#define hipGraphNodeTypeBatchMemOp ((hipGraphNodeType)1014)
#define hipGraphNodeTypeCount ((hipGraphNodeType)1015)
static constexpr hipError_t hipErrorInvalidChannelDescriptor = (hipError_t)cudaErrorInvalidChannelDescriptor;
static constexpr hipError_t hipErrorInvalidTexture = (hipError_t)cudaErrorInvalidTexture;
// No device here has these: asking for one is an error.
#define hipDeviceAttributeCudaCompatibleBegin ((hipDeviceAttribute_t)0x7f000000)
#define hipDeviceAttributeCudaCompatibleEnd ((hipDeviceAttribute_t)0x7f00270f)
#define hipDeviceAttributeAmdSpecificBegin ((hipDeviceAttribute_t)0x7f002710)
#define hipDeviceAttributeAmdSpecificEnd ((hipDeviceAttribute_t)0x7f004e1f)
#define hipDeviceAttributeVendorSpecificBegin ((hipDeviceAttribute_t)0x7f004e20)
#define hipDeviceAttributeLuid ((hipDeviceAttribute_t)0x7f000001)
#define hipDeviceAttributeLuidDeviceNodeMask ((hipDeviceAttribute_t)0x7f000002)
#define hipDeviceAttributeTotalGlobalMem ((hipDeviceAttribute_t)0x7f000003)
#define hipDeviceAttributePciChipId ((hipDeviceAttribute_t)0x7f002711)
static constexpr hipDeviceAttribute_t hipDeviceAttributePciDomainId = cudaDevAttrPciDomainId;
static constexpr hipDeviceAttribute_t hipDeviceAttributeMemoryPoolSupportedHandleTypes = cudaDevAttrMemoryPoolSupportedHandleTypes;

#define hipEventRecordDefault 0x0
#define hipEventRecordExternal 0x1
#define hipEventWaitDefault 0x0
#define hipEventWaitExternal 0x1
#define hipEnableDefault 0x0
#define hipEnableLegacyStream 0x1
#define hipEnablePerThreadDefaultStream 0x2
#define hipHostAllocDefault 0x0
#define hipHostAllocPortable 0x1
#define hipHostAllocMapped 0x2
#define hipHostAllocWriteCombined 0x4
#define hipHostMallocUncached 0x10000000
#define hipHostAllocUncached hipHostMallocUncached
#define hipExtHostRegisterCoarseGrained 0x8
#define hipExtHostRegisterUncached 0x80000000
#define hipDeviceLmemResizeToMax 0x10
#define hipExtAnyOrderLaunch 0x01
#define hipExternalMemoryDedicated 0x1
#define hipStreamLegacy ((hipStream_t)1)
#define hipStreamAttributeMemSyncDomainMap hipLaunchAttributeMemSyncDomainMap
#define hipStreamAttributeMemSyncDomain hipLaunchAttributeMemSyncDomain
#define hipDrvLaunchAttributeCooperative hipLaunchAttributeCooperative
#define hipDrvLaunchAttributeID hipLaunchAttributeID
#define hipDrvLaunchAttributeValue hipLaunchAttributeValue
#define hipDrvLaunchAttribute hipLaunchAttribute
#define hipGraphKernelNodePortDefault 0
#define hipGraphKernelNodePortProgrammatic 1
#define hipGraphKernelNodePortLaunchCompletion 2
#define hipTextureType1D 0x01
#define hipTextureType2D 0x02
#define hipTextureType3D 0x03
#define hipTextureTypeCubemap 0x0C
#define hipTextureType1DLayered 0xF1
#define hipTextureType2DLayered 0xF2
#define hipTextureTypeCubemapLayered 0xFC
#define HIP_RES_VIEW_FORMAT_UNSIGNED_BC1 ((HIPresourceViewFormat)0x19)
#define HIP_RES_VIEW_FORMAT_UNSIGNED_BC2 ((HIPresourceViewFormat)0x1a)
#define HIP_RES_VIEW_FORMAT_UNSIGNED_BC3 ((HIPresourceViewFormat)0x1b)
#define HIP_RES_VIEW_FORMAT_UNSIGNED_BC4 ((HIPresourceViewFormat)0x1c)
#define HIP_RES_VIEW_FORMAT_SIGNED_BC4 ((HIPresourceViewFormat)0x1d)
#define HIP_RES_VIEW_FORMAT_UNSIGNED_BC5 ((HIPresourceViewFormat)0x1e)
#define HIP_RES_VIEW_FORMAT_SIGNED_BC5 ((HIPresourceViewFormat)0x1f)
#define HIP_RES_VIEW_FORMAT_UNSIGNED_BC6H ((HIPresourceViewFormat)0x20)
#define HIP_RES_VIEW_FORMAT_SIGNED_BC6H ((HIPresourceViewFormat)0x21)
#define HIP_RES_VIEW_FORMAT_UNSIGNED_BC7 ((HIPresourceViewFormat)0x22)

typedef struct hipBatchMemOpNodeParams {
  hipCtx_t ctx;
  unsigned count;
  hipStreamBatchMemOpParams *paramArray;
  unsigned flags;
} hipBatchMemOpNodeParams;

// Several copies in one call, in the stream's order, as each of them alone.
inline hipError_t hipMemcpyBatchAsync(void **__to, void **__from, size_t *__bytes, size_t __count, hipMemcpyAttributes *__attributes,
                                      size_t *__from_which, size_t __attribute_count, size_t *__failed, hipStream_t __stream = 0) {
  if (__failed) *__failed = (size_t)-1;
  return (hipError_t)cudaMemcpyBatchAsync((const void *const *)__to, (const void *const *)__from, __bytes, __count, __attributes, __from_which,
                                          __attribute_count, __stream);
}
inline hipError_t hipMemcpy3DBatchAsync(size_t __count, hipMemcpy3DBatchOp *__list, size_t *__failed, unsigned long long __flags,
                                        hipStream_t __stream = 0) {
  if (__failed) *__failed = (size_t)-1;
  return (hipError_t)cudaMemcpy3DBatchAsync(__count, __list, __flags, __stream);
}
__CHV_HIP(DeviceGetTexture1DLinearMaxWidth, (size_t * __texels, const hipChannelFormatDesc *__format, int __device), (__texels, __format, __device))
