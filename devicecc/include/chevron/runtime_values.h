// Values of the runtime API that no call of Chevron's asks for: programs name them all the same. With CUDA 13's numbers.
#pragma once

enum cudaFlushGPUDirectRDMAWritesOptions { cudaFlushGPUDirectRDMAWritesOptionHost = 1, cudaFlushGPUDirectRDMAWritesOptionMemOps = 2 };
enum cudaGPUDirectRDMAWritesOrdering {
  cudaGPUDirectRDMAWritesOrderingNone = 0, cudaGPUDirectRDMAWritesOrderingOwner = 100, cudaGPUDirectRDMAWritesOrderingAllDevices = 200
};
enum cudaFlushGPUDirectRDMAWritesScope { cudaFlushGPUDirectRDMAWritesToOwner = 100, cudaFlushGPUDirectRDMAWritesToAllDevices = 200 };
enum cudaFlushGPUDirectRDMAWritesTarget { cudaFlushGPUDirectRDMAWritesTargetCurrentDevice = 0 };
enum cudaAtomicOperation {
  cudaAtomicOperationIntegerAdd = 0, cudaAtomicOperationIntegerMin = 1, cudaAtomicOperationIntegerMax = 2, cudaAtomicOperationIntegerIncrement = 3,
  cudaAtomicOperationIntegerDecrement = 4, cudaAtomicOperationAnd = 5, cudaAtomicOperationOr = 6, cudaAtomicOperationXOR = 7,
  cudaAtomicOperationExchange = 8, cudaAtomicOperationCAS = 9, cudaAtomicOperationFloatAdd = 10, cudaAtomicOperationFloatMin = 11,
  cudaAtomicOperationFloatMax = 12
};
enum cudaAtomicOperationCapability {
  cudaAtomicCapabilitySigned = 1, cudaAtomicCapabilityUnsigned = 2, cudaAtomicCapabilityReduction = 4, cudaAtomicCapabilityScalar32 = 8,
  cudaAtomicCapabilityScalar64 = 16, cudaAtomicCapabilityScalar128 = 32, cudaAtomicCapabilityVector32x4 = 64
};
enum cudaJit_CacheMode { cudaJitCacheOptionNone = 0, cudaJitCacheOptionCG = 1, cudaJitCacheOptionCA = 2 };
enum cudaJit_Fallback { cudaPreferPtx = 0, cudaPreferBinary = 1 };
enum cudaCGScope { cudaCGScopeInvalid = 0, cudaCGScopeGrid = 1, cudaCGScopeReserved = 2 };
enum cudaGraphKernelNodeField {
  cudaGraphKernelNodeFieldInvalid = 0, cudaGraphKernelNodeFieldGridDim = 1, cudaGraphKernelNodeFieldParam = 2, cudaGraphKernelNodeFieldEnabled = 3
};
enum cudaDeviceNumaConfig { cudaDeviceNumaConfigNone = 0, cudaDeviceNumaConfigNumaNode = 1 };

enum cudaLogLevel { cudaLogLevelError = 0, cudaLogLevelWarning = 1 };
enum cudaAsyncNotificationType { cudaAsyncNotificationTypeOverBudget = 1 };

