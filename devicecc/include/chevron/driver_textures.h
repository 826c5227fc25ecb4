// Driver API: textures and surfaces as objects, which are the runtime API's.
#pragma once

#include "driver_arrays.h"

#define CU_TRSF_READ_AS_INTEGER 0x01
#define CU_TRSF_NORMALIZED_COORDINATES 0x02
#define CU_TRSF_SRGB 0x10
#define CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION 0x20
#define CU_TRSF_SEAMLESS_CUBEMAP 0x40

typedef struct CUDA_RESOURCE_DESC_st {
  CUresourcetype resType;
  union {
    struct { CUarray hArray; } array;
    struct { CUmipmappedArray hMipmappedArray; } mipmap;
    struct {
      CUdeviceptr devPtr;
      CUarray_format format;
      unsigned numChannels;
      size_t sizeInBytes;
    } linear;
    struct {
      CUdeviceptr devPtr;
      CUarray_format format;
      unsigned numChannels;
      size_t width, height, pitchInBytes;
    } pitch2D;
    struct { int reserved[32]; } reserved;
  } res;
  unsigned flags;
} CUDA_RESOURCE_DESC;
typedef struct CUDA_TEXTURE_DESC_st {
  CUaddress_mode addressMode[3];
  CUfilter_mode filterMode;
  unsigned flags, maxAnisotropy;
  CUfilter_mode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  float borderColor[4];
  int reserved[12];
} CUDA_TEXTURE_DESC;
typedef enum CUresourceViewFormat_enum {
  CU_RES_VIEW_FORMAT_NONE = 0x00,
  CU_RES_VIEW_FORMAT_UINT_1X8 = 0x01, CU_RES_VIEW_FORMAT_UINT_2X8 = 0x02, CU_RES_VIEW_FORMAT_UINT_4X8 = 0x03,
  CU_RES_VIEW_FORMAT_SINT_1X8 = 0x04, CU_RES_VIEW_FORMAT_SINT_2X8 = 0x05, CU_RES_VIEW_FORMAT_SINT_4X8 = 0x06,
  CU_RES_VIEW_FORMAT_UINT_1X16 = 0x07, CU_RES_VIEW_FORMAT_UINT_2X16 = 0x08, CU_RES_VIEW_FORMAT_UINT_4X16 = 0x09,
  CU_RES_VIEW_FORMAT_SINT_1X16 = 0x0a, CU_RES_VIEW_FORMAT_SINT_2X16 = 0x0b, CU_RES_VIEW_FORMAT_SINT_4X16 = 0x0c,
  CU_RES_VIEW_FORMAT_UINT_1X32 = 0x0d, CU_RES_VIEW_FORMAT_UINT_2X32 = 0x0e, CU_RES_VIEW_FORMAT_UINT_4X32 = 0x0f,
  CU_RES_VIEW_FORMAT_SINT_1X32 = 0x10, CU_RES_VIEW_FORMAT_SINT_2X32 = 0x11, CU_RES_VIEW_FORMAT_SINT_4X32 = 0x12,
  CU_RES_VIEW_FORMAT_FLOAT_1X16 = 0x13, CU_RES_VIEW_FORMAT_FLOAT_2X16 = 0x14, CU_RES_VIEW_FORMAT_FLOAT_4X16 = 0x15,
  CU_RES_VIEW_FORMAT_FLOAT_1X32 = 0x16, CU_RES_VIEW_FORMAT_FLOAT_2X32 = 0x17, CU_RES_VIEW_FORMAT_FLOAT_4X32 = 0x18,
  CU_RES_VIEW_FORMAT_UNSIGNED_BC1 = 25, CU_RES_VIEW_FORMAT_UNSIGNED_BC2 = 26, CU_RES_VIEW_FORMAT_UNSIGNED_BC3 = 27, CU_RES_VIEW_FORMAT_UNSIGNED_BC4 = 28,
  CU_RES_VIEW_FORMAT_SIGNED_BC4 = 29, CU_RES_VIEW_FORMAT_UNSIGNED_BC5 = 30, CU_RES_VIEW_FORMAT_SIGNED_BC5 = 31, CU_RES_VIEW_FORMAT_UNSIGNED_BC6H = 32,
  CU_RES_VIEW_FORMAT_SIGNED_BC6H = 33, CU_RES_VIEW_FORMAT_UNSIGNED_BC7 = 34
} CUresourceViewFormat;
// As the runtime API has it, but for the format's type.
typedef struct CUDA_RESOURCE_VIEW_DESC_st {
  CUresourceViewFormat format;
  size_t width, height, depth;
  unsigned firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer;
  unsigned reserved[16];
} CUDA_RESOURCE_VIEW_DESC;
static_assert(sizeof(CUDA_RESOURCE_VIEW_DESC) == sizeof(cudaResourceViewDesc), "views of both interfaces are the same");

