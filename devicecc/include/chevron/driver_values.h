// Values and types of the driver API that have no better place: flags, kinds of nodes' fields, and what refused calls would take. With CUDA 13's numbers.
#pragma once

#include "runtime_graph_types.h"

// The runtime API's own, under the driver's names: attributes of launches and streams hold these types.
typedef enum cudaSynchronizationPolicy CUsynchronizationPolicy;
#define CU_SYNC_POLICY_AUTO cudaSyncPolicyAuto
#define CU_SYNC_POLICY_SPIN cudaSyncPolicySpin
#define CU_SYNC_POLICY_YIELD cudaSyncPolicyYield
#define CU_SYNC_POLICY_BLOCKING_SYNC cudaSyncPolicyBlockingSync
typedef enum cudaAccessProperty CUaccessProperty;
#define CU_ACCESS_PROPERTY_NORMAL cudaAccessPropertyNormal
#define CU_ACCESS_PROPERTY_STREAMING cudaAccessPropertyStreaming
#define CU_ACCESS_PROPERTY_PERSISTING cudaAccessPropertyPersisting
typedef struct cudaAccessPolicyWindow CUaccessPolicyWindow;
typedef enum cudaClusterSchedulingPolicy CUclusterSchedulingPolicy;
#define CU_CLUSTER_SCHEDULING_POLICY_DEFAULT cudaClusterSchedulingPolicyDefault
#define CU_CLUSTER_SCHEDULING_POLICY_SPREAD cudaClusterSchedulingPolicySpread
#define CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING cudaClusterSchedulingPolicyLoadBalancing
typedef cudaLaunchMemSyncDomain CUlaunchMemSyncDomain;
#define CU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT cudaLaunchMemSyncDomainDefault
#define CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE cudaLaunchMemSyncDomainRemote
typedef cudaLaunchMemSyncDomainMap CUlaunchMemSyncDomainMap;
typedef cudaGraphDeviceNode_t CUgraphDeviceNode;
typedef cudaGraphInstantiateResult CUgraphInstantiateResult;
#define CUDA_GRAPH_INSTANTIATE_SUCCESS cudaGraphInstantiateSuccess
#define CUDA_GRAPH_INSTANTIATE_ERROR cudaGraphInstantiateError
#define CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE cudaGraphInstantiateInvalidStructure
#define CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED cudaGraphInstantiateNodeOperationNotSupported
#define CUDA_GRAPH_INSTANTIATE_MULTIPLE_CTXS_NOT_SUPPORTED cudaGraphInstantiateMultipleDevicesNotSupported
#define CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED cudaGraphInstantiateConditionalHandleUnused
typedef cudaGraphExecUpdateResult CUgraphExecUpdateResult;
#define CU_GRAPH_EXEC_UPDATE_SUCCESS cudaGraphExecUpdateSuccess
#define CU_GRAPH_EXEC_UPDATE_ERROR cudaGraphExecUpdateError
#define CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED cudaGraphExecUpdateErrorTopologyChanged
#define CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED cudaGraphExecUpdateErrorNodeTypeChanged
#define CU_GRAPH_EXEC_UPDATE_ERROR_FUNCTION_CHANGED cudaGraphExecUpdateErrorFunctionChanged
#define CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED cudaGraphExecUpdateErrorParametersChanged
#define CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED cudaGraphExecUpdateErrorNotSupported
#define CU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE cudaGraphExecUpdateErrorUnsupportedFunctionChange
#define CU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED cudaGraphExecUpdateErrorAttributesChanged
#define CU_KERNEL_NODE_ATTRIBUTE_CLUSTER_DIMENSION cudaLaunchAttributeClusterDimension
#define CU_KERNEL_NODE_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE cudaLaunchAttributeClusterSchedulingPolicyPreference
#define CU_KERNEL_NODE_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE cudaLaunchAttributeDeviceUpdatableKernelNode
#define CU_KERNEL_NODE_ATTRIBUTE_MEM_SYNC_DOMAIN cudaLaunchAttributeMemSyncDomain
#define CU_KERNEL_NODE_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP cudaLaunchAttributeMemSyncDomainMap
#define CU_KERNEL_NODE_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION cudaLaunchAttributePreferredClusterDimension
#define CU_KERNEL_NODE_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT cudaLaunchAttributePreferredSharedMemoryCarveout

