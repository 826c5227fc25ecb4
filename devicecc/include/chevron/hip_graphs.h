// Stream capture and graphs under HIP's names.
#pragma once

#include "hip_types.h"

__CHV_HIP(StreamBeginCapture, (hipStream_t stream, hipStreamCaptureMode mode), (stream, mode))
__CHV_HIP(StreamEndCapture, (hipStream_t stream, hipGraph_t *graph), (stream, graph))
__CHV_HIP(StreamIsCapturing, (hipStream_t stream, hipStreamCaptureStatus *status), (stream, status))
__CHV_HIP(StreamGetCaptureInfo, (hipStream_t stream, hipStreamCaptureStatus *status, unsigned long long *id),
          (stream, status, id))
__CHV_HIP(ThreadExchangeStreamCaptureMode, (hipStreamCaptureMode * mode), (mode))

__CHV_HIP(GraphCreate, (hipGraph_t * graph, unsigned flags), (graph, flags))
__CHV_HIP(GraphDestroy, (hipGraph_t graph), (graph))
__CHV_HIP(GraphClone, (hipGraph_t * clone, hipGraph_t graph), (clone, graph))
__CHV_HIP(GraphDestroyNode, (hipGraphNode_t node), (node))
__CHV_HIP(GraphNodeFindInClone, (hipGraphNode_t * node, hipGraphNode_t original, hipGraph_t clone), (node, original, clone))
__CHV_HIP(GraphNodeGetType, (hipGraphNode_t node, hipGraphNodeType *type), (node, type))
__CHV_HIP(GraphGetNodes, (hipGraph_t graph, hipGraphNode_t *nodes, size_t *count), (graph, nodes, count))
__CHV_HIP(GraphGetRootNodes, (hipGraph_t graph, hipGraphNode_t *nodes, size_t *count), (graph, nodes, count))
__CHV_HIP(GraphGetEdges, (hipGraph_t graph, hipGraphNode_t *from, hipGraphNode_t *to, size_t *count), (graph, from, to, count))
__CHV_HIP(GraphAddDependencies, (hipGraph_t graph, const hipGraphNode_t *from, const hipGraphNode_t *to, size_t count),
          (graph, from, to, count))
__CHV_HIP(GraphRemoveDependencies, (hipGraph_t graph, const hipGraphNode_t *from, const hipGraphNode_t *to, size_t count),
          (graph, from, to, count))
__CHV_HIP(GraphDebugDotPrint, (hipGraph_t graph, const char *path, unsigned flags), (graph, path, flags))

// A node after those it depends on.
#define __CHV_HIP_NODE(kind, parameter, argument)                                                                   \
  __CHV_HIP(GraphAdd##kind##Node,                                                                                   \
            (hipGraphNode_t * node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count, parameter), \
            (node, graph, dependencies, count, argument))
__CHV_HIP_NODE(Kernel, const hipKernelNodeParams *params, params)
__CHV_HIP_NODE(Memcpy, const hipMemcpy3DParms *params, params)
__CHV_HIP_NODE(Memset, const hipMemsetParams *params, params)
__CHV_HIP_NODE(Host, const hipHostNodeParams *params, params)
__CHV_HIP_NODE(ChildGraph, hipGraph_t child, child)
__CHV_HIP_NODE(EventRecord, hipEvent_t event, event)
__CHV_HIP_NODE(EventWait, hipEvent_t event, event)
__CHV_HIP_NODE(MemAlloc, hipMemAllocNodeParams *params, params)
__CHV_HIP_NODE(MemFree, void *memory, memory)
#undef __CHV_HIP_NODE
__CHV_HIP(GraphAddEmptyNode, (hipGraphNode_t * node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count),
          (node, graph, dependencies, count))
__CHV_HIP(GraphAddMemcpyNode1D,
          (hipGraphNode_t * node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count, void *to,
           const void *from, size_t bytes, hipMemcpyKind kind),
          (node, graph, dependencies, count, to, from, bytes, kind))

__CHV_HIP(GraphKernelNodeGetParams, (hipGraphNode_t node, hipKernelNodeParams *params), (node, params))
__CHV_HIP(GraphKernelNodeSetParams, (hipGraphNode_t node, const hipKernelNodeParams *params), (node, params))
__CHV_HIP(GraphMemcpyNodeGetParams, (hipGraphNode_t node, hipMemcpy3DParms *params), (node, params))
__CHV_HIP(GraphMemcpyNodeSetParams, (hipGraphNode_t node, const hipMemcpy3DParms *params), (node, params))
__CHV_HIP(GraphMemsetNodeGetParams, (hipGraphNode_t node, hipMemsetParams *params), (node, params))
__CHV_HIP(GraphMemsetNodeSetParams, (hipGraphNode_t node, const hipMemsetParams *params), (node, params))
__CHV_HIP(GraphHostNodeGetParams, (hipGraphNode_t node, hipHostNodeParams *params), (node, params))
__CHV_HIP(GraphHostNodeSetParams, (hipGraphNode_t node, const hipHostNodeParams *params), (node, params))

inline hipError_t hipGraphInstantiate(hipGraphExec_t *exec, hipGraph_t graph, hipGraphNode_t *error_node, char *log,
                                      size_t log_bytes) {
  return (hipError_t)cudaGraphInstantiate(exec, graph, error_node, log, log_bytes);
}
__CHV_HIP(GraphInstantiateWithFlags, (hipGraphExec_t * exec, hipGraph_t graph, unsigned long long flags), (exec, graph, flags))
__CHV_HIP(GraphExecDestroy, (hipGraphExec_t exec), (exec))
__CHV_HIP(GraphLaunch, (hipGraphExec_t exec, hipStream_t stream), (exec, stream))
__CHV_HIP(GraphUpload, (hipGraphExec_t exec, hipStream_t stream), (exec, stream))
__CHV_HIP(GraphExecUpdate,
          (hipGraphExec_t exec, hipGraph_t graph, hipGraphNode_t *error_node, hipGraphExecUpdateResult *result),
          (exec, graph, error_node, result))
__CHV_HIP(GraphExecKernelNodeSetParams, (hipGraphExec_t exec, hipGraphNode_t node, const hipKernelNodeParams *params),
          (exec, node, params))
__CHV_HIP(GraphExecMemcpyNodeSetParams1D,
          (hipGraphExec_t exec, hipGraphNode_t node, void *to, const void *from, size_t bytes, hipMemcpyKind kind),
          (exec, node, to, from, bytes, kind))
__CHV_HIP(GraphExecMemsetNodeSetParams, (hipGraphExec_t exec, hipGraphNode_t node, const hipMemsetParams *params),
          (exec, node, params))
__CHV_HIP(GraphExecHostNodeSetParams, (hipGraphExec_t exec, hipGraphNode_t node, const hipHostNodeParams *params),
          (exec, node, params))
__CHV_HIP(GraphNodeSetEnabled, (hipGraphExec_t exec, hipGraphNode_t node, unsigned enabled), (exec, node, enabled))
__CHV_HIP(GraphNodeGetEnabled, (hipGraphExec_t exec, hipGraphNode_t node, unsigned *enabled), (exec, node, enabled))
