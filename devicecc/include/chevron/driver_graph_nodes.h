// Driver API: nodes of graphs that copy or allocate, attributes of kernel nodes, and nodes of any type by one structure.
#pragma once

#include "copy_descriptions.h"
#include "driver_arrays.h"
#include "driver_graphs.h"
#include "driver_pools.h"

typedef struct CUDA_MEM_ALLOC_NODE_PARAMS_v2_st {
  CUmemPoolProps poolProps;
  const CUmemAccessDesc *accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  CUdeviceptr dptr;
} CUDA_MEM_ALLOC_NODE_PARAMS_v2;
typedef CUDA_MEM_ALLOC_NODE_PARAMS_v2 CUDA_MEM_ALLOC_NODE_PARAMS;
typedef CUDA_MEM_ALLOC_NODE_PARAMS_v2 CUDA_MEM_ALLOC_NODE_PARAMS_v1;
static_assert(sizeof(CUDA_MEM_ALLOC_NODE_PARAMS) == sizeof(cudaMemAllocNodeParams), "both interfaces have the same");
typedef struct CUDA_MEMCPY_NODE_PARAMS_st {
  int flags, reserved;
  CUcontext copyCtx;
  CUDA_MEMCPY3D copyParams;
} CUDA_MEMCPY_NODE_PARAMS;
typedef CUDA_KERNEL_NODE_PARAMS CUDA_KERNEL_NODE_PARAMS_v3;
typedef struct CUDA_MEMSET_NODE_PARAMS_v2_st {
  CUdeviceptr dst;
  size_t pitch;
  unsigned value, elementSize;
  size_t width, height;
  CUcontext ctx;
} CUDA_MEMSET_NODE_PARAMS_v2;
typedef struct CUDA_HOST_NODE_PARAMS_v2_st {
  CUhostFn fn;
  void *userData;
} CUDA_HOST_NODE_PARAMS_v2;
typedef struct CUDA_CHILD_GRAPH_NODE_PARAMS_st {
  CUgraph graph;
  int ownership;
} CUDA_CHILD_GRAPH_NODE_PARAMS;
typedef struct CUDA_EVENT_NODE_PARAMS_st { CUevent event; } CUDA_EVENT_RECORD_NODE_PARAMS, CUDA_EVENT_WAIT_NODE_PARAMS;
typedef struct CUDA_MEM_FREE_NODE_PARAMS_st { CUdeviceptr dptr; } CUDA_MEM_FREE_NODE_PARAMS;
typedef enum CUgraphConditionalNodeType_enum {
  CU_GRAPH_COND_TYPE_IF = 0, CU_GRAPH_COND_TYPE_WHILE = 1, CU_GRAPH_COND_TYPE_SWITCH = 2
} CUgraphConditionalNodeType;
typedef struct CUDA_CONDITIONAL_NODE_PARAMS_st {
  CUgraphConditionalHandle handle;
  CUgraphConditionalNodeType type;
  unsigned size;
  CUgraph *phGraph_out;
  CUcontext ctx;
} CUDA_CONDITIONAL_NODE_PARAMS;
typedef struct CUgraphNodeParams_st {
  CUgraphNodeType type;
  int reserved0[3];
  union {
    long long reserved1[29];
    CUDA_KERNEL_NODE_PARAMS_v3 kernel;
    CUDA_MEMCPY_NODE_PARAMS memcpy;
    CUDA_MEMSET_NODE_PARAMS_v2 memset;
    CUDA_HOST_NODE_PARAMS_v2 host;
    CUDA_CHILD_GRAPH_NODE_PARAMS graph;
    CUDA_EVENT_WAIT_NODE_PARAMS eventWait;
    CUDA_EVENT_RECORD_NODE_PARAMS eventRecord;
    CUDA_MEM_ALLOC_NODE_PARAMS_v2 alloc;
    CUDA_MEM_FREE_NODE_PARAMS free;
    CUDA_CONDITIONAL_NODE_PARAMS conditional;
  };
  long long reserved2;
} CUgraphNodeParams;
static_assert(sizeof(CUgraphNodeParams) == 256, "CUgraphNodeParams has CUDA 13's size");

