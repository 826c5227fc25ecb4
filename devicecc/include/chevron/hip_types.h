// HIP's names of the runtime API's types and constants. Except for errors and device properties they are CUDA's types.
#pragma once

#include "hip_errors.h"

typedef cudaStream_t hipStream_t;
typedef cudaEvent_t hipEvent_t;
typedef cudaGraph_t hipGraph_t;
typedef cudaGraphNode_t hipGraphNode_t;
typedef cudaGraphExec_t hipGraphExec_t;
typedef cudaMemPool_t hipMemPool_t;
typedef cudaArray_t hipArray_t;
typedef cudaHostFn_t hipHostFn_t;
typedef cudaPitchedPtr hipPitchedPtr;
typedef cudaExtent hipExtent;
typedef cudaPos hipPos;
typedef cudaMemcpy3DParms hipMemcpy3DParms;
typedef cudaMemcpy3DPeerParms hipMemcpy3DPeerParms;
typedef cudaFuncAttributes hipFuncAttributes;
typedef cudaMemPoolProps hipMemPoolProps;
typedef cudaMemLocation hipMemLocation;
typedef cudaMemAccessDesc hipMemAccessDesc;
typedef cudaKernelNodeParams hipKernelNodeParams;
typedef cudaMemsetParams hipMemsetParams;
typedef cudaHostNodeParams hipHostNodeParams;
typedef cudaMemAllocNodeParams hipMemAllocNodeParams;
typedef CUuuid_st hipUUID;
typedef void *hipDeviceptr_t;
typedef int hipDevice_t;
typedef void (*hipStreamCallback_t)(hipStream_t __stream, hipError_t __status, void *__user_data);