// A resource as the runtime API describes it, with the format of its elements.
inline CUresult __chv_resource(const CUDA_RESOURCE_DESC *__given, cudaResourceDesc &__own, cudaChannelFormatDesc &__format) {
  if (!__given || __given->flags) return CUDA_ERROR_INVALID_VALUE;
  __own = {};
  __own.resType = (cudaResourceType)__given->resType;
  cudaArray_t __array = nullptr;
  cudaExtent __extent;
  unsigned __flags;
  switch (__given->resType) {
    case CU_RESOURCE_TYPE_ARRAY: __array = __own.res.array.array = __chv_array(__given->res.array.hArray); break;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY: {
      __own.res.mipmap.mipmap = __chv_array(__given->res.mipmap.hMipmappedArray);
      if (const cudaError_t __error = cudaGetMipmappedArrayLevel(&__array, __own.res.mipmap.mipmap, 0)) return (CUresult)__error;
      break;
    }
    case CU_RESOURCE_TYPE_LINEAR: {
      const auto &__linear = __given->res.linear;
      __format = __chv_channel_format(__linear.format, __linear.numChannels);
      __own.res.linear = {(void *)__linear.devPtr, __format, __linear.sizeInBytes};
      return CUDA_SUCCESS;
    }
    case CU_RESOURCE_TYPE_PITCH2D: {
      const auto &__pitched = __given->res.pitch2D;
      __format = __chv_channel_format(__pitched.format, __pitched.numChannels);
      __own.res.pitch2D = {(void *)__pitched.devPtr, __format, __pitched.width, __pitched.height, __pitched.pitchInBytes};
      return CUDA_SUCCESS;
    }
    default: return CUDA_ERROR_INVALID_VALUE;
  }
  return (CUresult)cudaArrayGetInfo(&__format, &__extent, &__flags, __array);
}
inline CUDA_RESOURCE_DESC __chv_driver_resource(const cudaResourceDesc &__own) {
  CUDA_RESOURCE_DESC __given = {};
  __given.resType = (CUresourcetype)__own.resType;
  switch (__own.resType) {
    case cudaResourceTypeArray: __given.res.array.hArray = (CUarray)__own.res.array.array; break;
    case cudaResourceTypeMipmappedArray: __given.res.mipmap.hMipmappedArray = (CUmipmappedArray)__own.res.mipmap.mipmap; break;
    case cudaResourceTypeLinear: {
      const auto &__linear = __own.res.linear;
      __given.res.linear = {(CUdeviceptr)__linear.devPtr, __chv_array_format(__linear.desc), __chv_channel_count(__linear.desc), __linear.sizeInBytes};
      break;
    }
    case cudaResourceTypePitch2D: {
      const auto &__pitched = __own.res.pitch2D;
      __given.res.pitch2D = {(CUdeviceptr)__pitched.devPtr, __chv_array_format(__pitched.desc), __chv_channel_count(__pitched.desc),
                             __pitched.width, __pitched.height, __pitched.pitchInBytes};
      break;
    }
  }
  return __given;
}

