// Textures and surfaces under HIP's names. Kernels call `tex2D` and its kin as in CUDA.
#pragma once

#include "hip_arrays.h"
#include "texture_objects.h"

typedef cudaTextureObject_t hipTextureObject_t;
typedef cudaSurfaceObject_t hipSurfaceObject_t;
typedef cudaMipmappedArray_t hipMipmappedArray_t;
typedef cudaMipmappedArray_const_t hipMipmappedArray_const_t;
typedef cudaResourceDesc hipResourceDesc;
typedef cudaTextureDesc hipTextureDesc;
typedef cudaResourceViewDesc hipResourceViewDesc;
typedef cudaTextureAddressMode hipTextureAddressMode;
typedef cudaTextureFilterMode hipTextureFilterMode;
typedef cudaTextureReadMode hipTextureReadMode;
typedef cudaResourceType hipResourceType;
typedef cudaResourceViewFormat hipResourceViewFormat;
typedef cudaSurfaceBoundaryMode hipSurfaceBoundaryMode;

#define __CHV_SAME(type, name) static constexpr hip##type hip##name = cuda##name;
__CHV_SAME(TextureAddressMode, AddressModeWrap)
__CHV_SAME(TextureAddressMode, AddressModeClamp)
__CHV_SAME(TextureAddressMode, AddressModeMirror)
__CHV_SAME(TextureAddressMode, AddressModeBorder)
__CHV_SAME(TextureFilterMode, FilterModePoint)
__CHV_SAME(TextureFilterMode, FilterModeLinear)
__CHV_SAME(TextureReadMode, ReadModeElementType)
__CHV_SAME(TextureReadMode, ReadModeNormalizedFloat)
__CHV_SAME(ResourceType, ResourceTypeArray)
__CHV_SAME(ResourceType, ResourceTypeMipmappedArray)
__CHV_SAME(ResourceType, ResourceTypeLinear)
__CHV_SAME(ResourceType, ResourceTypePitch2D)
__CHV_SAME(SurfaceBoundaryMode, BoundaryModeZero)
__CHV_SAME(SurfaceBoundaryMode, BoundaryModeClamp)
__CHV_SAME(SurfaceBoundaryMode, BoundaryModeTrap)
__CHV_SAME(ResourceViewFormat, ResViewFormatNone)
#define __CHV_VIEWED(name)                                                                                             \
  __CHV_SAME(ResourceViewFormat, ResViewFormat##name##1)                                                               \
  __CHV_SAME(ResourceViewFormat, ResViewFormat##name##2)                                                               \
  __CHV_SAME(ResourceViewFormat, ResViewFormat##name##4)
__CHV_VIEWED(UnsignedChar)
__CHV_VIEWED(SignedChar)
__CHV_VIEWED(UnsignedShort)
__CHV_VIEWED(SignedShort)
__CHV_VIEWED(UnsignedInt)
__CHV_VIEWED(SignedInt)
__CHV_VIEWED(Half)
__CHV_VIEWED(Float)
#undef __CHV_VIEWED
#undef __CHV_SAME

inline hipError_t hipMalloc3DArray(hipArray_t *__array, const hipChannelFormatDesc *__format, hipExtent __extent, unsigned __flags = 0) {
  const cudaError_t __error = cudaMalloc3DArray(__array, __format, __extent, __flags);
  return __error == cudaErrorInvalidChannelDescriptor ? hipErrorInvalidValue : (hipError_t)__error;
}
inline hipError_t hipMallocMipmappedArray(hipMipmappedArray_t *__array, const hipChannelFormatDesc *__format, hipExtent __extent,
                                          unsigned __levels, unsigned __flags = 0) {
  const cudaError_t __error = cudaMallocMipmappedArray(__array, __format, __extent, __levels, __flags);
  return __error == cudaErrorInvalidChannelDescriptor ? hipErrorInvalidValue : (hipError_t)__error;
}
__CHV_HIP(GetMipmappedArrayLevel, (hipArray_t * __level, hipMipmappedArray_const_t __array, unsigned __number), (__level, __array, __number))
__CHV_HIP(FreeMipmappedArray, (hipMipmappedArray_t __array), (__array))
__CHV_HIP(MemcpyToArray, (hipArray_t __to, size_t __x_bytes, size_t __y, const void *__from, size_t __bytes, hipMemcpyKind __kind),
          (__to, __x_bytes, __y, __from, __bytes, __kind))
__CHV_HIP(MemcpyFromArray, (void *__to, hipArray_const_t __from, size_t __x_bytes, size_t __y, size_t __bytes, hipMemcpyKind __kind),
          (__to, __from, __x_bytes, __y, __bytes, __kind))
__CHV_HIP(CreateTextureObject,
          (hipTextureObject_t * __object, const hipResourceDesc *__resource, const hipTextureDesc *__texture,
           const hipResourceViewDesc *__view),
          (__object, __resource, __texture, __view))
__CHV_HIP(DestroyTextureObject, (hipTextureObject_t __object), (__object))
__CHV_HIP(GetTextureObjectResourceDesc, (hipResourceDesc * __resource, hipTextureObject_t __object), (__resource, __object))
__CHV_HIP(GetTextureObjectTextureDesc, (hipTextureDesc * __texture, hipTextureObject_t __object), (__texture, __object))
__CHV_HIP(GetTextureObjectResourceViewDesc, (hipResourceViewDesc * __view, hipTextureObject_t __object), (__view, __object))
__CHV_HIP(CreateSurfaceObject, (hipSurfaceObject_t * __object, const hipResourceDesc *__resource), (__object, __resource))
__CHV_HIP(DestroySurfaceObject, (hipSurfaceObject_t __object), (__object))