// Constants that exist on both sides under the same name.
#define __CHV_SAME(type, name) static constexpr type hip##name = cuda##name;
typedef cudaMemcpyKind hipMemcpyKind;
__CHV_SAME(hipMemcpyKind, MemcpyHostToHost)
__CHV_SAME(hipMemcpyKind, MemcpyHostToDevice)
__CHV_SAME(hipMemcpyKind, MemcpyDeviceToHost)
__CHV_SAME(hipMemcpyKind, MemcpyDeviceToDevice)
__CHV_SAME(hipMemcpyKind, MemcpyDefault)
typedef cudaMemoryType hipMemoryType;
__CHV_SAME(hipMemoryType, MemoryTypeUnregistered)
__CHV_SAME(hipMemoryType, MemoryTypeHost)
__CHV_SAME(hipMemoryType, MemoryTypeDevice)
__CHV_SAME(hipMemoryType, MemoryTypeManaged)
static constexpr hipMemoryType hipMemoryTypeArray = (hipMemoryType)10;
static constexpr hipMemoryType hipMemoryTypeUnified = (hipMemoryType)11;
typedef cudaMemoryAdvise hipMemoryAdvise;
__CHV_SAME(hipMemoryAdvise, MemAdviseSetReadMostly)
__CHV_SAME(hipMemoryAdvise, MemAdviseUnsetReadMostly)
__CHV_SAME(hipMemoryAdvise, MemAdviseSetPreferredLocation)
__CHV_SAME(hipMemoryAdvise, MemAdviseUnsetPreferredLocation)
__CHV_SAME(hipMemoryAdvise, MemAdviseSetAccessedBy)
__CHV_SAME(hipMemoryAdvise, MemAdviseUnsetAccessedBy)
typedef cudaMemPoolAttr hipMemPoolAttr;
__CHV_SAME(hipMemPoolAttr, MemPoolReuseFollowEventDependencies)
__CHV_SAME(hipMemPoolAttr, MemPoolReuseAllowOpportunistic)
__CHV_SAME(hipMemPoolAttr, MemPoolReuseAllowInternalDependencies)
__CHV_SAME(hipMemPoolAttr, MemPoolAttrReleaseThreshold)
__CHV_SAME(hipMemPoolAttr, MemPoolAttrReservedMemCurrent)
__CHV_SAME(hipMemPoolAttr, MemPoolAttrReservedMemHigh)
__CHV_SAME(hipMemPoolAttr, MemPoolAttrUsedMemCurrent)
__CHV_SAME(hipMemPoolAttr, MemPoolAttrUsedMemHigh)
__CHV_SAME(cudaMemLocationType, MemLocationTypeDevice)
__CHV_SAME(cudaMemAllocationType, MemAllocationTypePinned)
__CHV_SAME(cudaMemAllocationHandleType, MemHandleTypeNone)
__CHV_SAME(cudaMemAllocationHandleType, MemHandleTypePosixFileDescriptor)
typedef cudaFuncAttribute hipFuncAttribute;
__CHV_SAME(hipFuncAttribute, FuncAttributeMaxDynamicSharedMemorySize)
__CHV_SAME(hipFuncAttribute, FuncAttributePreferredSharedMemoryCarveout)
typedef cudaFuncCache hipFuncCache_t;
__CHV_SAME(hipFuncCache_t, FuncCachePreferNone)
__CHV_SAME(hipFuncCache_t, FuncCachePreferShared)
__CHV_SAME(hipFuncCache_t, FuncCachePreferL1)
__CHV_SAME(hipFuncCache_t, FuncCachePreferEqual)
typedef cudaSharedMemConfig hipSharedMemConfig;
__CHV_SAME(hipSharedMemConfig, SharedMemBankSizeDefault)
__CHV_SAME(hipSharedMemConfig, SharedMemBankSizeFourByte)
__CHV_SAME(hipSharedMemConfig, SharedMemBankSizeEightByte)
typedef cudaLimit hipLimit_t;
__CHV_SAME(hipLimit_t, LimitStackSize)
__CHV_SAME(hipLimit_t, LimitPrintfFifoSize)
__CHV_SAME(hipLimit_t, LimitMallocHeapSize)
typedef cudaComputeMode hipComputeMode;
__CHV_SAME(hipComputeMode, ComputeModeDefault)
__CHV_SAME(hipComputeMode, ComputeModeExclusive)
__CHV_SAME(hipComputeMode, ComputeModeProhibited)
__CHV_SAME(hipComputeMode, ComputeModeExclusiveProcess)
typedef cudaStreamCaptureMode hipStreamCaptureMode;
__CHV_SAME(hipStreamCaptureMode, StreamCaptureModeGlobal)
__CHV_SAME(hipStreamCaptureMode, StreamCaptureModeThreadLocal)
__CHV_SAME(hipStreamCaptureMode, StreamCaptureModeRelaxed)
typedef cudaStreamCaptureStatus hipStreamCaptureStatus;
__CHV_SAME(hipStreamCaptureStatus, StreamCaptureStatusNone)
__CHV_SAME(hipStreamCaptureStatus, StreamCaptureStatusActive)
__CHV_SAME(hipStreamCaptureStatus, StreamCaptureStatusInvalidated)
typedef cudaGraphNodeType hipGraphNodeType;
__CHV_SAME(hipGraphNodeType, GraphNodeTypeKernel)
__CHV_SAME(hipGraphNodeType, GraphNodeTypeMemcpy)
__CHV_SAME(hipGraphNodeType, GraphNodeTypeMemset)
__CHV_SAME(hipGraphNodeType, GraphNodeTypeHost)
__CHV_SAME(hipGraphNodeType, GraphNodeTypeGraph)
__CHV_SAME(hipGraphNodeType, GraphNodeTypeEmpty)
__CHV_SAME(hipGraphNodeType, GraphNodeTypeWaitEvent)
__CHV_SAME(hipGraphNodeType, GraphNodeTypeEventRecord)
__CHV_SAME(hipGraphNodeType, GraphNodeTypeMemAlloc)
__CHV_SAME(hipGraphNodeType, GraphNodeTypeMemFree)
typedef cudaGraphExecUpdateResult hipGraphExecUpdateResult;
__CHV_SAME(hipGraphExecUpdateResult, GraphExecUpdateSuccess)
__CHV_SAME(hipGraphExecUpdateResult, GraphExecUpdateError)
__CHV_SAME(hipGraphExecUpdateResult, GraphExecUpdateErrorTopologyChanged)
__CHV_SAME(hipGraphExecUpdateResult, GraphExecUpdateErrorNodeTypeChanged)
__CHV_SAME(hipGraphExecUpdateResult, GraphExecUpdateErrorFunctionChanged)
__CHV_SAME(hipGraphExecUpdateResult, GraphExecUpdateErrorParametersChanged)
__CHV_SAME(hipGraphExecUpdateResult, GraphExecUpdateErrorNotSupported)
__CHV_SAME(int, GraphInstantiateFlagAutoFreeOnLaunch)
__CHV_SAME(int, GraphInstantiateFlagUpload)
__CHV_SAME(int, GraphInstantiateFlagDeviceLaunch)
__CHV_SAME(int, GraphInstantiateFlagUseNodePriority)
typedef cudaGraphInstantiateParams hipGraphInstantiateParams;
typedef cudaGraphInstantiateResult hipGraphInstantiateResult;
__CHV_SAME(hipGraphInstantiateResult, GraphInstantiateSuccess)
__CHV_SAME(hipGraphInstantiateResult, GraphInstantiateError)
__CHV_SAME(hipGraphInstantiateResult, GraphInstantiateInvalidStructure)
__CHV_SAME(hipGraphInstantiateResult, GraphInstantiateNodeOperationNotSupported)
__CHV_SAME(hipGraphInstantiateResult, GraphInstantiateMultipleDevicesNotSupported)
typedef cudaGraphMemAttributeType hipGraphMemAttributeType;
__CHV_SAME(hipGraphMemAttributeType, GraphMemAttrUsedMemCurrent)
__CHV_SAME(hipGraphMemAttributeType, GraphMemAttrUsedMemHigh)
__CHV_SAME(hipGraphMemAttributeType, GraphMemAttrReservedMemCurrent)
__CHV_SAME(hipGraphMemAttributeType, GraphMemAttrReservedMemHigh)
typedef cudaGraphNodeParams hipGraphNodeParams;
typedef cudaGraphEdgeData hipGraphEdgeData;
typedef cudaUserObject_t hipUserObject_t;
typedef cudaUserObjectFlags hipUserObjectFlags;
typedef cudaUserObjectRetainFlags hipUserObjectRetainFlags;
__CHV_SAME(hipUserObjectFlags, UserObjectNoDestructorSync)
__CHV_SAME(hipUserObjectRetainFlags, GraphUserObjectMove)
typedef cudaStreamUpdateCaptureDependenciesFlags hipStreamUpdateCaptureDependenciesFlags;
__CHV_SAME(hipStreamUpdateCaptureDependenciesFlags, StreamAddCaptureDependencies)
__CHV_SAME(hipStreamUpdateCaptureDependenciesFlags, StreamSetCaptureDependencies)
typedef cudaLaunchAttributeID hipKernelNodeAttrID;
typedef cudaLaunchAttributeValue hipKernelNodeAttrValue;
typedef cudaLaunchAttributeID hipLaunchAttributeID;
typedef cudaLaunchAttributeValue hipLaunchAttributeValue;
static constexpr hipKernelNodeAttrID hipKernelNodeAttributeAccessPolicyWindow = cudaLaunchAttributeAccessPolicyWindow;
static constexpr hipKernelNodeAttrID hipKernelNodeAttributeCooperative = cudaLaunchAttributeCooperative;
static constexpr hipKernelNodeAttrID hipKernelNodeAttributePriority = cudaLaunchAttributePriority;
typedef cudaAccessPolicyWindow hipAccessPolicyWindow;
typedef cudaAccessProperty hipAccessProperty;
__CHV_SAME(hipAccessProperty, AccessPropertyNormal)
__CHV_SAME(hipAccessProperty, AccessPropertyStreaming)
__CHV_SAME(hipAccessProperty, AccessPropertyPersisting)
#undef __CHV_SAME

