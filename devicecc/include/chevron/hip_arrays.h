// Arrays under HIP's names, and the copies of HIP's driver interface, between memory of any kind.
#pragma once

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

inline hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, hipChannelFormatKind f) { return {x, y, z, w, f}; }
template <class T> inline hipChannelFormatDesc hipCreateChannelDesc() { return cudaCreateChannelDesc<T>(); }

inline hipError_t hipMallocArray(hipArray_t *array, const hipChannelFormatDesc *format, size_t width, size_t height = 0,
                                 unsigned flags = hipArrayDefault) {
  const cudaError_t error = cudaMallocArray(array, format, width, height, flags);
  return error == cudaErrorInvalidChannelDescriptor ? hipErrorInvalidValue : (hipError_t)error;
}
inline hipError_t hipFreeArray(hipArray_t array) { return array ? (hipError_t)cudaFreeArray(array) : hipErrorInvalidValue; }
__CHV_HIP(ArrayGetInfo, (hipChannelFormatDesc * format, hipExtent *extent, unsigned *flags, hipArray_t array),
          (format, extent, flags, array))
__CHV_HIP(GetChannelDesc, (hipChannelFormatDesc * format, hipArray_const_t array), (format, array))
__CHV_HIP(Memcpy2DToArray,
          (hipArray_t to, size_t x_bytes, size_t y, const void *from, size_t pitch, size_t width, size_t height,
           hipMemcpyKind kind),
          (to, x_bytes, y, from, pitch, width, height, kind))
__CHV_HIP(Memcpy2DToArrayAsync,
          (hipArray_t to, size_t x_bytes, size_t y, const void *from, size_t pitch, size_t width, size_t height,
           hipMemcpyKind kind, hipStream_t stream = 0),
          (to, x_bytes, y, from, pitch, width, height, kind, stream))
__CHV_HIP(Memcpy2DFromArray,
          (void *to, size_t pitch, hipArray_const_t from, size_t x_bytes, size_t y, size_t width, size_t height,
           hipMemcpyKind kind),
          (to, pitch, from, x_bytes, y, width, height, kind))
__CHV_HIP(Memcpy2DFromArrayAsync,
          (void *to, size_t pitch, hipArray_const_t from, size_t x_bytes, size_t y, size_t width, size_t height,
           hipMemcpyKind kind, hipStream_t stream = 0),
          (to, pitch, from, x_bytes, y, width, height, kind, stream))
__CHV_HIP(Memcpy2DArrayToArray,
          (hipArray_t to, size_t to_x, size_t to_y, hipArray_const_t from, size_t from_x, size_t from_y, size_t width,
           size_t height, hipMemcpyKind kind = hipMemcpyDeviceToDevice),
          (to, to_x, to_y, from, from_x, from_y, width, height, kind))

extern "C" cudaError_t __chv_array_memory(cudaArray_const_t array, void **memory, size_t *pitch, size_t *rows);

namespace __chv_hip {
// One end of a copy of the driver interface, as a pitched pointer. A pitch or height of 0 is that of the block to copy.
struct end {
  hipMemoryType type;
  const void *host;
  hipDeviceptr_t device;
  hipArray_t array;
  size_t pitch, height;
  hipError_t find(cudaPitchedPtr &found, size_t width, size_t rows) const {
    found = {device, pitch ? pitch : width, width, height ? height : rows};
    switch ((int)type) {
      case (int)hipMemoryTypeHost: found.ptr = (void *)host; break;
      case (int)hipMemoryTypeDevice:
      case (int)hipMemoryTypeManaged:
      case (int)hipMemoryTypeUnified: break;
      case (int)hipMemoryTypeArray: return (hipError_t)__chv_array_memory(array, &found.ptr, &found.pitch, &found.ysize);
      default: return hipErrorInvalidValue;
    }
    return found.ptr ? hipSuccess : hipErrorInvalidValue;
  }
};
inline hipError_t copy(const HIP_MEMCPY3D *p, hipStream_t stream, bool wait) {
  if (!p) return hipErrorInvalidValue;
  hipMemcpy3DParms parms = {};
  const end from = {p->srcMemoryType, p->srcHost, p->srcDevice, p->srcArray, p->srcPitch, p->srcHeight};
  const end to = {p->dstMemoryType, p->dstHost, p->dstDevice, p->dstArray, p->dstPitch, p->dstHeight};
  hipError_t error = from.find(parms.srcPtr, p->srcXInBytes + p->WidthInBytes, p->srcY + p->Height);
  if (error == hipSuccess) error = to.find(parms.dstPtr, p->dstXInBytes + p->WidthInBytes, p->dstY + p->Height);
  if (error != hipSuccess) return error;
  parms.srcPos = {p->srcXInBytes, p->srcY, p->srcZ};
  parms.dstPos = {p->dstXInBytes, p->dstY, p->dstZ};
  parms.extent = {p->WidthInBytes, p->Height, p->Depth};
  parms.kind = cudaMemcpyDefault;
  return wait ? hipMemcpy3D(&parms) : hipMemcpy3DAsync(&parms, stream);
}
inline hipError_t copy(const hip_Memcpy2D *p, hipStream_t stream, bool wait) {
  if (!p) return hipErrorInvalidValue;
  HIP_MEMCPY3D deep = {};
  deep.srcXInBytes = p->srcXInBytes, deep.srcY = p->srcY, deep.srcMemoryType = p->srcMemoryType, deep.srcHost = p->srcHost,
  deep.srcDevice = p->srcDevice, deep.srcArray = p->srcArray, deep.srcPitch = p->srcPitch;
  deep.dstXInBytes = p->dstXInBytes, deep.dstY = p->dstY, deep.dstMemoryType = p->dstMemoryType, deep.dstHost = p->dstHost,
  deep.dstDevice = p->dstDevice, deep.dstArray = p->dstArray, deep.dstPitch = p->dstPitch;
  deep.WidthInBytes = p->WidthInBytes, deep.Height = p->Height, deep.Depth = 1;
  return copy(&deep, stream, wait);
}
}  // namespace __chv_hip
inline hipError_t hipMemcpyParam2D(const hip_Memcpy2D *p) { return __chv_hip::copy(p, 0, true); }
inline hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D *p, hipStream_t stream = 0) {
  return __chv_hip::copy(p, stream, false);
}
inline hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D *p) { return __chv_hip::copy(p, 0, true); }
inline hipError_t hipDrvMemcpy3D(const HIP_MEMCPY3D *p) { return __chv_hip::copy(p, 0, true); }
inline hipError_t hipDrvMemcpy3DAsync(const HIP_MEMCPY3D *p, hipStream_t stream) { return __chv_hip::copy(p, stream, false); }