#define __CHV_PLACE CUgraphNode *__node, CUgraph __graph, const CUgraphNode *__dependencies, size_t __count
inline CUresult cuGraphAddMemcpyNode(__CHV_PLACE, const CUDA_MEMCPY3D *__copy, CUcontext) {
  cudaMemcpy3DParms __own;
  const CUresult __error = __chv_copy_parameters(__copy, __own);
  return __error ? __error : __chv_array_error(cudaGraphAddMemcpyNode(__node, __graph, __dependencies, __count, &__own));
}
__CHV_CU(cuGraphAddMemAllocNode, (__CHV_PLACE, CUDA_MEM_ALLOC_NODE_PARAMS *__params),
         cudaGraphAddMemAllocNode(__node, __graph, __dependencies, __count, (cudaMemAllocNodeParams *)__params))
#undef __CHV_PLACE
inline CUresult cuGraphMemcpyNodeGetParams(CUgraphNode __node, CUDA_MEMCPY3D *__copy) {
  cudaMemcpy3DParms __own;
  if (!__copy) return CUDA_ERROR_INVALID_VALUE;
  if (const cudaError_t __error = cudaGraphMemcpyNodeGetParams(__node, &__own)) return (CUresult)__error;
  *__copy = __chv_driver_copy<CUDA_MEMCPY3D>(__own, CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_ARRAY);
  return CUDA_SUCCESS;
}
inline CUresult cuGraphMemcpyNodeSetParams(CUgraphNode __node, const CUDA_MEMCPY3D *__copy) {
  cudaMemcpy3DParms __own;
  const CUresult __error = __chv_copy_parameters(__copy, __own);
  return __error ? __error : __chv_array_error(cudaGraphMemcpyNodeSetParams(__node, &__own));
}
inline CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec __exec, CUgraphNode __node, const CUDA_MEMCPY3D *__copy, CUcontext) {
  cudaMemcpy3DParms __own;
  const CUresult __error = __chv_copy_parameters(__copy, __own);
  return __error ? __error : __chv_array_error(cudaGraphExecMemcpyNodeSetParams(__exec, __node, &__own));
}
__CHV_CU(cuGraphMemAllocNodeGetParams, (CUgraphNode __node, CUDA_MEM_ALLOC_NODE_PARAMS *__params),
         cudaGraphMemAllocNodeGetParams(__node, (cudaMemAllocNodeParams *)__params))

#define CUkernelNodeAttrID cudaLaunchAttributeID
#define CUkernelNodeAttrValue cudaLaunchAttributeValue
#define CU_KERNEL_NODE_ATTRIBUTE_ACCESS_POLICY_WINDOW cudaLaunchAttributeAccessPolicyWindow
#define CU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE cudaLaunchAttributeCooperative
#define CU_KERNEL_NODE_ATTRIBUTE_PRIORITY cudaLaunchAttributePriority
__CHV_CU(cuGraphKernelNodeGetAttribute, (CUgraphNode __node, CUkernelNodeAttrID __which, CUkernelNodeAttrValue *__value),
         cudaGraphKernelNodeGetAttribute(__node, __which, __value))
__CHV_CU(cuGraphKernelNodeSetAttribute, (CUgraphNode __node, CUkernelNodeAttrID __which, const CUkernelNodeAttrValue *__value),
         cudaGraphKernelNodeSetAttribute(__node, __which, __value))

typedef enum CUgraphMem_attribute_enum {
  CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT = 0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH = 1, CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT = 2,
  CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH = 3
} CUgraphMem_attribute;
__CHV_CU(cuDeviceGetGraphMemAttribute, (CUdevice __device, CUgraphMem_attribute __which, void *__value),
         cudaDeviceGetGraphMemAttribute(__device, (cudaGraphMemAttributeType)__which, __value))