typedef enum CUevent_sched_flags_enum {
  CU_EVENT_SCHED_AUTO = 0, CU_EVENT_SCHED_SPIN = 1, CU_EVENT_SCHED_YIELD = 2, CU_EVENT_SCHED_BLOCKING_SYNC = 4
} CUevent_sched_flags;
typedef enum CUevent_record_flags_enum { CU_EVENT_RECORD_DEFAULT = 0, CU_EVENT_RECORD_EXTERNAL = 1 } CUevent_record_flags;
typedef enum CUevent_wait_flags_enum { CU_EVENT_WAIT_DEFAULT = 0, CU_EVENT_WAIT_EXTERNAL = 1 } CUevent_wait_flags;
typedef enum CUstreamMemoryBarrier_flags_enum {
  CU_STREAM_MEMORY_BARRIER_TYPE_SYS = 0, CU_STREAM_MEMORY_BARRIER_TYPE_GPU = 1
} CUstreamMemoryBarrier_flags;
typedef enum CUoccupancy_flags_enum { CU_OCCUPANCY_DEFAULT = 0, CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE = 1 } CUoccupancy_flags;
typedef enum CUstreamUpdateCaptureDependencies_flags_enum {
  CU_STREAM_ADD_CAPTURE_DEPENDENCIES = 0, CU_STREAM_SET_CAPTURE_DEPENDENCIES = 1
} CUstreamUpdateCaptureDependencies_flags;
typedef enum CUasyncNotificationType_enum { CU_ASYNC_NOTIFICATION_TYPE_OVER_BUDGET = 1 } CUasyncNotificationType;
typedef enum CUjitInputType_enum {
  CU_JIT_INPUT_CUBIN = 0, CU_JIT_INPUT_PTX = 1, CU_JIT_INPUT_FATBINARY = 2, CU_JIT_INPUT_OBJECT = 3, CU_JIT_INPUT_LIBRARY = 4, CU_JIT_INPUT_NVVM = 5,
  CU_JIT_NUM_INPUT_TYPES = 6
} CUjitInputType;
typedef enum CUgraphDependencyType_enum { CU_GRAPH_DEPENDENCY_TYPE_DEFAULT = 0, CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC = 1 } CUgraphDependencyType;
typedef enum CUatomicOperation_enum {
  CU_ATOMIC_OPERATION_INTEGER_ADD = 0, CU_ATOMIC_OPERATION_INTEGER_MIN = 1, CU_ATOMIC_OPERATION_INTEGER_MAX = 2,
  CU_ATOMIC_OPERATION_INTEGER_INCREMENT = 3, CU_ATOMIC_OPERATION_INTEGER_DECREMENT = 4, CU_ATOMIC_OPERATION_AND = 5, CU_ATOMIC_OPERATION_OR = 6, CU_ATOMIC_OPERATION_XOR = 7,
  CU_ATOMIC_OPERATION_EXCHANGE = 8, CU_ATOMIC_OPERATION_CAS = 9, CU_ATOMIC_OPERATION_FLOAT_ADD = 10, CU_ATOMIC_OPERATION_FLOAT_MIN = 11,
  CU_ATOMIC_OPERATION_FLOAT_MAX = 12, CU_ATOMIC_OPERATION_MAX = 13
} CUatomicOperation;
typedef enum CUatomicOperationCapability_enum {
  CU_ATOMIC_CAPABILITY_SIGNED = 1, CU_ATOMIC_CAPABILITY_UNSIGNED = 2, CU_ATOMIC_CAPABILITY_REDUCTION = 4, CU_ATOMIC_CAPABILITY_SCALAR_32 = 8,
  CU_ATOMIC_CAPABILITY_SCALAR_64 = 16, CU_ATOMIC_CAPABILITY_SCALAR_128 = 32, CU_ATOMIC_CAPABILITY_VECTOR_32x4 = 64
} CUatomicOperationCapability;
typedef enum CUDA_POINTER_ATTRIBUTE_ACCESS_FLAGS_enum {
  CU_POINTER_ATTRIBUTE_ACCESS_FLAG_NONE = 0, CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READ = 1, CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE = 3
} CUDA_POINTER_ATTRIBUTE_ACCESS_FLAGS;
typedef enum CUmemRangeHandleType_enum { CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD = 1, CU_MEM_RANGE_HANDLE_TYPE_MAX = 0x7fffffff } CUmemRangeHandleType;
typedef enum CUmemRangeFlags_enum { CU_MEM_RANGE_FLAG_DMA_BUF_MAPPING_TYPE_PCIE = 1 } CUmemRangeFlags;
typedef enum CUarraySparseSubresourceType_enum {
  CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_SPARSE_LEVEL = 0, CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_MIPTAIL = 1
} CUarraySparseSubresourceType;
typedef enum CUmemOperationType_enum { CU_MEM_OPERATION_TYPE_MAP = 1, CU_MEM_OPERATION_TYPE_UNMAP = 2 } CUmemOperationType;
typedef enum CUmemHandleType_enum { CU_MEM_HANDLE_TYPE_GENERIC = 0 } CUmemHandleType;
typedef enum CUmulticastGranularity_flags_enum {
  CU_MULTICAST_GRANULARITY_MINIMUM = 0, CU_MULTICAST_GRANULARITY_RECOMMENDED = 1
} CUmulticastGranularity_flags;
typedef enum CUgraphChildGraphNodeOwnership_enum {
  CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE = 0, CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE = 1
} CUgraphChildGraphNodeOwnership;
typedef enum CUflushGPUDirectRDMAWritesOptions_enum {
  CU_FLUSH_GPU_DIRECT_RDMA_WRITES_OPTION_HOST = 1, CU_FLUSH_GPU_DIRECT_RDMA_WRITES_OPTION_MEMOPS = 2
} CUflushGPUDirectRDMAWritesOptions;
typedef enum CUGPUDirectRDMAWritesOrdering_enum {
  CU_GPU_DIRECT_RDMA_WRITES_ORDERING_NONE = 0, CU_GPU_DIRECT_RDMA_WRITES_ORDERING_OWNER = 100, CU_GPU_DIRECT_RDMA_WRITES_ORDERING_ALL_DEVICES = 200
} CUGPUDirectRDMAWritesOrdering;
typedef enum CUflushGPUDirectRDMAWritesScope_enum {
  CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_OWNER = 100, CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_ALL_DEVICES = 200
} CUflushGPUDirectRDMAWritesScope;
typedef enum CUflushGPUDirectRDMAWritesTarget_enum { CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX = 0 } CUflushGPUDirectRDMAWritesTarget;
typedef enum CUgraphDebugDot_flags_enum {
  CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE = 1, CU_GRAPH_DEBUG_DOT_FLAGS_RUNTIME_TYPES = 2, CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_PARAMS = 4,
  CU_GRAPH_DEBUG_DOT_FLAGS_MEMCPY_NODE_PARAMS = 8, CU_GRAPH_DEBUG_DOT_FLAGS_MEMSET_NODE_PARAMS = 16, CU_GRAPH_DEBUG_DOT_FLAGS_HOST_NODE_PARAMS = 32,
  CU_GRAPH_DEBUG_DOT_FLAGS_EVENT_NODE_PARAMS = 64, CU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_SIGNAL_NODE_PARAMS = 128,
  CU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_WAIT_NODE_PARAMS = 256, CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_ATTRIBUTES = 512, CU_GRAPH_DEBUG_DOT_FLAGS_HANDLES =
  1024, CU_GRAPH_DEBUG_DOT_FLAGS_MEM_ALLOC_NODE_PARAMS = 2048, CU_GRAPH_DEBUG_DOT_FLAGS_MEM_FREE_NODE_PARAMS = 4096,
  CU_GRAPH_DEBUG_DOT_FLAGS_BATCH_MEM_OP_NODE_PARAMS = 8192, CU_GRAPH_DEBUG_DOT_FLAGS_EXTRA_TOPO_INFO = 16384,
  CU_GRAPH_DEBUG_DOT_FLAGS_CONDITIONAL_NODE_PARAMS = 32768
} CUgraphDebugDot_flags;
typedef enum CUuserObject_flags_enum { CU_USER_OBJECT_NO_DESTRUCTOR_SYNC = 1 } CUuserObject_flags;
typedef enum CUuserObjectRetain_flags_enum { CU_GRAPH_USER_OBJECT_MOVE = 1 } CUuserObjectRetain_flags;
typedef enum CUdeviceNumaConfig_enum { CU_DEVICE_NUMA_CONFIG_NONE = 0, CU_DEVICE_NUMA_CONFIG_NUMA_NODE = 1 } CUdeviceNumaConfig;
typedef enum CUmemDecompressAlgorithm_enum {
  CU_MEM_DECOMPRESS_UNSUPPORTED = 0, CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE = 1, CU_MEM_DECOMPRESS_ALGORITHM_SNAPPY = 2,
  CU_MEM_DECOMPRESS_ALGORITHM_LZ4 = 4
} CUmemDecompressAlgorithm;
typedef enum CUfunctionLoadingState_enum {
  CU_FUNCTION_LOADING_STATE_UNLOADED = 0, CU_FUNCTION_LOADING_STATE_LOADED = 1, CU_FUNCTION_LOADING_STATE_MAX = 2
} CUfunctionLoadingState;

