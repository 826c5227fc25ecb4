// Nodes of graphs that copy, fill and free, as HIP's driver interface describes them.
#pragma once

#include "copy_descriptions.h"
#include "hip_contexts.h"
#include "hip_driver_arrays.h"
#include "hip_graphs.h"

typedef struct HIP_MEMSET_NODE_PARAMS {
  hipDeviceptr_t dst;
  size_t pitch;
  unsigned value, elementSize;
  size_t width, height;
} HIP_MEMSET_NODE_PARAMS;

namespace __chv_hip {
inline hipMemsetParams fill(const HIP_MEMSET_NODE_PARAMS &__p) {
  hipMemsetParams __own = {};
  __own.dst = __p.dst, __own.pitch = __p.pitch, __own.value = __p.value, __own.elementSize = __p.elementSize;
  __own.width = __p.width, __own.height = __p.height;
  return __own;
}
}  // namespace __chv_hip

#define __CHV_PLACE hipGraphNode_t *__node, hipGraph_t __graph, const hipGraphNode_t *__dependencies, size_t __count
inline hipError_t hipDrvGraphAddMemcpyNode(__CHV_PLACE, const HIP_MEMCPY3D *__copy, hipCtx_t) {
  hipMemcpy3DParms __own;
  const hipError_t __error = __chv_hip::as_copy(__copy, __own);
  return __error != hipSuccess ? __error : hipGraphAddMemcpyNode(__node, __graph, __dependencies, __count, &__own);
}
inline hipError_t hipDrvGraphAddMemsetNode(__CHV_PLACE, const HIP_MEMSET_NODE_PARAMS *__given, hipCtx_t) {
  if (!__given) return hipErrorInvalidValue;
  const hipMemsetParams __own = __chv_hip::fill(*__given);
  return hipGraphAddMemsetNode(__node, __graph, __dependencies, __count, &__own);
}
inline hipError_t hipDrvGraphAddMemFreeNode(__CHV_PLACE, hipDeviceptr_t __memory) {
  return hipGraphAddMemFreeNode(__node, __graph, __dependencies, __count, (void *)__memory);
}
#undef __CHV_PLACE
inline hipError_t hipDrvGraphExecMemcpyNodeSetParams(hipGraphExec_t __exec, hipGraphNode_t __node, const HIP_MEMCPY3D *__copy, hipCtx_t) {
  hipMemcpy3DParms __own;
  const hipError_t __error = __chv_hip::as_copy(__copy, __own);
  return __error != hipSuccess ? __error : hipGraphExecMemcpyNodeSetParams(__exec, __node, &__own);
}
inline hipError_t hipDrvGraphExecMemsetNodeSetParams(hipGraphExec_t __exec, hipGraphNode_t __node, const HIP_MEMSET_NODE_PARAMS *__given, hipCtx_t) {
  if (!__given) return hipErrorInvalidValue;
  const hipMemsetParams __own = __chv_hip::fill(*__given);
  return hipGraphExecMemsetNodeSetParams(__exec, __node, &__own);
}
inline hipError_t hipDrvGraphMemcpyNodeSetParams(hipGraphNode_t __node, const HIP_MEMCPY3D *__copy) {
  hipMemcpy3DParms __own;
  const hipError_t __error = __chv_hip::as_copy(__copy, __own);
  return __error != hipSuccess ? __error : hipGraphMemcpyNodeSetParams(__node, &__own);
}
// An array that this interface put into the node comes as the memory that it is.
inline hipError_t hipDrvGraphMemcpyNodeGetParams(hipGraphNode_t __node, HIP_MEMCPY3D *__copy) {
  hipMemcpy3DParms __own = {};
  if (!__copy) return hipErrorInvalidValue;
  const hipError_t __error = hipGraphMemcpyNodeGetParams(__node, &__own);
  if (__error == hipSuccess) *__copy = __chv_driver_copy<HIP_MEMCPY3D>(__own, hipMemoryTypeHost, hipMemoryTypeDevice, hipMemoryTypeArray);
  return __error;
}