__CHV_CU(cuDeviceSetGraphMemAttribute, (CUdevice __device, CUgraphMem_attribute __which, void *__value),
         cudaDeviceSetGraphMemAttribute(__device, (cudaGraphMemAttributeType)__which, __value))

// A node of any type as the runtime API describes it.
inline CUresult __chv_node(const CUgraphNodeParams *__given, cudaGraphNodeParams &__own) {
  if (!__given) return CUDA_ERROR_INVALID_VALUE;
  __own = {(cudaGraphNodeType)__given->type};
  switch (__given->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL: __own.kernel = __chv_kernel_node(__given->kernel); break;
    case CU_GRAPH_NODE_TYPE_MEMCPY: return __given->memcpy.flags ? CUDA_ERROR_INVALID_VALUE : __chv_copy_parameters(&__given->memcpy.copyParams, __own.memcpy.copyParams);
    case CU_GRAPH_NODE_TYPE_MEMSET: {
      const auto &__it = __given->memset;
      __own.memset = {(void *)__it.dst, __it.pitch, __it.value, __it.elementSize, __it.width, __it.height};
      break;
    }
    case CU_GRAPH_NODE_TYPE_HOST: __own.host = {__given->host.fn, __given->host.userData}; break;
    case CU_GRAPH_NODE_TYPE_GRAPH: __own.graph = {__given->graph.graph, (cudaGraphChildGraphNodeOwnership)__given->graph.ownership}; break;
    case CU_GRAPH_NODE_TYPE_EMPTY: break;
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT: __own.eventWait.event = __given->eventWait.event; break;
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD: __own.eventRecord.event = __given->eventRecord.event; break;
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC: __own.alloc = (const cudaMemAllocNodeParams &)__given->alloc; break;
    case CU_GRAPH_NODE_TYPE_MEM_FREE: __own.free.dptr = (void *)__given->free.dptr; break;
    case CU_GRAPH_NODE_TYPE_CONDITIONAL:
      __own.conditional = {__given->conditional.handle, (cudaGraphConditionalNodeType)__given->conditional.type, __given->conditional.size, nullptr};
      break;
    case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
    case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT:
    case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP: return CUDA_ERROR_NOT_SUPPORTED;
    default: return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}
inline CUresult cuGraphAddNode(CUgraphNode *__node, CUgraph __graph, const CUgraphNode *__dependencies, const CUgraphEdgeData *__edges, size_t __count,
                               CUgraphNodeParams *__params) {
  cudaGraphNodeParams __own = {cudaGraphNodeTypeEmpty};
  if (const CUresult __error = __chv_node(__params, __own)) return __error;
  if (const cudaError_t __error = cudaGraphAddNode(__node, __graph, __dependencies, __edges, __count, &__own)) return __chv_array_error(__error);
  if (__own.type == cudaGraphNodeTypeMemAlloc) __params->alloc.dptr = (CUdeviceptr)__own.alloc.dptr;
  if (__own.type == cudaGraphNodeTypeConditional) __params->conditional.phGraph_out = __own.conditional.phGraph_out;
  return CUDA_SUCCESS;
}
inline CUresult cuGraphNodeSetParams(CUgraphNode __node, CUgraphNodeParams *__params) {
  cudaGraphNodeParams __own = {cudaGraphNodeTypeEmpty};
  const CUresult __error = __chv_node(__params, __own);
  return __error ? __error : __chv_array_error(cudaGraphNodeSetParams(__node, &__own));
}
inline CUresult cuGraphExecNodeSetParams(CUgraphExec __exec, CUgraphNode __node, CUgraphNodeParams *__params) {
  cudaGraphNodeParams __own = {cudaGraphNodeTypeEmpty};
  const CUresult __error = __chv_node(__params, __own);
  return __error ? __error : __chv_array_error(cudaGraphExecNodeSetParams(__exec, __node, &__own));
}
