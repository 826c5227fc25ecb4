// Driver API: graphs, captures of streams, and what processes share, over the runtime API's functions. Handles and most structures are the same.
#pragma once

#include "driver_contexts.h"
#include "runtime_templates.h"

typedef enum CUstreamCaptureMode_enum {
  CU_STREAM_CAPTURE_MODE_GLOBAL = 0, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1, CU_STREAM_CAPTURE_MODE_RELAXED = 2
} CUstreamCaptureMode;
typedef enum CUstreamCaptureStatus_enum {
  CU_STREAM_CAPTURE_STATUS_NONE = 0, CU_STREAM_CAPTURE_STATUS_ACTIVE = 1, CU_STREAM_CAPTURE_STATUS_INVALIDATED = 2
} CUstreamCaptureStatus;
typedef enum CUgraphNodeType_enum {
  CU_GRAPH_NODE_TYPE_KERNEL = 0, CU_GRAPH_NODE_TYPE_MEMCPY = 1, CU_GRAPH_NODE_TYPE_MEMSET = 2, CU_GRAPH_NODE_TYPE_HOST = 3,
  CU_GRAPH_NODE_TYPE_GRAPH = 4, CU_GRAPH_NODE_TYPE_EMPTY = 5, CU_GRAPH_NODE_TYPE_WAIT_EVENT = 6, CU_GRAPH_NODE_TYPE_EVENT_RECORD = 7,
  CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL = 8, CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT = 9, CU_GRAPH_NODE_TYPE_MEM_ALLOC = 10,
  CU_GRAPH_NODE_TYPE_MEM_FREE = 11, CU_GRAPH_NODE_TYPE_BATCH_MEM_OP = 12, CU_GRAPH_NODE_TYPE_CONDITIONAL = 13
} CUgraphNodeType;
#define CU_GRAPH_COND_ASSIGN_DEFAULT 1
#define CU_IPC_HANDLE_SIZE 64

typedef cudaGraphEdgeData CUgraphEdgeData;
typedef cudaGraphConditionalHandle CUgraphConditionalHandle;
typedef cudaGraphExecUpdateResultInfo CUgraphExecUpdateResultInfo;
typedef cudaGraphInstantiateParams CUDA_GRAPH_INSTANTIATE_PARAMS;
typedef cudaUserObject_t CUuserObject;
typedef cudaIpcMemHandle_t CUipcMemHandle;
typedef cudaIpcEventHandle_t CUipcEventHandle;

typedef struct CUDA_KERNEL_NODE_PARAMS_v2_st {
  CUfunction func;
  unsigned gridDimX, gridDimY, gridDimZ;
  unsigned blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  void **kernelParams, **extra;
  CUkernel kern;  // if there is no function
  CUcontext ctx;
} CUDA_KERNEL_NODE_PARAMS_v2;
typedef CUDA_KERNEL_NODE_PARAMS_v2 CUDA_KERNEL_NODE_PARAMS;
typedef struct CUDA_MEMSET_NODE_PARAMS_st {
  CUdeviceptr dst;
  size_t pitch;
  unsigned value, elementSize;
  size_t width, height;
} CUDA_MEMSET_NODE_PARAMS;
typedef struct cudaHostNodeParams CUDA_HOST_NODE_PARAMS;

inline cudaKernelNodeParams __chv_kernel_node(const CUDA_KERNEL_NODE_PARAMS &__given) {
  return {__given.func ? (void *)__given.func : (void *)__given.kern,
          dim3(__given.gridDimX, __given.gridDimY, __given.gridDimZ),
          dim3(__given.blockDimX, __given.blockDimY, __given.blockDimZ),
          __given.sharedMemBytes,
          __given.kernelParams,
          __given.extra};
}
inline cudaMemsetParams __chv_memset_node(const CUDA_MEMSET_NODE_PARAMS &__given) {
  return {(void *)__given.dst, __given.pitch, __given.value, __given.elementSize, __given.width, __given.height};
}

