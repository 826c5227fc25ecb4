// Stream capture and graphs under HIP's names.
#pragma once

#include "hip_types.h"

__CHV_HIP(StreamBeginCapture, (hipStream_t __stream, hipStreamCaptureMode __mode), (__stream, __mode))
__CHV_HIP(StreamEndCapture, (hipStream_t __stream, hipGraph_t *__graph), (__stream, __graph))
__CHV_HIP(StreamIsCapturing, (hipStream_t __stream, hipStreamCaptureStatus *__status), (__stream, __status))
__CHV_HIP(StreamGetCaptureInfo, (hipStream_t __stream, hipStreamCaptureStatus *__status, unsigned long long *__id),
          (__stream, __status, __id))
__CHV_HIP(ThreadExchangeStreamCaptureMode, (hipStreamCaptureMode * __mode), (__mode))

__CHV_HIP(GraphCreate, (hipGraph_t * __graph, unsigned __flags), (__graph, __flags))
__CHV_HIP(GraphDestroy, (hipGraph_t __graph), (__graph))
__CHV_HIP(GraphClone, (hipGraph_t * __clone, hipGraph_t __graph), (__clone, __graph))
__CHV_HIP(GraphDestroyNode, (hipGraphNode_t __node), (__node))
__CHV_HIP(GraphNodeFindInClone, (hipGraphNode_t * __node, hipGraphNode_t __original, hipGraph_t __clone), (__node, __original, __clone))
__CHV_HIP(GraphNodeGetType, (hipGraphNode_t __node, hipGraphNodeType *__type), (__node, __type))
__CHV_HIP(GraphGetNodes, (hipGraph_t __graph, hipGraphNode_t *__nodes, size_t *__count), (__graph, __nodes, __count))
__CHV_HIP(GraphGetRootNodes, (hipGraph_t __graph, hipGraphNode_t *__nodes, size_t *__count), (__graph, __nodes, __count))
__CHV_HIP(GraphGetEdges, (hipGraph_t __graph, hipGraphNode_t *__from, hipGraphNode_t *__to, size_t *__count), (__graph, __from, __to, __count))
__CHV_HIP(GraphAddDependencies, (hipGraph_t __graph, const hipGraphNode_t *__from, const hipGraphNode_t *__to, size_t __count),
          (__graph, __from, __to, __count))
__CHV_HIP(GraphRemoveDependencies, (hipGraph_t __graph, const hipGraphNode_t *__from, const hipGraphNode_t *__to, size_t __count),
          (__graph, __from, __to, __count))
__CHV_HIP(GraphDebugDotPrint, (hipGraph_t __graph, const char *__path, unsigned __flags), (__graph, __path, __flags))

// A node after those it depends on.
#define __CHV_HIP_NODE(kind, parameter, argument)                                                                      \
  __CHV_HIP(GraphAdd##kind##Node,                                                                                      \
            (hipGraphNode_t * __node, hipGraph_t __graph, const hipGraphNode_t *__dependencies, size_t __count, parameter), \
            (__node, __graph, __dependencies, __count, argument))
__CHV_HIP_NODE(Kernel, const hipKernelNodeParams *__params, __params)
__CHV_HIP_NODE(Memcpy, const hipMemcpy3DParms *__params, __params)
__CHV_HIP_NODE(Memset, const hipMemsetParams *__params, __params)
__CHV_HIP_NODE(Host, const hipHostNodeParams *__params, __params)
__CHV_HIP_NODE(ChildGraph, hipGraph_t __child, __child)
__CHV_HIP_NODE(EventRecord, hipEvent_t __event, __event)
__CHV_HIP_NODE(EventWait, hipEvent_t __event, __event)
__CHV_HIP_NODE(MemAlloc, hipMemAllocNodeParams *__params, __params)
__CHV_HIP_NODE(MemFree, void *__memory, __memory)
#undef __CHV_HIP_NODE
__CHV_HIP(GraphAddEmptyNode, (hipGraphNode_t * __node, hipGraph_t __graph, const hipGraphNode_t *__dependencies, size_t __count),
          (__node, __graph, __dependencies, __count))