typedef enum CUipcMem_flags_enum { CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS = 0x1 } CUipcMem_flags;
typedef enum CUgraphInstantiate_flags_enum {
  CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH = 1, CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD = 2, CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH = 4,
  CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY = 8
} CUgraphInstantiate_flags;
#define CU_STREAM_LEGACY ((CUstream)0x1)
#define CU_STREAM_PER_THREAD ((CUstream)0x2)
#define CU_MEMHOSTALLOC_PORTABLE 0x01
#define CU_MEMHOSTALLOC_DEVICEMAP 0x02
#define CU_MEMHOSTALLOC_WRITECOMBINED 0x04
#define CU_MEMHOSTREGISTER_PORTABLE 0x01
#define CU_MEMHOSTREGISTER_DEVICEMAP 0x02
#define CU_MEMHOSTREGISTER_IOMEMORY 0x04
#define CU_MEMHOSTREGISTER_READ_ONLY 0x08
#define CU_PARAM_TR_DEFAULT -1
#define CU_TRSA_OVERRIDE_FORMAT 0x01
#define CU_LAUNCH_KERNEL_REQUIRED_BLOCK_DIM 1
#define CU_GRAPH_KERNEL_NODE_PORT_DEFAULT 0
#define CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC 1
#define CU_GRAPH_KERNEL_NODE_PORT_LAUNCH_ORDER 2
#define CU_COMPUTE_ACCELERATED_TARGET_BASE 0x10000
#define CU_COMPUTE_FAMILY_TARGET_BASE 0x20000
#define CU_MEM_CREATE_USAGE_TILE_POOL 0x1
#define CU_MEM_CREATE_USAGE_HW_DECOMPRESS 0x2
#define CU_MEM_POOL_CREATE_USAGE_HW_DECOMPRESS 0x2
#define CU_ARRAY_SPARSE_PROPERTIES_SINGLE_MIPTAIL 0x1
#define CUDA_ARRAY3D_DEPTH_TEXTURE 0x10
#define CUDA_ARRAY3D_COLOR_ATTACHMENT 0x20
#define CUDA_ARRAY3D_SPARSE 0x40
#define CUDA_ARRAY3D_DEFERRED_MAPPING 0x80
#define CUDA_ARRAY3D_VIDEO_ENCODE_DECODE 0x100
#define CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_PRE_LAUNCH_SYNC 0x01
#define CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_POST_LAUNCH_SYNC 0x02
#define CUDA_EXTERNAL_MEMORY_DEDICATED 0x1
#define CUDA_EXTERNAL_SEMAPHORE_SIGNAL_SKIP_NVSCIBUF_MEMSYNC 0x01
#define CUDA_EXTERNAL_SEMAPHORE_WAIT_SKIP_NVSCIBUF_MEMSYNC 0x02
#define CUDA_NVSCISYNC_ATTR_SIGNAL 0x1
#define CUDA_NVSCISYNC_ATTR_WAIT 0x2