__CHV_CU(cuGraphCreate, (CUgraph * __graph, unsigned __flags), cudaGraphCreate(__graph, __flags))
__CHV_CU(cuGraphDestroy, (CUgraph __graph), cudaGraphDestroy(__graph))
__CHV_CU(cuGraphClone, (CUgraph * __clone, CUgraph __graph), cudaGraphClone(__clone, __graph))
__CHV_CU(cuGraphNodeFindInClone, (CUgraphNode * __node, CUgraphNode __original, CUgraph __clone), cudaGraphNodeFindInClone(__node, __original, __clone))
__CHV_CU(cuGraphDebugDotPrint, (CUgraph __graph, const char *__path, unsigned __flags), cudaGraphDebugDotPrint(__graph, __path, __flags))
#define __CHV_PLACE CUgraphNode *__node, CUgraph __graph, const CUgraphNode *__dependencies, size_t __count
__CHV_CU(cuGraphAddEmptyNode, (__CHV_PLACE), cudaGraphAddEmptyNode(__node, __graph, __dependencies, __count))
__CHV_CU(cuGraphAddChildGraphNode, (__CHV_PLACE, CUgraph __child), cudaGraphAddChildGraphNode(__node, __graph, __dependencies, __count, __child))
__CHV_CU(cuGraphAddEventRecordNode, (__CHV_PLACE, CUevent __event), cudaGraphAddEventRecordNode(__node, __graph, __dependencies, __count, __event))
__CHV_CU(cuGraphAddEventWaitNode, (__CHV_PLACE, CUevent __event), cudaGraphAddEventWaitNode(__node, __graph, __dependencies, __count, __event))
__CHV_CU(cuGraphAddHostNode, (__CHV_PLACE, const CUDA_HOST_NODE_PARAMS *__params), cudaGraphAddHostNode(__node, __graph, __dependencies, __count, __params))
__CHV_CU(cuGraphAddMemFreeNode, (__CHV_PLACE, CUdeviceptr __memory), cudaGraphAddMemFreeNode(__node, __graph, __dependencies, __count, (void *)__memory))
inline CUresult cuGraphAddKernelNode(__CHV_PLACE, const CUDA_KERNEL_NODE_PARAMS *__params) {
  if (!__params) return CUDA_ERROR_INVALID_VALUE;
  const cudaKernelNodeParams __own = __chv_kernel_node(*__params);
  return (CUresult)cudaGraphAddKernelNode(__node, __graph, __dependencies, __count, &__own);
}
inline CUresult cuGraphAddMemsetNode(__CHV_PLACE, const CUDA_MEMSET_NODE_PARAMS *__params, CUcontext) {
  if (!__params) return CUDA_ERROR_INVALID_VALUE;
  const cudaMemsetParams __own = __chv_memset_node(*__params);
  return (CUresult)cudaGraphAddMemsetNode(__node, __graph, __dependencies, __count, &__own);
}
#undef __CHV_PLACE

