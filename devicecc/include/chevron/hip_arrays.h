// Arrays under HIP's names, and the copies of HIP's driver interface, between memory of any kind.
#pragma once

#include "array_bytes.h"
#include "hip_memory.h"
#include "runtime_arrays.h"

typedef cudaChannelFormatDesc hipChannelFormatDesc;
typedef cudaChannelFormatKind hipChannelFormatKind;
static constexpr hipChannelFormatKind hipChannelFormatKindSigned = cudaChannelFormatKindSigned;
static constexpr hipChannelFormatKind hipChannelFormatKindUnsigned = cudaChannelFormatKindUnsigned;
static constexpr hipChannelFormatKind hipChannelFormatKindFloat = cudaChannelFormatKindFloat;
static constexpr hipChannelFormatKind hipChannelFormatKindNone = cudaChannelFormatKindNone;
typedef const struct cudaArray *hipArray_const_t;
typedef struct cudaArray hipArray;
#define hipArrayDefault 0x00
#define hipArrayLayered 0x01
#define hipArraySurfaceLoadStore 0x02
#define hipArrayCubemap 0x04
#define hipArrayTextureGather 0x08
typedef enum hipArray_Format {
  HIP_AD_FORMAT_UNSIGNED_INT8 = 0x01, HIP_AD_FORMAT_UNSIGNED_INT16 = 0x02, HIP_AD_FORMAT_UNSIGNED_INT32 = 0x03,
  HIP_AD_FORMAT_SIGNED_INT8 = 0x08, HIP_AD_FORMAT_SIGNED_INT16 = 0x09, HIP_AD_FORMAT_SIGNED_INT32 = 0x0a,
  HIP_AD_FORMAT_HALF = 0x10, HIP_AD_FORMAT_FLOAT = 0x20
} hipArray_Format;

inline hipChannelFormatDesc hipCreateChannelDesc(int __x, int __y, int __z, int __w, hipChannelFormatKind __f) { return {__x, __y, __z, __w, __f}; }
template <class __T> inline hipChannelFormatDesc hipCreateChannelDesc() { return cudaCreateChannelDesc<__T>(); }

inline hipChannelFormatDesc hipCreateChannelDescHalf() { return {16, 0, 0, 0, hipChannelFormatKindFloat}; }
inline hipChannelFormatDesc hipCreateChannelDescHalf1() { return {16, 0, 0, 0, hipChannelFormatKindFloat}; }
inline hipChannelFormatDesc hipCreateChannelDescHalf2() { return {16, 16, 0, 0, hipChannelFormatKindFloat}; }

// The driver interface's descriptions of arrays.
typedef struct HIP_ARRAY_DESCRIPTOR {
  size_t Width, Height;
  enum hipArray_Format Format;
  unsigned NumChannels;
} HIP_ARRAY_DESCRIPTOR;
typedef struct HIP_ARRAY3D_DESCRIPTOR {
  size_t Width, Height, Depth;
  enum hipArray_Format Format;
  unsigned NumChannels, Flags;
} HIP_ARRAY3D_DESCRIPTOR;

inline hipError_t hipMallocArray(hipArray_t *__array, const hipChannelFormatDesc *__format, size_t __width, size_t __height = 0,
                                 unsigned __flags = hipArrayDefault) {
  const cudaError_t __error = cudaMallocArray(__array, __format, __width, __height, __flags);
  return __error == cudaErrorInvalidChannelDescriptor ? hipErrorInvalidValue : (hipError_t)__error;
}
inline hipError_t hipFreeArray(hipArray_t __array) { return __array ? (hipError_t)cudaFreeArray(__array) : hipErrorInvalidValue; }
__CHV_HIP(ArrayGetInfo, (hipChannelFormatDesc * __format, hipExtent *__extent, unsigned *__flags, hipArray_t __array),
          (__format, __extent, __flags, __array))
__CHV_HIP(GetChannelDesc, (hipChannelFormatDesc * __format, hipArray_const_t __array), (__format, __array))
__CHV_HIP(Memcpy2DToArray,
          (hipArray_t __to, size_t __x_bytes, size_t __y, const void *__from, size_t __pitch, size_t __width, size_t __height,
           hipMemcpyKind __kind),
          (__to, __x_bytes, __y, __from, __pitch, __width, __height, __kind))
__CHV_HIP(Memcpy2DToArrayAsync,
          (hipArray_t __to, size_t __x_bytes, size_t __y, const void *__from, size_t __pitch, size_t __width, size_t __height,
           hipMemcpyKind __kind, hipStream_t __stream = 0),
          (__to, __x_bytes, __y, __from, __pitch, __width, __height, __kind, __stream))
__CHV_HIP(Memcpy2DFromArray,
          (void *__to, size_t __pitch, hipArray_const_t __from, size_t __x_bytes, size_t __y, size_t __width, size_t __height,
           hipMemcpyKind __kind),
          (__to, __pitch, __from, __x_bytes, __y, __width, __height, __kind))
