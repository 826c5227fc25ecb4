// Bytes to and from arrays, by the offset of the first, as CUDA's and HIP's driver interfaces have it: they go on in the next row where one ends.
#pragma once

#include "texture_objects.h"

extern "C" cudaError_t __chv_array_memory(cudaArray_const_t __array, void **__memory, size_t *__pitch, size_t *__rows);

// Where the byte of an offset lies.
struct __chv_array_place {
  size_t __x = 0, __y = 0;
  __chv_array_place(cudaArray_const_t __array, size_t __offset) : __x(__offset) {
    void *__memory;
    size_t __row = 0, __rows;
    if (__chv_array_memory(__array, &__memory, &__row, &__rows) == cudaSuccess && __row) __x = __offset % __row, __y = __offset / __row;
  }
};
inline cudaError_t __chv_to_array(cudaArray_t __to, size_t __offset, const void *__from, size_t __bytes, cudaMemcpyKind __kind) {
  const __chv_array_place __at(__to, __offset);
  return cudaMemcpyToArray(__to, __at.__x, __at.__y, __from, __bytes, __kind);
}
inline cudaError_t __chv_to_array(cudaArray_t __to, size_t __offset, const void *__from, size_t __bytes, cudaMemcpyKind __kind, cudaStream_t __stream) {
  const __chv_array_place __at(__to, __offset);
  return cudaMemcpyToArrayAsync(__to, __at.__x, __at.__y, __from, __bytes, __kind, __stream);
}
inline cudaError_t __chv_from_array(void *__to, cudaArray_const_t __from, size_t __offset, size_t __bytes, cudaMemcpyKind __kind) {
  const __chv_array_place __at(__from, __offset);
  return cudaMemcpyFromArray(__to, __from, __at.__x, __at.__y, __bytes, __kind);
}
inline cudaError_t __chv_from_array(void *__to, cudaArray_const_t __from, size_t __offset, size_t __bytes, cudaMemcpyKind __kind, cudaStream_t __stream) {
  const __chv_array_place __at(__from, __offset);
  return cudaMemcpyFromArrayAsync(__to, __from, __at.__x, __at.__y, __bytes, __kind, __stream);
}
inline cudaError_t __chv_between_arrays(cudaArray_t __to, size_t __to_offset, cudaArray_const_t __from, size_t __from_offset, size_t __bytes) {
  const __chv_array_place __target(__to, __to_offset), __source(__from, __from_offset);
  return cudaMemcpyArrayToArray(__to, __target.__x, __target.__y, __from, __source.__x, __source.__y, __bytes);
}