inline CUresult cuGraphKernelNodeGetParams(CUgraphNode __node, CUDA_KERNEL_NODE_PARAMS *__params) {
  if (!__params) return CUDA_ERROR_INVALID_VALUE;
  cudaKernelNodeParams __own;
  if (const cudaError_t __error = cudaGraphKernelNodeGetParams(__node, &__own)) return (CUresult)__error;
  *__params = {(CUfunction)__own.func, __own.gridDim.x,  __own.gridDim.y,    __own.gridDim.z,      __own.blockDim.x, __own.blockDim.y,
               __own.blockDim.z,       __own.sharedMemBytes, __own.kernelParams, __own.extra, nullptr,          nullptr};
  return CUDA_SUCCESS;
}
inline CUresult cuGraphKernelNodeSetParams(CUgraphNode __node, const CUDA_KERNEL_NODE_PARAMS *__params) {
  if (!__params) return CUDA_ERROR_INVALID_VALUE;
  const cudaKernelNodeParams __own = __chv_kernel_node(*__params);
  return (CUresult)cudaGraphKernelNodeSetParams(__node, &__own);
}
inline CUresult cuGraphExecKernelNodeSetParams(CUgraphExec __exec, CUgraphNode __node, const CUDA_KERNEL_NODE_PARAMS *__params) {
  if (!__params) return CUDA_ERROR_INVALID_VALUE;
  const cudaKernelNodeParams __own = __chv_kernel_node(*__params);
  return (CUresult)cudaGraphExecKernelNodeSetParams(__exec, __node, &__own);
}
inline CUresult cuGraphMemsetNodeGetParams(CUgraphNode __node, CUDA_MEMSET_NODE_PARAMS *__params) {
  if (!__params) return CUDA_ERROR_INVALID_VALUE;
  cudaMemsetParams __own;
  if (const cudaError_t __error = cudaGraphMemsetNodeGetParams(__node, &__own)) return (CUresult)__error;
  *__params = {(CUdeviceptr)__own.dst, __own.pitch, __own.value, __own.elementSize, __own.width, __own.height};
  return CUDA_SUCCESS;
}
inline CUresult cuGraphMemsetNodeSetParams(CUgraphNode __node, const CUDA_MEMSET_NODE_PARAMS *__params) {
  if (!__params) return CUDA_ERROR_INVALID_VALUE;
  const cudaMemsetParams __own = __chv_memset_node(*__params);
  return (CUresult)cudaGraphMemsetNodeSetParams(__node, &__own);
}
inline CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec __exec, CUgraphNode __node, const CUDA_MEMSET_NODE_PARAMS *__params, CUcontext) {
  if (!__params) return CUDA_ERROR_INVALID_VALUE;
  const cudaMemsetParams __own = __chv_memset_node(*__params);
  return (CUresult)cudaGraphExecMemsetNodeSetParams(__exec, __node, &__own);
}
__CHV_CU(cuGraphKernelNodeCopyAttributes, (CUgraphNode __to, CUgraphNode __from), cudaGraphKernelNodeCopyAttributes(__to, __from))
__CHV_CU(cuGraphHostNodeGetParams, (CUgraphNode __node, CUDA_HOST_NODE_PARAMS *__params), cudaGraphHostNodeGetParams(__node, __params))
__CHV_CU(cuGraphHostNodeSetParams, (CUgraphNode __node, const CUDA_HOST_NODE_PARAMS *__params), cudaGraphHostNodeSetParams(__node, __params))
__CHV_CU(cuGraphChildGraphNodeGetGraph, (CUgraphNode __node, CUgraph *__child), cudaGraphChildGraphNodeGetGraph(__node, __child))
__CHV_CU(cuGraphEventRecordNodeGetEvent, (CUgraphNode __node, CUevent *__event), cudaGraphEventRecordNodeGetEvent(__node, __event))
__CHV_CU(cuGraphEventRecordNodeSetEvent, (CUgraphNode __node, CUevent __event), cudaGraphEventRecordNodeSetEvent(__node, __event))
__CHV_CU(cuGraphEventWaitNodeGetEvent, (CUgraphNode __node, CUevent *__event), cudaGraphEventWaitNodeGetEvent(__node, __event))
__CHV_CU(cuGraphEventWaitNodeSetEvent, (CUgraphNode __node, CUevent __event), cudaGraphEventWaitNodeSetEvent(__node, __event))
__CHV_CU(cuGraphMemFreeNodeGetParams, (CUgraphNode __node, CUdeviceptr *__memory), cudaGraphMemFreeNodeGetParams(__node, __memory))
__CHV_CU(cuGraphNodeGetType, (CUgraphNode __node, CUgraphNodeType *__type), cudaGraphNodeGetType(__node, (cudaGraphNodeType *)__type))
__CHV_CU(cuGraphGetNodes, (CUgraph __graph, CUgraphNode *__nodes, size_t *__count), cudaGraphGetNodes(__graph, __nodes, __count))
__CHV_CU(cuGraphGetRootNodes, (CUgraph __graph, CUgraphNode *__nodes, size_t *__count), cudaGraphGetRootNodes(__graph, __nodes, __count))
__CHV_CU(cuGraphGetEdges, (CUgraph __graph, CUgraphNode *__from, CUgraphNode *__to, CUgraphEdgeData *__edges, size_t *__count),
         cudaGraphGetEdges(__graph, __from, __to, __edges, __count))
