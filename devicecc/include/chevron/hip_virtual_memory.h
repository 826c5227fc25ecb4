// Virtual memory management under HIP's names.
#pragma once

#include "hip_memory.h"
#include "virtual_memory.h"

namespace __chv_hip {
// What memory is asked for: of a device, and shared by file descriptors if at all.
inline hipError_t memory_wanted(const hipMemAllocationProp *__wanted) {
  if (!__wanted || __wanted->type != cudaMemAllocationTypePinned) return hipErrorInvalidValue;
  if (__wanted->location.type != cudaMemLocationTypeDevice) return hipErrorNotSupported;
  const int __types = __wanted->requestedHandleType;
  return __types & ~cudaMemHandleTypePosixFileDescriptor ? hipErrorNotSupported : hipSuccess;
}
}  // namespace __chv_hip
inline hipError_t hipMemGetAllocationGranularity(size_t *__bytes, const hipMemAllocationProp *__wanted, hipMemAllocationGranularity_flags) {
  const hipError_t __error = __chv_hip::memory_wanted(__wanted);
  if (__error != hipSuccess || !__bytes) return __error != hipSuccess ? __error : hipErrorInvalidValue;
  return (hipError_t)__chv_virtual_granularity(__bytes, __wanted->location.id);
}
inline hipError_t hipMemAddressReserve(void **__base, size_t __bytes, size_t __alignment, void *__wished, unsigned long long __flags) {
  return __flags ? hipErrorInvalidValue : (hipError_t)__chv_virtual_reserve(__base, __bytes, __alignment, __wished);
}
inline hipError_t hipMemAddressFree(void *__base, size_t __bytes) { return (hipError_t)__chv_virtual_free(__base, __bytes); }
inline hipError_t hipMemCreate(hipMemGenericAllocationHandle_t *__piece, size_t __bytes, const hipMemAllocationProp *__wanted, unsigned long long __flags) {
  if (!__piece || __flags) return hipErrorInvalidValue;
  const hipError_t __error = __chv_hip::memory_wanted(__wanted);
  if (__error != hipSuccess) return __error;
  return (hipError_t)__chv_piece_create((size_t *)__piece, __bytes, __wanted->location.id, __wanted->requestedHandleType != cudaMemHandleTypeNone);
}
inline hipError_t hipMemRelease(hipMemGenericAllocationHandle_t __piece) { return (hipError_t)__chv_piece_release((size_t)__piece); }
inline hipError_t hipMemMap(void *__place, size_t __bytes, size_t __offset, hipMemGenericAllocationHandle_t __piece, unsigned long long __flags) {
  return __offset || __flags ? hipErrorInvalidValue : (hipError_t)__chv_virtual_map(__place, __bytes, (size_t)__piece);
}
inline hipError_t hipMemUnmap(void *__place, size_t __bytes) { return (hipError_t)__chv_virtual_unmap(__place, __bytes); }
inline hipError_t hipMemSetAccess(void *__place, size_t __bytes, const hipMemAccessDesc *__list, size_t __count) {
  if (!__list || !__count) return hipErrorInvalidValue;
  for (size_t __i = 0; __i < __count; ++__i) {
    if (__list[__i].location.type != cudaMemLocationTypeDevice) return hipErrorNotSupported;
    const cudaError_t __error = __chv_virtual_set_access(__place, __bytes, __list[__i].location.id, __list[__i].flags);
    if (__error) return (hipError_t)__error;
  }
  return hipSuccess;
}
inline hipError_t hipMemGetAccess(unsigned long long *__flags, const hipMemLocation *__location, void *__place) {
  if (!__flags || !__location || __location->type != cudaMemLocationTypeDevice) return hipErrorInvalidValue;
  return (hipError_t)__chv_virtual_access(__flags, __place, __location->id);
}
inline hipError_t hipMemRetainAllocationHandle(hipMemGenericAllocationHandle_t *__piece, void *__inside) {
  return (hipError_t)__chv_piece_retain((size_t *)__piece, __inside);
}
inline hipError_t hipMemGetAllocationPropertiesFromHandle(hipMemAllocationProp *__found, hipMemGenericAllocationHandle_t __piece) {
  int __device = 0, __shareable = 0;
  if (!__found) return hipErrorInvalidValue;
  if (const cudaError_t __error = __chv_piece_properties(&__device, &__shareable, (size_t)__piece)) return (hipError_t)__error;
  *__found = {};
  __found->type = cudaMemAllocationTypePinned;
  __found->requestedHandleType = __shareable ? cudaMemHandleTypePosixFileDescriptor : cudaMemHandleTypeNone;
  __found->location = {cudaMemLocationTypeDevice, __device};
  return hipSuccess;
}
// A handle that another process opens memory by is a file descriptor, which is the caller's to close. It goes in by value.
inline hipError_t hipMemExportToShareableHandle(void *__file, hipMemGenericAllocationHandle_t __piece, hipMemAllocationHandleType __type,
                                                unsigned long long __flags) {
  if (!__file || __flags) return hipErrorInvalidValue;
  return __type == cudaMemHandleTypePosixFileDescriptor ? (hipError_t)__chv_piece_export((int *)__file, (size_t)__piece) : hipErrorNotSupported;
}
inline hipError_t hipMemImportFromShareableHandle(hipMemGenericAllocationHandle_t *__piece, void *__file, hipMemAllocationHandleType __type) {
  if (!__piece) return hipErrorInvalidValue;
  return __type == cudaMemHandleTypePosixFileDescriptor ? (hipError_t)__chv_piece_import((size_t *)__piece, (int)(size_t)__file) : hipErrorNotSupported;
}