__CHV_HIP(GraphAddMemcpyNode1D,
          (hipGraphNode_t * __node, hipGraph_t __graph, const hipGraphNode_t *__dependencies, size_t __count, void *__to,
           const void *__from, size_t __bytes, hipMemcpyKind __kind),
          (__node, __graph, __dependencies, __count, __to, __from, __bytes, __kind))

// Copies to and from a device variable, named or by its shadow's address.
template <class __S>
hipError_t hipGraphAddMemcpyNodeToSymbol(hipGraphNode_t *__node, hipGraph_t __graph, const hipGraphNode_t *__dependencies,
                                         size_t __count, const __S &__symbol, const void *__from, size_t __bytes, size_t __offset,
                                         hipMemcpyKind __kind) {
  return (hipError_t)cudaGraphAddMemcpyNodeToSymbol(__node, __graph, __dependencies, __count, __symbol, __from, __bytes, __offset, __kind);
}
template <class __S>
hipError_t hipGraphAddMemcpyNodeFromSymbol(hipGraphNode_t *__node, hipGraph_t __graph, const hipGraphNode_t *__dependencies,
                                           size_t __count, void *__to, const __S &__symbol, size_t __bytes, size_t __offset,
                                           hipMemcpyKind __kind) {
  return (hipError_t)cudaGraphAddMemcpyNodeFromSymbol(__node, __graph, __dependencies, __count, __to, __symbol, __bytes, __offset, __kind);
}
template <class __S>
hipError_t hipGraphMemcpyNodeSetParamsToSymbol(hipGraphNode_t __node, const __S &__symbol, const void *__from, size_t __bytes,
                                               size_t __offset, hipMemcpyKind __kind) {
  return (hipError_t)cudaGraphMemcpyNodeSetParamsToSymbol(__node, (const void *)&__symbol, __from, __bytes, __offset, __kind);
}
template <class __S>
hipError_t hipGraphMemcpyNodeSetParamsFromSymbol(hipGraphNode_t __node, void *__to, const __S &__symbol, size_t __bytes, size_t __offset,
                                                 hipMemcpyKind __kind) {
  return (hipError_t)cudaGraphMemcpyNodeSetParamsFromSymbol(__node, __to, (const void *)&__symbol, __bytes, __offset, __kind);
}
template <class __S>
hipError_t hipGraphExecMemcpyNodeSetParamsToSymbol(hipGraphExec_t __exec, hipGraphNode_t __node, const __S &__symbol, const void *__from,
                                                   size_t __bytes, size_t __offset, hipMemcpyKind __kind) {
  return (hipError_t)cudaGraphExecMemcpyNodeSetParamsToSymbol(__exec, __node, (const void *)&__symbol, __from, __bytes, __offset, __kind);
}
template <class __S>
hipError_t hipGraphExecMemcpyNodeSetParamsFromSymbol(hipGraphExec_t __exec, hipGraphNode_t __node, void *__to, const __S &__symbol,
                                                     size_t __bytes, size_t __offset, hipMemcpyKind __kind) {
  return (hipError_t)cudaGraphExecMemcpyNodeSetParamsFromSymbol(__exec, __node, __to, (const void *)&__symbol, __bytes, __offset, __kind);
}
__CHV_HIP(GraphMemcpyNodeSetParams1D,
          (hipGraphNode_t __node, void *__to, const void *__from, size_t __bytes, hipMemcpyKind __kind), (__node, __to, __from, __bytes, __kind))
__CHV_HIP(GraphChildGraphNodeGetGraph, (hipGraphNode_t __node, hipGraph_t *__graph), (__node, __graph))
__CHV_HIP(GraphEventRecordNodeGetEvent, (hipGraphNode_t __node, hipEvent_t *__event), (__node, __event))
__CHV_HIP(GraphEventRecordNodeSetEvent, (hipGraphNode_t __node, hipEvent_t __event), (__node, __event))
__CHV_HIP(GraphEventWaitNodeGetEvent, (hipGraphNode_t __node, hipEvent_t *__event), (__node, __event))
__CHV_HIP(GraphEventWaitNodeSetEvent, (hipGraphNode_t __node, hipEvent_t __event), (__node, __event))
__CHV_HIP(GraphExecChildGraphNodeSetParams, (hipGraphExec_t __exec, hipGraphNode_t __node, hipGraph_t __child), (__exec, __node, __child))
__CHV_HIP(GraphExecEventRecordNodeSetEvent, (hipGraphExec_t __exec, hipGraphNode_t __node, hipEvent_t __event), (__exec, __node, __event))
__CHV_HIP(GraphExecEventWaitNodeSetEvent, (hipGraphExec_t __exec, hipGraphNode_t __node, hipEvent_t __event), (__exec, __node, __event))
__CHV_HIP(GraphExecMemcpyNodeSetParams, (hipGraphExec_t __exec, hipGraphNode_t __node, hipMemcpy3DParms *__params),
          (__exec, __node, __params))