// Graphics, and memory and semaphores of other systems: their calls are refused by name.
enum cudaGraphicsRegisterFlags {
  cudaGraphicsRegisterFlagsNone = 0, cudaGraphicsRegisterFlagsReadOnly = 1, cudaGraphicsRegisterFlagsWriteDiscard = 2,
  cudaGraphicsRegisterFlagsSurfaceLoadStore = 4, cudaGraphicsRegisterFlagsTextureGather = 8
};
enum cudaGraphicsMapFlags { cudaGraphicsMapFlagsNone = 0, cudaGraphicsMapFlagsReadOnly = 1, cudaGraphicsMapFlagsWriteDiscard = 2 };
enum cudaGraphicsCubeFace {
  cudaGraphicsCubeFacePositiveX = 0, cudaGraphicsCubeFaceNegativeX = 1, cudaGraphicsCubeFacePositiveY = 2, cudaGraphicsCubeFaceNegativeY = 3,
  cudaGraphicsCubeFacePositiveZ = 4, cudaGraphicsCubeFaceNegativeZ = 5
};
enum cudaExternalMemoryHandleType {
  cudaExternalMemoryHandleTypeOpaqueFd = 1, cudaExternalMemoryHandleTypeOpaqueWin32 = 2, cudaExternalMemoryHandleTypeOpaqueWin32Kmt = 3,
  cudaExternalMemoryHandleTypeD3D12Heap = 4, cudaExternalMemoryHandleTypeD3D12Resource = 5, cudaExternalMemoryHandleTypeD3D11Resource = 6,
  cudaExternalMemoryHandleTypeD3D11ResourceKmt = 7, cudaExternalMemoryHandleTypeNvSciBuf = 8
};
enum cudaExternalSemaphoreHandleType {
  cudaExternalSemaphoreHandleTypeOpaqueFd = 1, cudaExternalSemaphoreHandleTypeOpaqueWin32 = 2, cudaExternalSemaphoreHandleTypeOpaqueWin32Kmt = 3,
  cudaExternalSemaphoreHandleTypeD3D12Fence = 4, cudaExternalSemaphoreHandleTypeD3D11Fence = 5, cudaExternalSemaphoreHandleTypeNvSciSync = 6,
  cudaExternalSemaphoreHandleTypeKeyedMutex = 7, cudaExternalSemaphoreHandleTypeKeyedMutexKmt = 8, cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd = 9,
  cudaExternalSemaphoreHandleTypeTimelineSemaphoreWin32 = 10
};

#define cudaArrayColorAttachment 0x20
#define cudaArraySparse 0x40
#define cudaArrayDeferredMapping 0x80
#define cudaArraySparsePropertiesSingleMipTail 0x1
#define cudaExternalMemoryDedicated 0x1
#define cudaExternalSemaphoreSignalSkipNvSciBufMemSync 0x01
#define cudaExternalSemaphoreWaitSkipNvSciBufMemSync 0x02
#define cudaMemPoolCreateUsageHwDecompress 0x2
#define cudaNvSciSyncAttrSignal 0x1
#define cudaNvSciSyncAttrWait 0x2

// What `texture<float, cudaTextureType2D>` was written with. CUDA 12 took the references away, not these numbers.
#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC
#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC

#define __CHV_NO_TYPE(group, name) struct __CHV_ABSENT("`" #name "` (" group ")") name {};
__CHV_NO_TYPE("sparse arrays", cudaArraySparseProperties)
__CHV_NO_TYPE("external memory and semaphores", cudaExternalMemory_t)
__CHV_NO_TYPE("external memory and semaphores", cudaExternalSemaphore_t)
__CHV_NO_TYPE("external memory and semaphores", cudaExternalMemoryHandleDesc)
__CHV_NO_TYPE("external memory and semaphores", cudaExternalMemoryBufferDesc)
__CHV_NO_TYPE("external memory and semaphores", cudaExternalMemoryMipmappedArrayDesc)
__CHV_NO_TYPE("external memory and semaphores", cudaExternalSemaphoreHandleDesc)
__CHV_NO_TYPE("external memory and semaphores", cudaExternalSemaphoreSignalParams)
__CHV_NO_TYPE("external memory and semaphores", cudaExternalSemaphoreWaitParams)
__CHV_NO_TYPE("external memory and semaphores", cudaExternalSemaphoreSignalNodeParams)
__CHV_NO_TYPE("external memory and semaphores", cudaExternalSemaphoreSignalNodeParamsV2)
__CHV_NO_TYPE("external memory and semaphores", cudaExternalSemaphoreWaitNodeParams)
__CHV_NO_TYPE("external memory and semaphores", cudaExternalSemaphoreWaitNodeParamsV2)
__CHV_NO_TYPE("graphics", cudaGraphicsResource_t)
__CHV_NO_TYPE("memory shared between processes", cudaMemFabricHandle_t)
__CHV_NO_TYPE("notifications and logs of the driver", cudaAsyncCallback)
__CHV_NO_TYPE("notifications and logs of the driver", cudaAsyncCallbackHandle_t)
__CHV_NO_TYPE("notifications and logs of the driver", cudaAsyncNotificationInfo)
__CHV_NO_TYPE("notifications and logs of the driver", cudaAsyncNotificationInfo_t)
__CHV_NO_TYPE("graphs changed by kernels", cudaGraphKernelNodeUpdate)
__CHV_NO_TYPE("functions of host code in libraries", cudalibraryHostUniversalFunctionAndDataTable)
#undef __CHV_NO_TYPE
