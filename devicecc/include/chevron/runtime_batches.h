// Runtime API: several copies, prefetches or discards in one call, and pools by location. In a stream's order, as each of them alone.
#pragma once

#include "runtime_memory.h"
#include "runtime_streams.h"
#include "texture_objects.h"

enum cudaMemcpySrcAccessOrder {
  cudaMemcpySrcAccessOrderInvalid = 0, cudaMemcpySrcAccessOrderStream = 1, cudaMemcpySrcAccessOrderDuringApiCall = 2, cudaMemcpySrcAccessOrderAny = 3,
  cudaMemcpySrcAccessOrderMax = 0x7FFFFFFF
};
enum cudaMemcpyFlags { cudaMemcpyFlagDefault = 0, cudaMemcpyFlagPreferOverlapWithCompute = 1 };
struct cudaMemcpyAttributes {
  enum cudaMemcpySrcAccessOrder srcAccessOrder;
  struct cudaMemLocation srcLocHint, dstLocHint;
  unsigned flags;
};
enum cudaMemcpy3DOperandType { cudaMemcpyOperandTypePointer = 1, cudaMemcpyOperandTypeArray = 2, cudaMemcpyOperandTypeMax = 0x7FFFFFFF };
struct cudaOffset3D {
  size_t x, y, z;
};
// One end of a copy: rows of so many elements of a byte, or an array.
struct cudaMemcpy3DOperand {
  enum cudaMemcpy3DOperandType type;
  union {
    struct {
      void *ptr;
      size_t rowLength, layerHeight;
      struct cudaMemLocation locHint;
    } ptr;
    struct {
      cudaArray_t array;
      struct cudaOffset3D offset;
    } array;
  } op;
};
struct cudaMemcpy3DBatchOp {
  struct cudaMemcpy3DOperand src, dst;
  struct cudaExtent extent;
  enum cudaMemcpySrcAccessOrder srcAccessOrder;
  unsigned flags;
};

// Which of several entries each of `count` things has: entry i from `from_which[i]` on, the first from 0 on.
static inline bool __chv_are_shares(const size_t *__from_which, size_t __entries, size_t __count) {
  if (!__entries || !__from_which || __entries > __count || __from_which[0] != 0) return false;
  for (size_t __i = 1; __i < __entries; ++__i)
    if (__from_which[__i] <= __from_which[__i - 1] || __from_which[__i] >= __count) return false;
  return true;
}
static inline bool __chv_is_order(cudaMemcpySrcAccessOrder __order) {
  return __order >= cudaMemcpySrcAccessOrderStream && __order <= cudaMemcpySrcAccessOrderAny;
}
static inline cudaError_t cudaMemcpyBatchAsync(const void *const *__to, const void *const *__from, const size_t *__bytes, size_t __count,
                                               cudaMemcpyAttributes *__attributes, size_t *__from_which, size_t __attribute_count, cudaStream_t __stream) {
  // As in CUDA the legacy default stream takes no batches.
  if (!__to || !__from || !__bytes || !__count || !__stream || __stream == cudaStreamLegacy) return cudaErrorInvalidValue;
  if (!__attributes || !__chv_are_shares(__from_which, __attribute_count, __count)) return cudaErrorInvalidValue;
  bool __at_once = false;
  for (size_t __i = 0; __i < __attribute_count; ++__i) {
    if (!__chv_is_order(__attributes[__i].srcAccessOrder)) return cudaErrorInvalidValue;
    __at_once |= __attributes[__i].srcAccessOrder == cudaMemcpySrcAccessOrderDuringApiCall;
  }
  for (size_t __i = 0; __i < __count; ++__i)
    if (const cudaError_t __error = cudaMemcpyAsync((void *)__to[__i], __from[__i], __bytes[__i], cudaMemcpyDefault, __stream)) return __error;
  // The program may change its source once this returns.
  return __at_once ? cudaStreamSynchronize(__stream) : cudaSuccess;
}
// All with the same attributes.
static inline cudaError_t cudaMemcpyBatchAsync(const void *const *__to, const void *const *__from, const size_t *__bytes, size_t __count,
                                               cudaMemcpyAttributes __attributes, cudaStream_t __stream) {
  size_t __first = 0;
  return cudaMemcpyBatchAsync(__to, __from, __bytes, __count, &__attributes, &__first, 1, __stream);
}
// As CUDA 12.8 had it. What fails is no certain copy.
static inline cudaError_t cudaMemcpyBatchAsync(void **__to, void **__from, size_t *__bytes, size_t __count, cudaMemcpyAttributes *__attributes,
                                               size_t *__from_which, size_t __attribute_count, size_t *__failed, cudaStream_t __stream) {
  if (__failed) *__failed = ~(size_t)0;
  return cudaMemcpyBatchAsync(__to, __from, __bytes, __count, __attributes, __from_which, __attribute_count, __stream);
}