// What a refused call would take. The values are there; a variable of such a type says that it is not.
typedef enum CUgraphicsRegisterFlags_enum {
  CU_GRAPHICS_REGISTER_FLAGS_NONE = 0, CU_GRAPHICS_REGISTER_FLAGS_READ_ONLY = 1, CU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD = 2,
  CU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST = 4, CU_GRAPHICS_REGISTER_FLAGS_TEXTURE_GATHER = 8
} CUgraphicsRegisterFlags;
typedef enum CUgraphicsMapResourceFlags_enum {
  CU_GRAPHICS_MAP_RESOURCE_FLAGS_NONE = 0, CU_GRAPHICS_MAP_RESOURCE_FLAGS_READ_ONLY = 1, CU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD = 2
} CUgraphicsMapResourceFlags;
typedef enum CUarray_cubemap_face_enum {
  CU_CUBEMAP_FACE_POSITIVE_X = 0, CU_CUBEMAP_FACE_NEGATIVE_X = 1, CU_CUBEMAP_FACE_POSITIVE_Y = 2, CU_CUBEMAP_FACE_NEGATIVE_Y = 3,
  CU_CUBEMAP_FACE_POSITIVE_Z = 4, CU_CUBEMAP_FACE_NEGATIVE_Z = 5
} CUarray_cubemap_face;
typedef enum CUexternalMemoryHandleType_enum {
  CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD = 1, CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32 = 2, CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32_KMT = 3,
  CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_HEAP = 4, CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_RESOURCE = 5, CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE = 6,
  CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE_KMT = 7, CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF = 8, CU_EXTERNAL_MEMORY_HANDLE_TYPE_DMABUF_FD = 9
} CUexternalMemoryHandleType;
typedef enum CUexternalSemaphoreHandleType_enum {
  CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD = 1, CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32 = 2,
  CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32_KMT = 3, CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D12_FENCE = 4,
  CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_FENCE = 5, CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC = 6,
  CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX = 7, CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX_KMT = 8,
  CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD = 9, CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_WIN32 = 10
} CUexternalSemaphoreHandleType;
typedef enum CUtensorMapDataType_enum {
  CU_TENSOR_MAP_DATA_TYPE_UINT8 = 0, CU_TENSOR_MAP_DATA_TYPE_UINT16 = 1, CU_TENSOR_MAP_DATA_TYPE_UINT32 = 2, CU_TENSOR_MAP_DATA_TYPE_INT32 = 3,
  CU_TENSOR_MAP_DATA_TYPE_UINT64 = 4, CU_TENSOR_MAP_DATA_TYPE_INT64 = 5, CU_TENSOR_MAP_DATA_TYPE_FLOAT16 = 6, CU_TENSOR_MAP_DATA_TYPE_FLOAT32 = 7,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT64 = 8, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 = 9, CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ = 10,
  CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 = 11, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ = 12, CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B = 13,
  CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B = 14, CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B = 15
} CUtensorMapDataType;
typedef enum CUtensorMapInterleave_enum {
  CU_TENSOR_MAP_INTERLEAVE_NONE = 0, CU_TENSOR_MAP_INTERLEAVE_16B = 1, CU_TENSOR_MAP_INTERLEAVE_32B = 2
} CUtensorMapInterleave;
typedef enum CUtensorMapSwizzle_enum {
  CU_TENSOR_MAP_SWIZZLE_NONE = 0, CU_TENSOR_MAP_SWIZZLE_32B = 1, CU_TENSOR_MAP_SWIZZLE_64B = 2, CU_TENSOR_MAP_SWIZZLE_128B = 3,
  CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B = 4, CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B = 5, CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B = 6
} CUtensorMapSwizzle;
typedef enum CUtensorMapL2promotion_enum {
  CU_TENSOR_MAP_L2_PROMOTION_NONE = 0, CU_TENSOR_MAP_L2_PROMOTION_L2_64B = 1, CU_TENSOR_MAP_L2_PROMOTION_L2_128B = 2,
  CU_TENSOR_MAP_L2_PROMOTION_L2_256B = 3
} CUtensorMapL2promotion;
typedef enum CUtensorMapFloatOOBfill_enum {
  CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE = 0, CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA = 1
} CUtensorMapFloatOOBfill;
typedef enum CUtensorMapIm2ColWideMode_enum {
  CU_TENSOR_MAP_IM2COL_WIDE_MODE_W = 0, CU_TENSOR_MAP_IM2COL_WIDE_MODE_W128 = 1
} CUtensorMapIm2ColWideMode;
typedef enum { CU_GREEN_CTX_DEFAULT_STREAM = 1 } CUgreenCtxCreate_flags;
typedef enum {
  CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING = 1, CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE = 2
} CUdevSmResourceSplit_flags;
typedef enum { CU_DEV_RESOURCE_TYPE_INVALID = 0, CU_DEV_RESOURCE_TYPE_SM = 1 } CUdevResourceType;
typedef enum CUprocessState_enum {
  CU_PROCESS_STATE_RUNNING = 0, CU_PROCESS_STATE_LOCKED = 1, CU_PROCESS_STATE_CHECKPOINTED = 2, CU_PROCESS_STATE_FAILED = 3
} CUprocessState;
typedef enum CUcoredumpSettings_enum {
  CU_COREDUMP_ENABLE_ON_EXCEPTION = 1, CU_COREDUMP_TRIGGER_HOST = 2, CU_COREDUMP_LIGHTWEIGHT = 3, CU_COREDUMP_ENABLE_USER_TRIGGER = 4,
  CU_COREDUMP_FILE = 5, CU_COREDUMP_PIPE = 6, CU_COREDUMP_GENERATION_FLAGS = 7, CU_COREDUMP_MAX = 8
} CUcoredumpSettings;
typedef enum CUCoredumpGenerationFlags {
  CU_COREDUMP_DEFAULT_FLAGS = 0, CU_COREDUMP_SKIP_NONRELOCATED_ELF_IMAGES = 1, CU_COREDUMP_SKIP_GLOBAL_MEMORY = 2, CU_COREDUMP_SKIP_SHARED_MEMORY = 4,
  CU_COREDUMP_SKIP_LOCAL_MEMORY = 8, CU_COREDUMP_SKIP_ABORT = 16, CU_COREDUMP_SKIP_CONSTBANK_MEMORY = 32, CU_COREDUMP_LIGHTWEIGHT_FLAGS = 47
} CUCoredumpGenerationFlags;
typedef enum CUlogLevel_enum { CU_LOG_LEVEL_ERROR = 0, CU_LOG_LEVEL_WARNING = 1 } CUlogLevel;
#define CU_TENSOR_MAP_NUM_QWORDS 16
#define __CHV_NO_TYPE(group, name) struct __CHV_ABSENT("`" #name "` (" group ")") name {};
__CHV_NO_TYPE("tensor maps", CUtensorMap)
__CHV_NO_TYPE("sparse arrays", CUDA_ARRAY_SPARSE_PROPERTIES)
__CHV_NO_TYPE("sparse arrays", CUarrayMapInfo)
__CHV_NO_TYPE("external memory and semaphores", CUexternalMemory)
__CHV_NO_TYPE("external memory and semaphores", CUexternalSemaphore)
__CHV_NO_TYPE("external memory and semaphores", CUDA_EXTERNAL_MEMORY_HANDLE_DESC)
__CHV_NO_TYPE("external memory and semaphores", CUDA_EXTERNAL_MEMORY_BUFFER_DESC)
__CHV_NO_TYPE("external memory and semaphores", CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC)
__CHV_NO_TYPE("external memory and semaphores", CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC)
__CHV_NO_TYPE("external memory and semaphores", CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS)
__CHV_NO_TYPE("external memory and semaphores", CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS)
__CHV_NO_TYPE("external memory and semaphores", CUDA_EXT_SEM_SIGNAL_NODE_PARAMS)
__CHV_NO_TYPE("external memory and semaphores", CUDA_EXT_SEM_WAIT_NODE_PARAMS)
__CHV_NO_TYPE("graphics", CUgraphicsResource)
__CHV_NO_TYPE("green contexts", CUgreenCtx)
__CHV_NO_TYPE("green contexts", CUdevResourceDesc)
__CHV_NO_TYPE("green contexts", CUdevSmResource)
__CHV_NO_TYPE("memory shared between devices and processes", CUmulticastObjectProp)
__CHV_NO_TYPE("memory shared between devices and processes", CUmemFabricHandle)
__CHV_NO_TYPE("memory shared between devices and processes", CUDA_POINTER_ATTRIBUTE_P2P_TOKENS)
__CHV_NO_TYPE("checkpoints by the driver", CUcheckpointCheckpointArgs)
__CHV_NO_TYPE("checkpoints by the driver", CUcheckpointGpuPair)
__CHV_NO_TYPE("checkpoints by the driver", CUcheckpointLockArgs)
__CHV_NO_TYPE("checkpoints by the driver", CUcheckpointRestoreArgs)
__CHV_NO_TYPE("checkpoints by the driver", CUcheckpointUnlockArgs)
__CHV_NO_TYPE("notifications and logs of the driver", CUasyncCallback)
__CHV_NO_TYPE("notifications and logs of the driver", CUasyncCallbackHandle)
__CHV_NO_TYPE("notifications and logs of the driver", CUasyncNotificationInfo)
__CHV_NO_TYPE("notifications and logs of the driver", CUlogIterator)
__CHV_NO_TYPE("notifications and logs of the driver", CUlogsCallback)
__CHV_NO_TYPE("notifications and logs of the driver", CUlogsCallbackHandle)
__CHV_NO_TYPE("batches of words in graphs", CUDA_BATCH_MEM_OP_NODE_PARAMS)
__CHV_NO_TYPE("what `cuDeviceGetProperties` gave before CUDA 13", CUdevprop)
__CHV_NO_TYPE("launches on several devices at once", CUDA_LAUNCH_PARAMS)
__CHV_NO_TYPE("decompression by the device", CUmemDecompressParams)
__CHV_NO_TYPE("functions of host code in libraries", CUlibraryHostUniversalFunctionAndDataTable)
#undef __CHV_NO_TYPE