__CHV_CU(cuGraphNodeGetDependencies, (CUgraphNode __node, CUgraphNode *__dependencies, CUgraphEdgeData *__edges, size_t *__count),
         cudaGraphNodeGetDependencies(__node, __dependencies, __edges, __count))
__CHV_CU(cuGraphNodeGetDependentNodes, (CUgraphNode __node, CUgraphNode *__dependents, CUgraphEdgeData *__edges, size_t *__count),
         cudaGraphNodeGetDependentNodes(__node, __dependents, __edges, __count))
__CHV_CU(cuGraphAddDependencies, (CUgraph __graph, const CUgraphNode *__from, const CUgraphNode *__to, const CUgraphEdgeData *__edges, size_t __count),
         cudaGraphAddDependencies(__graph, __from, __to, __edges, __count))
__CHV_CU(cuGraphRemoveDependencies, (CUgraph __graph, const CUgraphNode *__from, const CUgraphNode *__to, const CUgraphEdgeData *__edges, size_t __count),
         cudaGraphRemoveDependencies(__graph, __from, __to, __edges, __count))
__CHV_CU(cuGraphDestroyNode, (CUgraphNode __node), cudaGraphDestroyNode(__node))
__CHV_CU(cuGraphConditionalHandleCreate, (CUgraphConditionalHandle * __handle, CUgraph __graph, CUcontext, unsigned __value, unsigned __flags),
         cudaGraphConditionalHandleCreate(__handle, __graph, __value, __flags))

__CHV_CU(cuGraphInstantiate, (CUgraphExec * __exec, CUgraph __graph, unsigned long long __flags), cudaGraphInstantiate(__exec, __graph, __flags))
__CHV_CU(cuGraphInstantiateWithParams, (CUgraphExec * __exec, CUgraph __graph, CUDA_GRAPH_INSTANTIATE_PARAMS *__params),
         cudaGraphInstantiateWithParams(__exec, __graph, __params))
#define cuGraphInstantiateWithFlags cuGraphInstantiate
__CHV_CU(cuGraphExecGetFlags, (CUgraphExec __exec, unsigned long long *__flags), cudaGraphExecGetFlags(__exec, __flags))
__CHV_CU(cuGraphExecUpdate, (CUgraphExec __exec, CUgraph __graph, CUgraphExecUpdateResultInfo *__info), cudaGraphExecUpdate(__exec, __graph, __info))
__CHV_CU(cuGraphExecDestroy, (CUgraphExec __exec), cudaGraphExecDestroy(__exec))
__CHV_CU(cuGraphExecHostNodeSetParams, (CUgraphExec __exec, CUgraphNode __node, const CUDA_HOST_NODE_PARAMS *__params),
         cudaGraphExecHostNodeSetParams(__exec, __node, __params))
__CHV_CU(cuGraphExecChildGraphNodeSetParams, (CUgraphExec __exec, CUgraphNode __node, CUgraph __child),
         cudaGraphExecChildGraphNodeSetParams(__exec, __node, __child))
__CHV_CU(cuGraphExecEventRecordNodeSetEvent, (CUgraphExec __exec, CUgraphNode __node, CUevent __event),
         cudaGraphExecEventRecordNodeSetEvent(__exec, __node, __event))
__CHV_CU(cuGraphExecEventWaitNodeSetEvent, (CUgraphExec __exec, CUgraphNode __node, CUevent __event),
         cudaGraphExecEventWaitNodeSetEvent(__exec, __node, __event))
__CHV_CU(cuGraphNodeSetEnabled, (CUgraphExec __exec, CUgraphNode __node, unsigned __enabled), cudaGraphNodeSetEnabled(__exec, __node, __enabled))
__CHV_CU(cuGraphNodeGetEnabled, (CUgraphExec __exec, CUgraphNode __node, unsigned *__enabled), cudaGraphNodeGetEnabled(__exec, __node, __enabled))
__CHV_CU(cuGraphUpload, (CUgraphExec __exec, CUstream __stream), cudaGraphUpload(__exec, __stream))
__CHV_CU(cuGraphLaunch, (CUgraphExec __exec, CUstream __stream), cudaGraphLaunch(__exec, __stream))
__CHV_CU(cuDeviceGraphMemTrim, (CUdevice __device), cudaDeviceGraphMemTrim(__device))

