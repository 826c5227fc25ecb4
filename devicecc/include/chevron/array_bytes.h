// Bytes to and from arrays, by the offset of the first, as CUDA's and HIP's driver interfaces have it: within the first row, or they are refused.
#pragma once

#include "texture_objects.h"

extern "C" cudaError_t __chv_array_memory(cudaArray_const_t __array, void **__memory, size_t *__pitch, size_t *__rows);

// False if they go on past the row's end.
inline bool __chv_in_first_row(cudaArray_const_t __array, size_t __offset, size_t __bytes) {
  void *__memory;
  size_t __row = 0, __rows;
  if (__chv_array_memory(__array, &__memory, &__row, &__rows) != cudaSuccess) return true;  // the copy tells what the array is
  return __offset <= __row && __bytes <= __row - __offset;
}
inline cudaError_t __chv_to_array(cudaArray_t __to, size_t __offset, const void *__from, size_t __bytes, cudaMemcpyKind __kind) {
  return __chv_in_first_row(__to, __offset, __bytes) ? cudaMemcpyToArray(__to, __offset, 0, __from, __bytes, __kind) : cudaErrorInvalidValue;
}
inline cudaError_t __chv_to_array(cudaArray_t __to, size_t __offset, const void *__from, size_t __bytes, cudaMemcpyKind __kind, cudaStream_t __stream) {
  if (!__chv_in_first_row(__to, __offset, __bytes)) return cudaErrorInvalidValue;
  return cudaMemcpyToArrayAsync(__to, __offset, 0, __from, __bytes, __kind, __stream);
}
inline cudaError_t __chv_from_array(void *__to, cudaArray_const_t __from, size_t __offset, size_t __bytes, cudaMemcpyKind __kind) {
  return __chv_in_first_row(__from, __offset, __bytes) ? cudaMemcpyFromArray(__to, __from, __offset, 0, __bytes, __kind) : cudaErrorInvalidValue;
}
inline cudaError_t __chv_from_array(void *__to, cudaArray_const_t __from, size_t __offset, size_t __bytes, cudaMemcpyKind __kind, cudaStream_t __stream) {
  if (!__chv_in_first_row(__from, __offset, __bytes)) return cudaErrorInvalidValue;
  return cudaMemcpyFromArrayAsync(__to, __from, __offset, 0, __bytes, __kind, __stream);
}
inline cudaError_t __chv_between_arrays(cudaArray_t __to, size_t __to_offset, cudaArray_const_t __from, size_t __from_offset, size_t __bytes) {
  if (!__chv_in_first_row(__to, __to_offset, __bytes) || !__chv_in_first_row(__from, __from_offset, __bytes)) return cudaErrorInvalidValue;
  return cudaMemcpyArrayToArray(__to, __to_offset, 0, __from, __from_offset, 0, __bytes);
}