inline CUresult cuTexObjectCreate(CUtexObject *__object, const CUDA_RESOURCE_DESC *__resource, const CUDA_TEXTURE_DESC *__texture,
                                  const CUDA_RESOURCE_VIEW_DESC *__view) {
  if (!__object || !__texture) return CUDA_ERROR_INVALID_VALUE;
  cudaResourceDesc __own;
  cudaChannelFormatDesc __format;
  if (const CUresult __error = __chv_resource(__resource, __own, __format)) return __error;
  // Integers of 32 bits are never read as parts of one.
  const bool __narrow = __format.f != cudaChannelFormatKindFloat && __format.x < 32;
  cudaTextureDesc __how = {};
  for (int __i = 0; __i < 3; ++__i) __how.addressMode[__i] = (cudaTextureAddressMode)__texture->addressMode[__i];
  for (int __i = 0; __i < 4; ++__i) __how.borderColor[__i] = __texture->borderColor[__i];
  __how.filterMode = (cudaTextureFilterMode)__texture->filterMode;
  __how.readMode = __narrow && !(__texture->flags & CU_TRSF_READ_AS_INTEGER) ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  __how.sRGB = !!(__texture->flags & CU_TRSF_SRGB);
  __how.normalizedCoords = !!(__texture->flags & CU_TRSF_NORMALIZED_COORDINATES);
  __how.maxAnisotropy = __texture->maxAnisotropy;
  __how.mipmapFilterMode = (cudaTextureFilterMode)__texture->mipmapFilterMode;
  __how.mipmapLevelBias = __texture->mipmapLevelBias;
  __how.minMipmapLevelClamp = __texture->minMipmapLevelClamp, __how.maxMipmapLevelClamp = __texture->maxMipmapLevelClamp;
  __how.disableTrilinearOptimization = !!(__texture->flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION);
  __how.seamlessCubemap = !!(__texture->flags & CU_TRSF_SEAMLESS_CUBEMAP);
  return __chv_array_error(cudaCreateTextureObject(__object, &__own, &__how, (const cudaResourceViewDesc *)__view));
}
__CHV_CU(cuTexObjectDestroy, (CUtexObject __object), cudaDestroyTextureObject(__object))
inline CUresult __chv_resource_of(CUDA_RESOURCE_DESC *__resource, unsigned long long __object,
                                  cudaError_t (*__find)(cudaResourceDesc *, unsigned long long)) {
  cudaResourceDesc __own;
  if (!__resource) return CUDA_ERROR_INVALID_VALUE;
  if (const cudaError_t __error = __find(&__own, __object)) return (CUresult)__error;
  *__resource = __chv_driver_resource(__own);
  return CUDA_SUCCESS;
}
inline CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *__resource, CUtexObject __object) {
  return __chv_resource_of(__resource, __object, cudaGetTextureObjectResourceDesc);
}
inline CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *__texture, CUtexObject __object) {
  cudaTextureDesc __how;
  if (!__texture) return CUDA_ERROR_INVALID_VALUE;
  if (const cudaError_t __error = cudaGetTextureObjectTextureDesc(&__how, __object)) return (CUresult)__error;
  CUDA_TEXTURE_DESC __found = {};
  for (int __i = 0; __i < 3; ++__i) __found.addressMode[__i] = (CUaddress_mode)__how.addressMode[__i];
  for (int __i = 0; __i < 4; ++__i) __found.borderColor[__i] = __how.borderColor[__i];
  __found.filterMode = (CUfilter_mode)__how.filterMode;
  __found.flags = (__how.readMode == cudaReadModeElementType ? CU_TRSF_READ_AS_INTEGER : 0) |
                  (__how.normalizedCoords ? CU_TRSF_NORMALIZED_COORDINATES : 0) | (__how.sRGB ? CU_TRSF_SRGB : 0) |
                  (__how.disableTrilinearOptimization ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : 0) |
                  (__how.seamlessCubemap ? CU_TRSF_SEAMLESS_CUBEMAP : 0);
  __found.maxAnisotropy = __how.maxAnisotropy;
  __found.mipmapFilterMode = (CUfilter_mode)__how.mipmapFilterMode;
  __found.mipmapLevelBias = __how.mipmapLevelBias;
  __found.minMipmapLevelClamp = __how.minMipmapLevelClamp, __found.maxMipmapLevelClamp = __how.maxMipmapLevelClamp;
  *__texture = __found;
  return CUDA_SUCCESS;
}
__CHV_CU(cuTexObjectGetResourceViewDesc, (CUDA_RESOURCE_VIEW_DESC * __view, CUtexObject __object),
         cudaGetTextureObjectResourceViewDesc((cudaResourceViewDesc *)__view, __object))

inline CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *__texels, CUarray_format __format, unsigned __channels, CUdevice __device) {
  const cudaChannelFormatDesc __own = __chv_channel_format(__format, __channels);
  return __chv_array_error(cudaDeviceGetTexture1DLinearMaxWidth(__texels, &__own, __device));
}

inline CUresult cuSurfObjectCreate(CUsurfObject *__object, const CUDA_RESOURCE_DESC *__resource) {
  if (!__object || !__resource || __resource->resType != CU_RESOURCE_TYPE_ARRAY) return CUDA_ERROR_INVALID_VALUE;
  cudaResourceDesc __own;
  cudaChannelFormatDesc __format;
  if (const CUresult __error = __chv_resource(__resource, __own, __format)) return __error;
  return (CUresult)cudaCreateSurfaceObject(__object, &__own);
}
__CHV_CU(cuSurfObjectDestroy, (CUsurfObject __object), cudaDestroySurfaceObject(__object))
inline CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *__resource, CUsurfObject __object) {
  return __chv_resource_of(__resource, __object, cudaGetSurfaceObjectResourceDesc);
}