__CHV_HIP(Memcpy2DFromArrayAsync,
          (void *__to, size_t __pitch, hipArray_const_t __from, size_t __x_bytes, size_t __y, size_t __width, size_t __height,
           hipMemcpyKind __kind, hipStream_t __stream = 0),
          (__to, __pitch, __from, __x_bytes, __y, __width, __height, __kind, __stream))
__CHV_HIP(Memcpy2DArrayToArray,
          (hipArray_t __to, size_t __to_x, size_t __to_y, hipArray_const_t __from, size_t __from_x, size_t __from_y, size_t __width,
           size_t __height, hipMemcpyKind __kind = hipMemcpyDeviceToDevice),
          (__to, __to_x, __to_y, __from, __from_x, __from_y, __width, __height, __kind))

namespace __chv_hip {
// One end of a copy of the driver interface, as a pitched pointer. A pitch or height of 0 is that of the block to copy.
struct end {
  hipMemoryType type;
  const void *host;
  hipDeviceptr_t device;
  hipArray_t array;
  size_t pitch, height;
  hipError_t find(cudaPitchedPtr &__found, size_t __width, size_t __rows) const {
    __found = {device, pitch ? pitch : __width, __width, height ? height : __rows};
    switch ((int)type) {
      case (int)hipMemoryTypeHost: __found.ptr = (void *)host; break;
      case (int)hipMemoryTypeDevice:
      case (int)hipMemoryTypeManaged:
      case (int)hipMemoryTypeUnified: break;
      case (int)hipMemoryTypeArray: return (hipError_t)__chv_array_memory(array, &__found.ptr, &__found.pitch, &__found.ysize);
      default: return hipErrorInvalidValue;
    }
    return __found.ptr ? hipSuccess : hipErrorInvalidValue;
  }
};
inline hipError_t as_copy(const HIP_MEMCPY3D *__p, hipMemcpy3DParms &__parms) {
  if (!__p) return hipErrorInvalidValue;
  __parms = {};
  const end __from = {__p->srcMemoryType, __p->srcHost, __p->srcDevice, __p->srcArray, __p->srcPitch, __p->srcHeight};
  const end __to = {__p->dstMemoryType, __p->dstHost, __p->dstDevice, __p->dstArray, __p->dstPitch, __p->dstHeight};
  hipError_t __error = __from.find(__parms.srcPtr, __p->srcXInBytes + __p->WidthInBytes, __p->srcY + __p->Height);
  if (__error == hipSuccess) __error = __to.find(__parms.dstPtr, __p->dstXInBytes + __p->WidthInBytes, __p->dstY + __p->Height);
  if (__error != hipSuccess) return __error;
  __parms.srcPos = {__p->srcXInBytes, __p->srcY, __p->srcZ};
  __parms.dstPos = {__p->dstXInBytes, __p->dstY, __p->dstZ};
  __parms.extent = {__p->WidthInBytes, __p->Height, __p->Depth};
  __parms.kind = cudaMemcpyDefault;
  return hipSuccess;
}
inline hipError_t copy(const HIP_MEMCPY3D *__p, hipStream_t __stream, bool __wait) {
  hipMemcpy3DParms __parms;
  if (const hipError_t __error = as_copy(__p, __parms); __error != hipSuccess) return __error;
  return __wait ? hipMemcpy3D(&__parms) : hipMemcpy3DAsync(&__parms, __stream);
}
inline hipError_t copy(const hip_Memcpy2D *__p, hipStream_t __stream, bool __wait) {
  if (!__p) return hipErrorInvalidValue;
  HIP_MEMCPY3D __deep = {};
  __deep.srcXInBytes = __p->srcXInBytes, __deep.srcY = __p->srcY, __deep.srcMemoryType = __p->srcMemoryType, __deep.srcHost = __p->srcHost,
  __deep.srcDevice = __p->srcDevice, __deep.srcArray = __p->srcArray, __deep.srcPitch = __p->srcPitch;
  __deep.dstXInBytes = __p->dstXInBytes, __deep.dstY = __p->dstY, __deep.dstMemoryType = __p->dstMemoryType, __deep.dstHost = __p->dstHost,
  __deep.dstDevice = __p->dstDevice, __deep.dstArray = __p->dstArray, __deep.dstPitch = __p->dstPitch;
  __deep.WidthInBytes = __p->WidthInBytes, __deep.Height = __p->Height, __deep.Depth = 1;
  return copy(&__deep, __stream, __wait);
}
}  // namespace __chv_hip
inline hipError_t hipMemcpyParam2D(const hip_Memcpy2D *__p) { return __chv_hip::copy(__p, 0, true); }
inline hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D *__p, hipStream_t __stream = 0) {
  return __chv_hip::copy(__p, __stream, false);
}
inline hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D *__p) { return __chv_hip::copy(__p, 0, true); }
inline hipError_t hipDrvMemcpy3D(const HIP_MEMCPY3D *__p) { return __chv_hip::copy(__p, 0, true); }
inline hipError_t hipDrvMemcpy3DAsync(const HIP_MEMCPY3D *__p, hipStream_t __stream) { return __chv_hip::copy(__p, __stream, false); }
