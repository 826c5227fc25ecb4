// threadIdx, blockIdx, blockDim, gridDim and warpSize. Members are properties that call the device's primitives: nothing is
// stored, and naming one in host code is an error of the compiler.
#pragma once

#include "../vector_types.h"
#include "primitives.h"

#if defined(__NVPTX__) || defined(__AMDGCN__)
// The primitives have bodies there, which clang finds by the declaration only.
#define __CHV_COORDINATE(component, primitive)                                                                         \
  __declspec(property(get = __chv_get_##component)) unsigned component;                                                \
  static __inline__ __device__ __attribute__((__always_inline__, __nodebug__)) unsigned __chv_get_##component() {      \
    return primitive##_##component();                                                                                  \
  }
#else
// The primitive itself by another name: a function that calls it would be generated, copied and inlined for each kernel.
#define __CHV_COORDINATE(component, primitive)                                                                         \
  __declspec(property(get = __chv_get_##component)) unsigned component;                                                \
  static __device__ __attribute__((__const__, __nothrow__)) unsigned __chv_get_##component() __asm__(#primitive "_" #component);
#endif
#define __CHV_INDEX_TYPE(type, primitive)                                                                              \
  struct type {                                                                                                        \
    __CHV_COORDINATE(x, primitive)                                                                                   \
    __CHV_COORDINATE(y, primitive)                                                                                   \
    __CHV_COORDINATE(z, primitive)                                                                                   \
    __device__ __attribute__((__always_inline__, __nodebug__)) operator uint3() const { return {x, y, z}; }      \
    __device__ __attribute__((__always_inline__, __nodebug__)) operator dim3() const { return {x, y, z}; }       \
  };
__CHV_INDEX_TYPE(__chv_thread_index, __chv_tid)
__CHV_INDEX_TYPE(__chv_block_index, __chv_ctaid)
__CHV_INDEX_TYPE(__chv_block_extent, __chv_ntid)
__CHV_INDEX_TYPE(__chv_grid_extent, __chv_nctaid)
#undef __CHV_INDEX_TYPE
#undef __CHV_COORDINATE

extern const __device__ __chv_thread_index threadIdx;
extern const __device__ __chv_block_index blockIdx;
extern const __device__ __chv_block_extent blockDim;
extern const __device__ __chv_grid_extent gridDim;

static constexpr int warpSize = __CHEVRON_WARP_SIZE__;