__CHV_HIP(GraphMemAllocNodeGetParams, (hipGraphNode_t __node, hipMemAllocNodeParams *__params), (__node, __params))
__CHV_HIP(GraphMemFreeNodeGetParams, (hipGraphNode_t __node, void *__memory), (__node, __memory))

__CHV_HIP(GraphKernelNodeGetParams, (hipGraphNode_t __node, hipKernelNodeParams *__params), (__node, __params))
__CHV_HIP(GraphKernelNodeSetParams, (hipGraphNode_t __node, const hipKernelNodeParams *__params), (__node, __params))
__CHV_HIP(GraphMemcpyNodeGetParams, (hipGraphNode_t __node, hipMemcpy3DParms *__params), (__node, __params))
__CHV_HIP(GraphMemcpyNodeSetParams, (hipGraphNode_t __node, const hipMemcpy3DParms *__params), (__node, __params))
__CHV_HIP(GraphMemsetNodeGetParams, (hipGraphNode_t __node, hipMemsetParams *__params), (__node, __params))
__CHV_HIP(GraphMemsetNodeSetParams, (hipGraphNode_t __node, const hipMemsetParams *__params), (__node, __params))
__CHV_HIP(GraphHostNodeGetParams, (hipGraphNode_t __node, hipHostNodeParams *__params), (__node, __params))
__CHV_HIP(GraphHostNodeSetParams, (hipGraphNode_t __node, const hipHostNodeParams *__params), (__node, __params))

inline hipError_t hipGraphInstantiate(hipGraphExec_t *__exec, hipGraph_t __graph, hipGraphNode_t *__error_node, char *__log,
                                      size_t __log_bytes) {
  return (hipError_t)cudaGraphInstantiate(__exec, __graph, __error_node, __log, __log_bytes);
}
__CHV_HIP(GraphInstantiateWithFlags, (hipGraphExec_t * __exec, hipGraph_t __graph, unsigned long long __flags), (__exec, __graph, __flags))
__CHV_HIP(GraphExecDestroy, (hipGraphExec_t __exec), (__exec))
__CHV_HIP(GraphLaunch, (hipGraphExec_t __exec, hipStream_t __stream), (__exec, __stream))
__CHV_HIP(GraphUpload, (hipGraphExec_t __exec, hipStream_t __stream), (__exec, __stream))
__CHV_HIP(GraphExecUpdate,
          (hipGraphExec_t __exec, hipGraph_t __graph, hipGraphNode_t *__error_node, hipGraphExecUpdateResult *__result),
          (__exec, __graph, __error_node, __result))
__CHV_HIP(GraphExecKernelNodeSetParams, (hipGraphExec_t __exec, hipGraphNode_t __node, const hipKernelNodeParams *__params),
          (__exec, __node, __params))
__CHV_HIP(GraphExecMemcpyNodeSetParams1D,
          (hipGraphExec_t __exec, hipGraphNode_t __node, void *__to, const void *__from, size_t __bytes, hipMemcpyKind __kind),
          (__exec, __node, __to, __from, __bytes, __kind))
__CHV_HIP(GraphExecMemsetNodeSetParams, (hipGraphExec_t __exec, hipGraphNode_t __node, const hipMemsetParams *__params),
          (__exec, __node, __params))
__CHV_HIP(GraphExecHostNodeSetParams, (hipGraphExec_t __exec, hipGraphNode_t __node, const hipHostNodeParams *__params),
          (__exec, __node, __params))
