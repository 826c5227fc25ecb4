// Arrays of HIP's driver interface, which are the runtime interface's, and bytes to and from them.
#pragma once

#include "array_bytes.h"
#include "hip_textures.h"

namespace __chv_hip {
// Elements as the runtime interface describes them, and back.
inline hipChannelFormatDesc channel_format(hipArray_Format __format, unsigned __channels) {
  const bool __known = __channels == 1 || __channels == 2 || __channels == 4;
  int __bits = 0;
  switch (__format) {
    case HIP_AD_FORMAT_UNSIGNED_INT8:
    case HIP_AD_FORMAT_SIGNED_INT8: __bits = 8; break;
    case HIP_AD_FORMAT_UNSIGNED_INT16:
    case HIP_AD_FORMAT_SIGNED_INT16:
    case HIP_AD_FORMAT_HALF: __bits = 16; break;
    case HIP_AD_FORMAT_UNSIGNED_INT32:
    case HIP_AD_FORMAT_SIGNED_INT32:
    case HIP_AD_FORMAT_FLOAT: __bits = 32; break;
  }
  if (!__known) __bits = 0;
  const bool __float = __format == HIP_AD_FORMAT_HALF || __format == HIP_AD_FORMAT_FLOAT;
  const hipChannelFormatKind __kind = __float ? hipChannelFormatKindFloat
                                      : (int)__format >= HIP_AD_FORMAT_SIGNED_INT8 ? hipChannelFormatKindSigned
                                                                                    : hipChannelFormatKindUnsigned;
  return {__bits, __channels > 1 ? __bits : 0, __channels > 2 ? __bits : 0, __channels > 2 ? __bits : 0, __kind};
}
inline hipArray_Format array_format(const hipChannelFormatDesc &__format) {
  if (__format.f == hipChannelFormatKindFloat) return __format.x == 16 ? HIP_AD_FORMAT_HALF : HIP_AD_FORMAT_FLOAT;
  const int __size = __format.x == 8 ? 1 : __format.x == 16 ? 2 : 3;
  return (hipArray_Format)(__size + (__format.f == hipChannelFormatKindSigned ? 7 : 0));
}
}  // namespace __chv_hip

inline hipError_t hipArray3DCreate(hipArray_t *__array, const HIP_ARRAY3D_DESCRIPTOR *__wanted) {
  if (!__array || !__wanted) return hipErrorInvalidValue;
  const hipChannelFormatDesc __format = __chv_hip::channel_format(__wanted->Format, __wanted->NumChannels);
  return hipMalloc3DArray(__array, &__format, {__wanted->Width, __wanted->Height, __wanted->Depth}, __wanted->Flags);
}
inline hipError_t hipArrayCreate(hipArray_t *__array, const HIP_ARRAY_DESCRIPTOR *__wanted) {
  if (!__wanted) return hipErrorInvalidValue;
  const HIP_ARRAY3D_DESCRIPTOR __flat = {__wanted->Width, __wanted->Height, 0, __wanted->Format, __wanted->NumChannels, 0};
  return hipArray3DCreate(__array, &__flat);
}
inline hipError_t hipArrayDestroy(hipArray_t __array) { return hipFreeArray(__array); }
inline hipError_t hipArray3DGetDescriptor(HIP_ARRAY3D_DESCRIPTOR *__found, hipArray_t __array) {
  hipChannelFormatDesc __format;
  hipExtent __extent;
  unsigned __flags;
  if (!__found) return hipErrorInvalidValue;
  const hipError_t __error = hipArrayGetInfo(&__format, &__extent, &__flags, __array);
  if (__error != hipSuccess) return __error;
  const unsigned __channels = !!__format.x + !!__format.y + !!__format.z + !!__format.w;
  *__found = {__extent.width, __extent.height, __extent.depth, __chv_hip::array_format(__format), __channels, __flags};
  return hipSuccess;
}
inline hipError_t hipArrayGetDescriptor(HIP_ARRAY_DESCRIPTOR *__found, hipArray_t __array) {
  HIP_ARRAY3D_DESCRIPTOR __deep;
  if (!__found) return hipErrorInvalidValue;
  const hipError_t __error = hipArray3DGetDescriptor(&__deep, __array);
  if (__error == hipSuccess) *__found = {__deep.Width, __deep.Height, __deep.Format, __deep.NumChannels};
  return __error;
}
inline hipError_t hipMipmappedArrayCreate(hipMipmappedArray_t *__array, HIP_ARRAY3D_DESCRIPTOR *__wanted, unsigned __levels) {
  if (!__array || !__wanted || !__levels) return hipErrorInvalidValue;
  const hipChannelFormatDesc __format = __chv_hip::channel_format(__wanted->Format, __wanted->NumChannels);
  return hipMallocMipmappedArray(__array, &__format, {__wanted->Width, __wanted->Height, __wanted->Depth}, __levels, __wanted->Flags);
}
inline hipError_t hipMipmappedArrayDestroy(hipMipmappedArray_t __array) { return __array ? hipFreeMipmappedArray(__array) : hipErrorInvalidValue; }
inline hipError_t hipMipmappedArrayGetLevel(hipArray_t *__level, hipMipmappedArray_t __array, unsigned __number) {
  return hipGetMipmappedArrayLevel(__level, __array, __number);
}

inline hipError_t hipMemcpyHtoA(hipArray_t __to, size_t __offset, const void *__from, size_t __bytes) {
  return (hipError_t)__chv_to_array(__to, __offset, __from, __bytes, cudaMemcpyHostToDevice);
}
inline hipError_t hipMemcpyDtoA(hipArray_t __to, size_t __offset, hipDeviceptr_t __from, size_t __bytes) {
  return (hipError_t)__chv_to_array(__to, __offset, __from, __bytes, cudaMemcpyDeviceToDevice);
}
inline hipError_t hipMemcpyAtoH(void *__to, hipArray_t __from, size_t __offset, size_t __bytes) {
  return (hipError_t)__chv_from_array(__to, __from, __offset, __bytes, cudaMemcpyDeviceToHost);
}
inline hipError_t hipMemcpyAtoD(hipDeviceptr_t __to, hipArray_t __from, size_t __offset, size_t __bytes) {
  return (hipError_t)__chv_from_array(__to, __from, __offset, __bytes, cudaMemcpyDeviceToDevice);
}
inline hipError_t hipMemcpyAtoA(hipArray_t __to, size_t __to_offset, hipArray_t __from, size_t __from_offset, size_t __bytes) {
  return (hipError_t)__chv_between_arrays(__to, __to_offset, __from, __from_offset, __bytes);
}
inline hipError_t hipMemcpyHtoAAsync(hipArray_t __to, size_t __offset, const void *__from, size_t __bytes, hipStream_t __stream) {
  return (hipError_t)__chv_to_array(__to, __offset, __from, __bytes, cudaMemcpyHostToDevice, __stream);
}
inline hipError_t hipMemcpyAtoHAsync(void *__to, hipArray_t __from, size_t __offset, size_t __bytes, hipStream_t __stream) {
  return (hipError_t)__chv_from_array(__to, __from, __offset, __bytes, cudaMemcpyDeviceToHost, __stream);
}
