// The driver API, as far as it is here: devices, contexts, memory, arrays, textures, streams, events, graphs, modules, launches. The others say that they are not.
#pragma once

// NVIDIA's include guard: programs ask for it.
#define __cuda_cuda_h__

#include "chevron/driver_constants.h"
#include "chevron/driver_values.h"
#include "chevron/runtime_graph_types.h"

typedef int CUdevice;
typedef int CUdevice_v1;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUlib_st *CUlibrary;
typedef struct CUfunc_st *CUfunction;
typedef struct CUkern_st *CUkernel;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;
typedef struct CUmemPoolHandle_st *CUmemoryPool;
typedef struct CUarray_st *CUarray;
typedef struct CUmipmappedArray_st *CUmipmappedArray;
typedef struct CUtexref_st *CUtexref;
typedef struct CUsurfref_st *CUsurfref;
typedef struct CUlinkState_st *CUlinkState;
typedef unsigned long long CUtexObject;
typedef unsigned long long CUsurfObject;
typedef unsigned long long CUmemGenericAllocationHandle;
typedef size_t (*CUoccupancyB2DSize)(int);
typedef void (*CUhostFn)(void *__user_data);

typedef enum cudaError_enum {
  CUDA_SUCCESS = 0, CUDA_ERROR_INVALID_VALUE = 1, CUDA_ERROR_OUT_OF_MEMORY = 2, CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_DEINITIALIZED = 4, CUDA_ERROR_PROFILER_DISABLED = 5, CUDA_ERROR_PROFILER_NOT_INITIALIZED = 6,
  CUDA_ERROR_PROFILER_ALREADY_STARTED = 7, CUDA_ERROR_PROFILER_ALREADY_STOPPED = 8, CUDA_ERROR_STUB_LIBRARY = 34,
  CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER = 36, CUDA_ERROR_DEVICE_UNAVAILABLE = 46, CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_DEVICE = 101, CUDA_ERROR_DEVICE_NOT_LICENSED = 102, CUDA_ERROR_INVALID_IMAGE = 200,
  CUDA_ERROR_INVALID_CONTEXT = 201, CUDA_ERROR_CONTEXT_ALREADY_CURRENT = 202, CUDA_ERROR_MAP_FAILED = 205,
  CUDA_ERROR_UNMAP_FAILED = 206, CUDA_ERROR_ARRAY_IS_MAPPED = 207, CUDA_ERROR_ALREADY_MAPPED = 208,
  CUDA_ERROR_NO_BINARY_FOR_GPU = 209, CUDA_ERROR_ALREADY_ACQUIRED = 210, CUDA_ERROR_NOT_MAPPED = 211,
  CUDA_ERROR_NOT_MAPPED_AS_ARRAY = 212, CUDA_ERROR_NOT_MAPPED_AS_POINTER = 213, CUDA_ERROR_ECC_UNCORRECTABLE = 214,
  CUDA_ERROR_UNSUPPORTED_LIMIT = 215, CUDA_ERROR_CONTEXT_ALREADY_IN_USE = 216,
  CUDA_ERROR_PEER_ACCESS_UNSUPPORTED = 217, CUDA_ERROR_INVALID_PTX = 218, CUDA_ERROR_INVALID_GRAPHICS_CONTEXT = 219,
  CUDA_ERROR_NVLINK_UNCORRECTABLE = 220, CUDA_ERROR_JIT_COMPILER_NOT_FOUND = 221,
  CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222, CUDA_ERROR_JIT_COMPILATION_DISABLED = 223,
  CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY = 224, CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC = 225, CUDA_ERROR_CONTAINED = 226,
  CUDA_ERROR_INVALID_SOURCE = 300, CUDA_ERROR_FILE_NOT_FOUND = 301, CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND = 302,
  CUDA_ERROR_SHARED_OBJECT_INIT_FAILED = 303, CUDA_ERROR_OPERATING_SYSTEM = 304, CUDA_ERROR_INVALID_HANDLE = 400,
  CUDA_ERROR_ILLEGAL_STATE = 401, CUDA_ERROR_LOSSY_QUERY = 402, CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_NOT_READY = 600, CUDA_ERROR_ILLEGAL_ADDRESS = 700, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
  CUDA_ERROR_LAUNCH_TIMEOUT = 702, CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING = 703,
  CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704, CUDA_ERROR_PEER_ACCESS_NOT_ENABLED = 705,
  CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE = 708, CUDA_ERROR_CONTEXT_IS_DESTROYED = 709, CUDA_ERROR_ASSERT = 710,
  CUDA_ERROR_TOO_MANY_PEERS = 711, CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712,
  CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED = 713, CUDA_ERROR_HARDWARE_STACK_ERROR = 714,
  CUDA_ERROR_ILLEGAL_INSTRUCTION = 715, CUDA_ERROR_MISALIGNED_ADDRESS = 716, CUDA_ERROR_INVALID_ADDRESS_SPACE = 717,
  CUDA_ERROR_INVALID_PC = 718, CUDA_ERROR_LAUNCH_FAILED = 719, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE = 720,
  CUDA_ERROR_TENSOR_MEMORY_LEAK = 721, CUDA_ERROR_NOT_PERMITTED = 800, CUDA_ERROR_NOT_SUPPORTED = 801,
  CUDA_ERROR_SYSTEM_NOT_READY = 802, CUDA_ERROR_SYSTEM_DRIVER_MISMATCH = 803,
  CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE = 804, CUDA_ERROR_MPS_CONNECTION_FAILED = 805,
  CUDA_ERROR_MPS_RPC_FAILURE = 806, CUDA_ERROR_MPS_SERVER_NOT_READY = 807, CUDA_ERROR_MPS_MAX_CLIENTS_REACHED = 808,
  CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED = 809, CUDA_ERROR_MPS_CLIENT_TERMINATED = 810,
  CUDA_ERROR_CDP_NOT_SUPPORTED = 811, CUDA_ERROR_CDP_VERSION_MISMATCH = 812,
  CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED = 900, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED = 901,
  CUDA_ERROR_STREAM_CAPTURE_MERGE = 902, CUDA_ERROR_STREAM_CAPTURE_UNMATCHED = 903,
  CUDA_ERROR_STREAM_CAPTURE_UNJOINED = 904, CUDA_ERROR_STREAM_CAPTURE_ISOLATION = 905,
  CUDA_ERROR_STREAM_CAPTURE_IMPLICIT = 906, CUDA_ERROR_CAPTURED_EVENT = 907,
  CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD = 908, CUDA_ERROR_TIMEOUT = 909, CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE = 910,
  CUDA_ERROR_EXTERNAL_DEVICE = 911, CUDA_ERROR_INVALID_CLUSTER_SIZE = 912, CUDA_ERROR_FUNCTION_NOT_LOADED = 913,
  CUDA_ERROR_INVALID_RESOURCE_TYPE = 914, CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION = 915,
  CUDA_ERROR_KEY_ROTATION = 916, CUDA_ERROR_UNKNOWN = 999,
} CUresult;
// For what each of them is called.
#define __CHV_EACH_DRIVER_ERROR(it) \
  it(CUDA_SUCCESS) it(CUDA_ERROR_INVALID_VALUE) it(CUDA_ERROR_OUT_OF_MEMORY) it(CUDA_ERROR_NOT_INITIALIZED) \
  it(CUDA_ERROR_DEINITIALIZED) it(CUDA_ERROR_PROFILER_DISABLED) it(CUDA_ERROR_PROFILER_NOT_INITIALIZED) \
  it(CUDA_ERROR_PROFILER_ALREADY_STARTED) it(CUDA_ERROR_PROFILER_ALREADY_STOPPED) it(CUDA_ERROR_STUB_LIBRARY) \
  it(CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER) it(CUDA_ERROR_DEVICE_UNAVAILABLE) it(CUDA_ERROR_NO_DEVICE) \
  it(CUDA_ERROR_INVALID_DEVICE) it(CUDA_ERROR_DEVICE_NOT_LICENSED) it(CUDA_ERROR_INVALID_IMAGE) \
  it(CUDA_ERROR_INVALID_CONTEXT) it(CUDA_ERROR_CONTEXT_ALREADY_CURRENT) it(CUDA_ERROR_MAP_FAILED) \
  it(CUDA_ERROR_UNMAP_FAILED) it(CUDA_ERROR_ARRAY_IS_MAPPED) it(CUDA_ERROR_ALREADY_MAPPED) \
  it(CUDA_ERROR_NO_BINARY_FOR_GPU) it(CUDA_ERROR_ALREADY_ACQUIRED) it(CUDA_ERROR_NOT_MAPPED) \
  it(CUDA_ERROR_NOT_MAPPED_AS_ARRAY) it(CUDA_ERROR_NOT_MAPPED_AS_POINTER) it(CUDA_ERROR_ECC_UNCORRECTABLE) \
  it(CUDA_ERROR_UNSUPPORTED_LIMIT) it(CUDA_ERROR_CONTEXT_ALREADY_IN_USE) it(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED) \
  it(CUDA_ERROR_INVALID_PTX) it(CUDA_ERROR_INVALID_GRAPHICS_CONTEXT) it(CUDA_ERROR_NVLINK_UNCORRECTABLE) \
  it(CUDA_ERROR_JIT_COMPILER_NOT_FOUND) it(CUDA_ERROR_UNSUPPORTED_PTX_VERSION) \
  it(CUDA_ERROR_JIT_COMPILATION_DISABLED) it(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY) \
  it(CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC) it(CUDA_ERROR_CONTAINED) it(CUDA_ERROR_INVALID_SOURCE) \
  it(CUDA_ERROR_FILE_NOT_FOUND) it(CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND) \
  it(CUDA_ERROR_SHARED_OBJECT_INIT_FAILED) it(CUDA_ERROR_OPERATING_SYSTEM) it(CUDA_ERROR_INVALID_HANDLE) \
  it(CUDA_ERROR_ILLEGAL_STATE) it(CUDA_ERROR_LOSSY_QUERY) it(CUDA_ERROR_NOT_FOUND) it(CUDA_ERROR_NOT_READY) \
  it(CUDA_ERROR_ILLEGAL_ADDRESS) it(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES) it(CUDA_ERROR_LAUNCH_TIMEOUT) \
  it(CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING) it(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED) \
  it(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED) it(CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE) it(CUDA_ERROR_CONTEXT_IS_DESTROYED) \
  it(CUDA_ERROR_ASSERT) it(CUDA_ERROR_TOO_MANY_PEERS) it(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED) \
  it(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED) it(CUDA_ERROR_HARDWARE_STACK_ERROR) it(CUDA_ERROR_ILLEGAL_INSTRUCTION) \
  it(CUDA_ERROR_MISALIGNED_ADDRESS) it(CUDA_ERROR_INVALID_ADDRESS_SPACE) it(CUDA_ERROR_INVALID_PC) \
  it(CUDA_ERROR_LAUNCH_FAILED) it(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE) it(CUDA_ERROR_TENSOR_MEMORY_LEAK) \
  it(CUDA_ERROR_NOT_PERMITTED) it(CUDA_ERROR_NOT_SUPPORTED) it(CUDA_ERROR_SYSTEM_NOT_READY) \
  it(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH) it(CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE) \
  it(CUDA_ERROR_MPS_CONNECTION_FAILED) it(CUDA_ERROR_MPS_RPC_FAILURE) it(CUDA_ERROR_MPS_SERVER_NOT_READY) \
  it(CUDA_ERROR_MPS_MAX_CLIENTS_REACHED) it(CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED) \
  it(CUDA_ERROR_MPS_CLIENT_TERMINATED) it(CUDA_ERROR_CDP_NOT_SUPPORTED) it(CUDA_ERROR_CDP_VERSION_MISMATCH) \
  it(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED) it(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED) \
  it(CUDA_ERROR_STREAM_CAPTURE_MERGE) it(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED) it(CUDA_ERROR_STREAM_CAPTURE_UNJOINED) \
  it(CUDA_ERROR_STREAM_CAPTURE_ISOLATION) it(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT) it(CUDA_ERROR_CAPTURED_EVENT) \
  it(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD) it(CUDA_ERROR_TIMEOUT) it(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE) \
  it(CUDA_ERROR_EXTERNAL_DEVICE) it(CUDA_ERROR_INVALID_CLUSTER_SIZE) it(CUDA_ERROR_FUNCTION_NOT_LOADED) \
  it(CUDA_ERROR_INVALID_RESOURCE_TYPE) it(CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION) it(CUDA_ERROR_KEY_ROTATION) \
  it(CUDA_ERROR_UNKNOWN)