__CHV_HIP(GraphNodeSetEnabled, (hipGraphExec_t __exec, hipGraphNode_t __node, unsigned __enabled), (__exec, __node, __enabled))
__CHV_HIP(GraphNodeGetEnabled, (hipGraphExec_t __exec, hipGraphNode_t __node, unsigned *__enabled), (__exec, __node, __enabled))
__CHV_HIP(GraphNodeGetDependencies, (hipGraphNode_t __node, hipGraphNode_t *__dependencies, size_t *__count),
          (__node, __dependencies, __count))
__CHV_HIP(GraphNodeGetDependentNodes, (hipGraphNode_t __node, hipGraphNode_t *__dependents, size_t *__count),
          (__node, __dependents, __count))
__CHV_HIP(GraphInstantiateWithParams, (hipGraphExec_t * __exec, hipGraph_t __graph, hipGraphInstantiateParams *__params),
          (__exec, __graph, __params))
__CHV_HIP(GraphExecGetFlags, (hipGraphExec_t __exec, unsigned long long *__flags), (__exec, __flags))
__CHV_HIP(GraphKernelNodeCopyAttributes, (hipGraphNode_t __from, hipGraphNode_t __to), (__to, __from))
__CHV_HIP(GraphKernelNodeGetAttribute, (hipGraphNode_t __node, hipKernelNodeAttrID __attr, hipKernelNodeAttrValue *__value),
          (__node, __attr, __value))
__CHV_HIP(GraphKernelNodeSetAttribute, (hipGraphNode_t __node, hipKernelNodeAttrID __attr, const hipKernelNodeAttrValue *__value),
          (__node, __attr, __value))
__CHV_HIP(GraphAddNode,
          (hipGraphNode_t * __node, hipGraph_t __graph, const hipGraphNode_t *__dependencies, size_t __count, hipGraphNodeParams *__params),
          (__node, __graph, __dependencies, nullptr, __count, __params))

__CHV_HIP(GraphNodeSetParams, (hipGraphNode_t __node, hipGraphNodeParams *__params), (__node, __params))
__CHV_HIP(GraphExecNodeSetParams, (hipGraphExec_t __exec, hipGraphNode_t __node, hipGraphNodeParams *__params), (__exec, __node, __params))

// Memory that graphs allocate.
__CHV_HIP(DeviceGraphMemTrim, (int __device), (__device))
__CHV_HIP(DeviceGetGraphMemAttribute, (int __device, hipGraphMemAttributeType __attr, void *__value), (__device, __attr, __value))
__CHV_HIP(DeviceSetGraphMemAttribute, (int __device, hipGraphMemAttributeType __attr, void *__value), (__device, __attr, __value))

// What lives as long as the graphs that hold it.
__CHV_HIP(UserObjectCreate,
          (hipUserObject_t * __object, void *__ptr, hipHostFn_t __destroy, unsigned __references, unsigned __flags),
          (__object, __ptr, __destroy, __references, __flags))
__CHV_HIP(UserObjectRetain, (hipUserObject_t __object, unsigned __count = 1), (__object, __count))
__CHV_HIP(UserObjectRelease, (hipUserObject_t __object, unsigned __count = 1), (__object, __count))
__CHV_HIP(GraphRetainUserObject, (hipGraph_t __graph, hipUserObject_t __object, unsigned __count = 1, unsigned __flags = 0),
          (__graph, __object, __count, __flags))
__CHV_HIP(GraphReleaseUserObject, (hipGraph_t __graph, hipUserObject_t __object, unsigned __count = 1), (__graph, __object, __count))

// What a capture has so far.
__CHV_HIP(StreamGetCaptureInfo_v2,
          (hipStream_t __stream, hipStreamCaptureStatus *__status, unsigned long long *__id = nullptr, hipGraph_t *__graph = nullptr,
           const hipGraphNode_t **__dependencies = nullptr, size_t *__count = nullptr),
          (__stream, __status, __id, __graph, __dependencies, __count))
__CHV_HIP(StreamUpdateCaptureDependencies,
          (hipStream_t __stream, hipGraphNode_t *__dependencies, size_t __count, unsigned __flags = 0),
          (__stream, __dependencies, __count, __flags))
__CHV_HIP(StreamBeginCaptureToGraph,
          (hipStream_t __stream, hipGraph_t __graph, const hipGraphNode_t *__dependencies, const hipGraphEdgeData *__edges, size_t __count,
           hipStreamCaptureMode __mode),
          (__stream, __graph, __dependencies, __edges, __count, __mode))