__CHV_CU(cuUserObjectCreate, (CUuserObject * __object, void *__memory, CUhostFn __destroy, unsigned __count, unsigned __flags),
         cudaUserObjectCreate(__object, __memory, __destroy, __count, __flags))
__CHV_CU(cuUserObjectRetain, (CUuserObject __object, unsigned __count), cudaUserObjectRetain(__object, __count))
__CHV_CU(cuUserObjectRelease, (CUuserObject __object, unsigned __count), cudaUserObjectRelease(__object, __count))
__CHV_CU(cuGraphRetainUserObject, (CUgraph __graph, CUuserObject __object, unsigned __count, unsigned __flags),
         cudaGraphRetainUserObject(__graph, __object, __count, __flags))
__CHV_CU(cuGraphReleaseUserObject, (CUgraph __graph, CUuserObject __object, unsigned __count), cudaGraphReleaseUserObject(__graph, __object, __count))

__CHV_CU(cuStreamBeginCapture, (CUstream __stream, CUstreamCaptureMode __mode), cudaStreamBeginCapture(__stream, (cudaStreamCaptureMode)__mode))
__CHV_CU(cuStreamBeginCaptureToGraph,
         (CUstream __stream, CUgraph __graph, const CUgraphNode *__dependencies, const CUgraphEdgeData *__edges, size_t __count, CUstreamCaptureMode __mode),
         cudaStreamBeginCaptureToGraph(__stream, __graph, __dependencies, __edges, __count, (cudaStreamCaptureMode)__mode))
__CHV_CU(cuStreamEndCapture, (CUstream __stream, CUgraph *__graph), cudaStreamEndCapture(__stream, __graph))
__CHV_CU(cuStreamIsCapturing, (CUstream __stream, CUstreamCaptureStatus *__status), cudaStreamIsCapturing(__stream, (cudaStreamCaptureStatus *)__status))
__CHV_CU(cuStreamGetCaptureInfo,
         (CUstream __stream, CUstreamCaptureStatus *__status, unsigned long long *__id, CUgraph *__graph, const CUgraphNode **__dependencies,
          const CUgraphEdgeData **__edges, size_t *__count),
         cudaStreamGetCaptureInfo(__stream, (cudaStreamCaptureStatus *)__status, __id, __graph, __dependencies, __edges, __count))
__CHV_CU(cuStreamUpdateCaptureDependencies,
         (CUstream __stream, CUgraphNode *__dependencies, const CUgraphEdgeData *__edges, size_t __count, unsigned __flags),
         cudaStreamUpdateCaptureDependencies(__stream, __dependencies, __edges, __count, __flags))
__CHV_CU(cuThreadExchangeStreamCaptureMode, (CUstreamCaptureMode * __mode), cudaThreadExchangeStreamCaptureMode((cudaStreamCaptureMode *)__mode))

__CHV_CU(cuIpcGetMemHandle, (CUipcMemHandle * __handle, CUdeviceptr __memory), cudaIpcGetMemHandle(__handle, (void *)__memory))
__CHV_CU(cuIpcOpenMemHandle, (CUdeviceptr * __memory, CUipcMemHandle __handle, unsigned __flags), cudaIpcOpenMemHandle((void **)__memory, __handle, __flags))
__CHV_CU(cuIpcCloseMemHandle, (CUdeviceptr __memory), cudaIpcCloseMemHandle((void *)__memory))
__CHV_CU(cuIpcGetEventHandle, (CUipcEventHandle * __handle, CUevent __event), cudaIpcGetEventHandle(__handle, __event))
__CHV_CU(cuIpcOpenEventHandle, (CUevent * __event, CUipcEventHandle __handle), cudaIpcOpenEventHandle(__event, __handle))