// AMD's copy by another engine; here there is one.
static constexpr hipMemcpyKind hipMemcpyDeviceToDeviceNoCU = cudaMemcpyDeviceToDevice;
#define hipStreamDefault 0x00
#define hipStreamNonBlocking 0x01
#define hipStreamPerThread ((hipStream_t)2)
#define hipEventDefault 0x0
#define hipEventBlockingSync 0x1
#define hipEventDisableTiming 0x2
#define hipEventInterprocess 0x4
#define hipEventDisableSystemFence 0x20000000
#define hipEventReleaseToDevice 0x40000000
#define hipEventReleaseToSystem 0x80000000
#define hipHostMallocDefault 0x0
#define hipHostMallocPortable 0x1
#define hipHostMallocMapped 0x2
#define hipHostMallocWriteCombined 0x4
#define hipHostMallocNumaUser 0x20000000
#define hipHostMallocCoherent 0x40000000
#define hipHostMallocNonCoherent 0x80000000
#define hipHostRegisterDefault 0x0
#define hipHostRegisterPortable 0x1
#define hipHostRegisterMapped 0x2
#define hipHostRegisterIoMemory 0x4
#define hipHostRegisterReadOnly 0x8
#define hipDeviceMallocDefault 0x0
#define hipDeviceMallocFinegrained 0x1
#define hipMallocSignalMemory 0x2
#define hipDeviceMallocUncached 0x3
#define hipDeviceMallocContiguous 0x4
#define hipMemAttachGlobal 0x01
#define hipMemAttachHost 0x02
#define hipMemAttachSingle 0x04
#define hipDeviceScheduleAuto 0x0
#define hipDeviceScheduleSpin 0x1
#define hipDeviceScheduleYield 0x2
#define hipDeviceScheduleBlockingSync 0x4
#define hipDeviceMapHost 0x8
#define hipDeviceScheduleMask 0x7
#define hipOccupancyDefault 0x0
#define hipOccupancyDisableCachingOverride 0x1
#define hipCooperativeLaunchMultiDeviceNoPreSync 0x1
#define hipCooperativeLaunchMultiDeviceNoPostSync 0x2
#define hipIpcMemLazyEnablePeerAccess 0x1
#define hipStreamWaitValueGte 0x0
#define hipStreamWaitValueEq 0x1
#define hipStreamWaitValueAnd 0x2
#define hipStreamWaitValueNor 0x3
#define hipCpuDeviceId ((int)-1)
#define hipInvalidDeviceId ((int)-2)