typedef void (*CUstreamCallback)(CUstream, CUresult, void *);

// What a context may be given of the device: a share of its processors, graphics. Neither is there; all zeros ask for nothing.
typedef enum CUexecAffinityType_enum { CU_EXEC_AFFINITY_TYPE_SM_COUNT = 0, CU_EXEC_AFFINITY_TYPE_MAX } CUexecAffinityType;
typedef struct CUexecAffinitySmCount_st { unsigned val; } CUexecAffinitySmCount;
typedef struct CUexecAffinityParam_st {
  CUexecAffinityType type;
  union { CUexecAffinitySmCount smCount; } param;
} CUexecAffinityParam;
typedef enum CUcigDataType_enum { CIG_DATA_TYPE_D3D12_COMMAND_QUEUE = 1, CIG_DATA_TYPE_NV_BLOB = 2 } CUcigDataType;
typedef struct CUctxCigParam_st { CUcigDataType sharedDataType; void *sharedData; } CUctxCigParam;
typedef struct CUctxCreateParams_st {
  CUexecAffinityParam *execAffinityParams;
  int numExecAffinityParams;
  CUctxCigParam *cigParams;
} CUctxCreateParams;
#define __CHV_DRIVER(name) \
  CUresult name(...) __attribute__((__error__("the driver API (`" #name "`) is not in Chevron yet")));
__CHV_DRIVER(cuArrayGetSparseProperties)
__CHV_DRIVER(cuCheckpointOperationComplete)
__CHV_DRIVER(cuCheckpointProcessCheckpoint)
__CHV_DRIVER(cuCheckpointProcessGetRestoreThreadId)
__CHV_DRIVER(cuCheckpointProcessGetState)
__CHV_DRIVER(cuCheckpointProcessLock)
__CHV_DRIVER(cuCheckpointProcessRestore)
__CHV_DRIVER(cuCheckpointProcessUnlock)
__CHV_DRIVER(cuCoredumpDeregisterCompleteCallback)
__CHV_DRIVER(cuCoredumpDeregisterStartCallback)
__CHV_DRIVER(cuCoredumpGetAttribute)
__CHV_DRIVER(cuCoredumpGetAttributeGlobal)
__CHV_DRIVER(cuCoredumpRegisterCompleteCallback)
__CHV_DRIVER(cuCoredumpRegisterStartCallback)
__CHV_DRIVER(cuCoredumpSetAttribute)
__CHV_DRIVER(cuCoredumpSetAttributeGlobal)
__CHV_DRIVER(cuCtxFromGreenCtx)
__CHV_DRIVER(cuCtxGetExecAffinity)
__CHV_DRIVER(cuCtxRecordEvent)
__CHV_DRIVER(cuCtxWaitEvent)
__CHV_DRIVER(cuDestroyExternalMemory)
__CHV_DRIVER(cuDestroyExternalSemaphore)
__CHV_DRIVER(cuDevSmResourceSplit)
__CHV_DRIVER(cuDeviceGetCliqueCount)
__CHV_DRIVER(cuDeviceGetCliqueInfo)
__CHV_DRIVER(cuDeviceGetHostAtomicCapabilities)
__CHV_DRIVER(cuDeviceGetNvSciSyncAttributes)
__CHV_DRIVER(cuDeviceGetP2PAtomicCapabilities)
__CHV_DRIVER(cuDeviceRegisterAsyncNotification)
__CHV_DRIVER(cuDeviceUnregisterAsyncNotification)
__CHV_DRIVER(cuExternalMemoryGetMappedBuffer)
__CHV_DRIVER(cuExternalMemoryGetMappedMipmappedArray)
__CHV_DRIVER(cuFabricCpyBatchAsync)
__CHV_DRIVER(cuFuncGetParamCount)
__CHV_DRIVER(cuGetExportTable)
__CHV_DRIVER(cuGraphAddBatchMemOpNode)
__CHV_DRIVER(cuGraphAddExternalSemaphoresSignalNode)
__CHV_DRIVER(cuGraphAddExternalSemaphoresWaitNode)
__CHV_DRIVER(cuGraphBatchMemOpNodeGetParams)
__CHV_DRIVER(cuGraphBatchMemOpNodeSetParams)
__CHV_DRIVER(cuGraphExecBatchMemOpNodeSetParams)
__CHV_DRIVER(cuGraphExecExternalSemaphoresSignalNodeSetParams)
__CHV_DRIVER(cuGraphExecExternalSemaphoresWaitNodeSetParams)
__CHV_DRIVER(cuGraphExecGetId)
__CHV_DRIVER(cuGraphExternalSemaphoresSignalNodeGetParams)
__CHV_DRIVER(cuGraphExternalSemaphoresSignalNodeSetParams)
__CHV_DRIVER(cuGraphExternalSemaphoresWaitNodeGetParams)
__CHV_DRIVER(cuGraphExternalSemaphoresWaitNodeSetParams)
__CHV_DRIVER(cuGraphGetId)
__CHV_DRIVER(cuGraphNodeGetContainingGraph)
__CHV_DRIVER(cuGraphNodeGetLocalId)
__CHV_DRIVER(cuGraphNodeGetParams)
__CHV_DRIVER(cuGraphNodeGetToolsId)
__CHV_DRIVER(cuGraphicsMapResources)
__CHV_DRIVER(cuGraphicsResourceGetMappedMipmappedArray)
__CHV_DRIVER(cuGraphicsResourceGetMappedPointer)
__CHV_DRIVER(cuGraphicsResourceSetMapFlags)
__CHV_DRIVER(cuGraphicsSubResourceGetMappedArray)
__CHV_DRIVER(cuGraphicsUnmapResources)
__CHV_DRIVER(cuGraphicsUnregisterResource)
__CHV_DRIVER(cuGreenCtxGetId)
__CHV_DRIVER(cuImportExternalMemory)
__CHV_DRIVER(cuImportExternalSemaphore)
__CHV_DRIVER(cuKernelGetParamCount)
__CHV_DRIVER(cuLibraryGetUnifiedFunction)
__CHV_DRIVER(cuLogicalEndpointAddDevice)
__CHV_DRIVER(cuLogicalEndpointBindAddr)
__CHV_DRIVER(cuLogicalEndpointBindMem)
__CHV_DRIVER(cuLogicalEndpointCreate)
__CHV_DRIVER(cuLogicalEndpointDestroy)
__CHV_DRIVER(cuLogicalEndpointExport)
__CHV_DRIVER(cuLogicalEndpointGetLimits)
__CHV_DRIVER(cuLogicalEndpointIdRelease)
__CHV_DRIVER(cuLogicalEndpointIdReserve)
__CHV_DRIVER(cuLogicalEndpointImport)
__CHV_DRIVER(cuLogicalEndpointQuery)
__CHV_DRIVER(cuLogicalEndpointUnbind)
__CHV_DRIVER(cuMemBatchDecompressAsync)
__CHV_DRIVER(cuMemGetHandleForAddressRange)
__CHV_DRIVER(cuMemMapArrayAsync)
__CHV_DRIVER(cuMemcpy3DWithAttributesAsync)
__CHV_DRIVER(cuMemcpyWithAttributesAsync)
__CHV_DRIVER(cuMipmappedArrayGetSparseProperties)
__CHV_DRIVER(cuMulticastAddDevice)
__CHV_DRIVER(cuMulticastBindAddr)
__CHV_DRIVER(cuMulticastBindMem)
__CHV_DRIVER(cuMulticastCreate)
__CHV_DRIVER(cuMulticastGetGranularity)
__CHV_DRIVER(cuMulticastUnbind)
__CHV_DRIVER(cuSignalExternalSemaphoresAsync)
__CHV_DRIVER(cuStreamBeginCaptureToCig)
__CHV_DRIVER(cuStreamBeginRecaptureToGraph)
__CHV_DRIVER(cuStreamEndCaptureToCig)
__CHV_DRIVER(cuStreamGetDevResource)
__CHV_DRIVER(cuTensorMapSetAllocationClass)
__CHV_DRIVER(cuWaitExternalSemaphoresAsync)
#undef __CHV_DRIVER

#include "chevron/driver_arrays.h"
#include "chevron/driver_entry_points.h"
#include "chevron/driver_graph_nodes.h"
#include "chevron/driver_graphs.h"
#include "chevron/driver_memory.h"
#include "chevron/driver_modules.h"
#include "chevron/driver_pools.h"
#include "chevron/driver_stream_values.h"
#include "chevron/driver_streams.h"
#include "chevron/driver_textures.h"
#include "chevron/driver_through.h"
#include "chevron/driver_virtual_memory.h"