// One end of a copy of three dimensions; false if it is none.
static inline bool __chv_put_operand(const cudaMemcpy3DOperand &__given, const cudaExtent &__extent, cudaArray_t &__array, cudaPos &__at,
                                     cudaPitchedPtr &__memory) {
  if (__given.type == cudaMemcpyOperandTypeArray) {
    __array = __given.op.array.array;
    __at = {__given.op.array.offset.x, __given.op.array.offset.y, __given.op.array.offset.z};
    return __array;
  }
  const auto &__rows = __given.op.ptr;
  __memory = {__rows.ptr, __rows.rowLength ? __rows.rowLength : __extent.width, __extent.width, __rows.layerHeight ? __rows.layerHeight : __extent.height};
  return __given.type == cudaMemcpyOperandTypePointer && __rows.ptr;
}
static inline cudaError_t cudaMemcpy3DBatchAsync(size_t __count, cudaMemcpy3DBatchOp *__list, unsigned long long __flags, cudaStream_t __stream) {
  if (!__count || !__list || __flags || !__stream || __stream == cudaStreamLegacy) return cudaErrorInvalidValue;
  bool __at_once = false;
  for (size_t __i = 0; __i < __count; ++__i) {
    const cudaMemcpy3DBatchOp &__op = __list[__i];
    __at_once |= __op.srcAccessOrder == cudaMemcpySrcAccessOrderDuringApiCall;
    cudaMemcpy3DParms __parms = {};
    const bool __ends = __chv_put_operand(__op.src, __op.extent, __parms.srcArray, __parms.srcPos, __parms.srcPtr) &&
                        __chv_put_operand(__op.dst, __op.extent, __parms.dstArray, __parms.dstPos, __parms.dstPtr);
    if (!__ends || !__chv_is_order(__op.srcAccessOrder)) return cudaErrorInvalidValue;
    // Rows of pointers are in elements of an array on the other end, if there is one.
    cudaChannelFormatDesc __format = {8, 0, 0, 0, cudaChannelFormatKindUnsigned};
    if (cudaArray_t __array = __parms.srcArray ? __parms.srcArray : __parms.dstArray)
      if (const cudaError_t __error = cudaGetChannelDesc(&__format, __array)) return __error;
    const size_t __element = (__format.x + __format.y + __format.z + __format.w) / 8;
    __parms.srcPtr.pitch *= __element, __parms.dstPtr.pitch *= __element;
    __parms.extent = __op.extent;
    __parms.kind = cudaMemcpyDefault;
    if (const cudaError_t __error = cudaMemcpy3DAsync(&__parms, __stream)) return __error;
  }
  return __at_once ? cudaStreamSynchronize(__stream) : cudaSuccess;
}

static inline cudaError_t cudaMemPrefetchBatchAsync(void **__memory, size_t *__bytes, size_t __count, cudaMemLocation *__locations, size_t *__from_which,
                                                    size_t __location_count, unsigned long long __flags, cudaStream_t __stream) {
  if (!__memory || !__bytes || !__count || __flags || !__locations || !__chv_are_shares(__from_which, __location_count, __count))
    return cudaErrorInvalidValue;
  for (size_t __i = 0, __which = 0; __i < __count; ++__i) {
    if (__which + 1 < __location_count && __from_which[__which + 1] == __i) ++__which;
    if (const cudaError_t __error = cudaMemPrefetchAsync(__memory[__i], __bytes[__i], __locations[__which], 0u, __stream)) return __error;
  }
  return cudaSuccess;
}
static inline cudaError_t cudaMemPrefetchBatchAsync(void **__memory, size_t *__bytes, size_t __count, cudaMemLocation __location,
                                                    unsigned long long __flags, cudaStream_t __stream) {
  size_t __first = 0;
  return cudaMemPrefetchBatchAsync(__memory, __bytes, __count, &__location, &__first, 1, __flags, __stream);
}
// What managed memory held may be lost: it is kept here.
static inline cudaError_t cudaMemDiscardBatchAsync(void **__memory, size_t *__bytes, size_t __count, unsigned long long __flags, cudaStream_t __stream) {
  int __mostly;
  if (!__memory || !__bytes || !__count || __flags) return cudaErrorInvalidValue;
  if (const cudaError_t __error = cudaStreamQuery(__stream); __error && __error != cudaErrorNotReady) return __error;
  for (size_t __i = 0; __i < __count; ++__i)
    if (const cudaError_t __error = cudaMemRangeGetAttribute(&__mostly, sizeof __mostly, cudaMemRangeAttributeReadMostly, __memory[__i], __bytes[__i]))
      return __error;
  return cudaSuccess;
}
static inline cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void **__memory, size_t *__bytes, size_t __count, cudaMemLocation *__locations,
                                                              size_t *__from_which, size_t __location_count, unsigned long long __flags,
                                                              cudaStream_t __stream) {
  return cudaMemPrefetchBatchAsync(__memory, __bytes, __count, __locations, __from_which, __location_count, __flags, __stream);
}