// Of virtual memory management.
typedef struct ihipMemGenericAllocationHandle *hipMemGenericAllocationHandle_t;
typedef cudaMemAllocationType hipMemAllocationType;
typedef cudaMemAllocationHandleType hipMemAllocationHandleType;
typedef cudaMemLocationType hipMemLocationType;
typedef cudaMemAccessFlags hipMemAccessFlags;
static constexpr hipMemAccessFlags hipMemAccessFlagsProtNone = cudaMemAccessFlagsProtNone;
static constexpr hipMemAccessFlags hipMemAccessFlagsProtRead = cudaMemAccessFlagsProtRead;
static constexpr hipMemAccessFlags hipMemAccessFlagsProtReadWrite = cudaMemAccessFlagsProtReadWrite;
typedef enum hipMemAllocationGranularity_flags {
  hipMemAllocationGranularityMinimum = 0, hipMemAllocationGranularityRecommended = 1
} hipMemAllocationGranularity_flags;
typedef struct hipMemAllocationProp {
  hipMemAllocationType type;
  hipMemAllocationHandleType requestedHandleType;
  hipMemLocation location;
  void *win32HandleMetaData;
  struct {
    unsigned char compressionType, gpuDirectRDMACapable;
    unsigned short usage;
  } allocFlags;
} hipMemAllocationProp;

// Handles and markers of the module interface.
typedef struct ihipModule_t *hipModule_t;
// What an assembler is told that is not there: hints.
typedef enum hipJitOption {
  hipJitOptionMaxRegisters = 0, hipJitOptionThreadsPerBlock = 1, hipJitOptionWallTime = 2, hipJitOptionInfoLogBuffer = 3,
  hipJitOptionInfoLogBufferSizeBytes = 4, hipJitOptionErrorLogBuffer = 5, hipJitOptionErrorLogBufferSizeBytes = 6,
  hipJitOptionOptimizationLevel = 7, hipJitOptionTargetFromContext = 8, hipJitOptionTarget = 9, hipJitOptionFallbackStrategy = 10,
  hipJitOptionGenerateDebugInfo = 11, hipJitOptionLogVerbose = 12, hipJitOptionGenerateLineInfo = 13, hipJitOptionCacheMode = 14
} hipJitOption;
typedef struct ihipModuleSymbol_t *hipFunction_t;
#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void *)2)
#define HIP_LAUNCH_PARAM_END ((void *)3)

// The driver interface's descriptions of copies. Positions and widths in bytes, heights in rows.
typedef struct hip_Memcpy2D {
  size_t srcXInBytes, srcY;
  hipMemoryType srcMemoryType;
  const void *srcHost;
  hipDeviceptr_t srcDevice;
  hipArray_t srcArray;
  size_t srcPitch;
  size_t dstXInBytes, dstY;
  hipMemoryType dstMemoryType;
  void *dstHost;
  hipDeviceptr_t dstDevice;
  hipArray_t dstArray;
  size_t dstPitch;
  size_t WidthInBytes, Height;
} hip_Memcpy2D;
typedef struct HIP_MEMCPY3D {
  size_t srcXInBytes, srcY, srcZ, srcLOD;
  hipMemoryType srcMemoryType;
  const void *srcHost;
  hipDeviceptr_t srcDevice;
  hipArray_t srcArray;
  size_t srcPitch, srcHeight;
  size_t dstXInBytes, dstY, dstZ, dstLOD;
  hipMemoryType dstMemoryType;
  void *dstHost;
  hipDeviceptr_t dstDevice;
  hipArray_t dstArray;
  size_t dstPitch, dstHeight;
  size_t WidthInBytes, Height, Depth;
} HIP_MEMCPY3D;

inline hipPitchedPtr make_hipPitchedPtr(void *__p, size_t __pitch, size_t __xsize, size_t __ysize) { return {__p, __pitch, __xsize, __ysize}; }
inline hipExtent make_hipExtent(size_t __width, size_t __height, size_t __depth) { return {__width, __height, __depth}; }
inline hipPos make_hipPos(size_t __x, size_t __y, size_t __z) { return {__x, __y, __z}; }
