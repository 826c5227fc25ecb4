// Descriptions of textures as the driver interfaces of CUDA and HIP have them: they differ in the names of their types alone.
#pragma once

#include "texture_objects.h"

// The texture is read as integers; coordinates are from 0 to 1; elements are sRGB. As CU_TRSF_… and HIP_TRSF_….
#define __CHV_READ_AS_INTEGER 0x01u
#define __CHV_NORMALIZED_COORDINATES 0x02u
#define __CHV_SRGB 0x10u
#define __CHV_DISABLE_TRILINEAR_OPTIMIZATION 0x20u
#define __CHV_SEAMLESS_CUBEMAP 0x40u

// A resource as the runtime API describes it, with the format of its elements.
template <class __Given, class __Format>
inline cudaError_t __chv_resource(const __Given *__given, cudaResourceDesc &__own, cudaChannelFormatDesc &__format,
                                  cudaChannelFormatDesc (*__format_of)(__Format, unsigned)) {
  if (!__given || __given->flags) return cudaErrorInvalidValue;
  __own = {};
  __own.resType = (cudaResourceType)__given->resType;
  cudaArray_t __array = nullptr;
  cudaExtent __extent;
  unsigned __flags;
  switch (__own.resType) {
    case cudaResourceTypeArray: __array = __own.res.array.array = (cudaArray_t)__given->res.array.hArray; break;
    case cudaResourceTypeMipmappedArray: {
      __own.res.mipmap.mipmap = (cudaMipmappedArray_t)__given->res.mipmap.hMipmappedArray;
      if (const cudaError_t __error = cudaGetMipmappedArrayLevel(&__array, __own.res.mipmap.mipmap, 0)) return __error;
      break;
    }
    case cudaResourceTypeLinear: {
      const auto &__linear = __given->res.linear;
      __format = __format_of(__linear.format, __linear.numChannels);
      __own.res.linear = {(void *)__linear.devPtr, __format, __linear.sizeInBytes};
      return cudaSuccess;
    }
    case cudaResourceTypePitch2D: {
      const auto &__pitched = __given->res.pitch2D;
      __format = __format_of(__pitched.format, __pitched.numChannels);
      __own.res.pitch2D = {(void *)__pitched.devPtr, __format, __pitched.width, __pitched.height, __pitched.pitchInBytes};
      return cudaSuccess;
    }
    default: return cudaErrorInvalidValue;
  }
  return cudaArrayGetInfo(&__format, &__extent, &__flags, __array);
}

// The other way.
template <class __Given, class __Format>
inline __Given __chv_driver_resource(const cudaResourceDesc &__own, __Format (*__format_of)(const cudaChannelFormatDesc &)) {
  __Given __given = {};
  __given.resType = (__remove_reference_t(decltype(__given.resType)))__own.resType;
  const auto __channels = [](const cudaChannelFormatDesc &__it) { return (unsigned)(!!__it.x + !!__it.y + !!__it.z + !!__it.w); };
  switch (__own.resType) {
    case cudaResourceTypeArray: __given.res.array.hArray = (decltype(__given.res.array.hArray))__own.res.array.array; break;
    case cudaResourceTypeMipmappedArray:
      __given.res.mipmap.hMipmappedArray = (decltype(__given.res.mipmap.hMipmappedArray))__own.res.mipmap.mipmap;
      break;
    case cudaResourceTypeLinear: {
      const auto &__linear = __own.res.linear;
      __given.res.linear = {(decltype(__given.res.linear.devPtr))__linear.devPtr, __format_of(__linear.desc), __channels(__linear.desc),
                            __linear.sizeInBytes};
      break;
    }
    case cudaResourceTypePitch2D: {
      const auto &__pitched = __own.res.pitch2D;
      __given.res.pitch2D = {(decltype(__given.res.pitch2D.devPtr))__pitched.devPtr, __format_of(__pitched.desc), __channels(__pitched.desc),
                             __pitched.width, __pitched.height, __pitched.pitchInBytes};
      break;
    }
  }
  return __given;
}

// How a texture of such elements is read.
template <class __Given> inline cudaTextureDesc __chv_reading(const __Given &__texture, const cudaChannelFormatDesc &__format) {
  // Integers of 32 bits are never read as parts of one.
  const bool __narrow = __format.f != cudaChannelFormatKindFloat && __format.x < 32;
  cudaTextureDesc __how = {};
  for (int __i = 0; __i < 3; ++__i) __how.addressMode[__i] = (cudaTextureAddressMode)__texture.addressMode[__i];
  for (int __i = 0; __i < 4; ++__i) __how.borderColor[__i] = __texture.borderColor[__i];
  __how.filterMode = (cudaTextureFilterMode)__texture.filterMode;
  __how.readMode = __narrow && !(__texture.flags & __CHV_READ_AS_INTEGER) ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  __how.sRGB = !!(__texture.flags & __CHV_SRGB);
  __how.normalizedCoords = !!(__texture.flags & __CHV_NORMALIZED_COORDINATES);
  __how.maxAnisotropy = __texture.maxAnisotropy;
  __how.mipmapFilterMode = (cudaTextureFilterMode)__texture.mipmapFilterMode;
  __how.mipmapLevelBias = __texture.mipmapLevelBias;
  __how.minMipmapLevelClamp = __texture.minMipmapLevelClamp, __how.maxMipmapLevelClamp = __texture.maxMipmapLevelClamp;
  __how.disableTrilinearOptimization = !!(__texture.flags & __CHV_DISABLE_TRILINEAR_OPTIMIZATION);
  __how.seamlessCubemap = !!(__texture.flags & __CHV_SEAMLESS_CUBEMAP);
  return __how;
}

// The other way.
template <class __Given> inline __Given __chv_driver_reading(const cudaTextureDesc &__how) {
  __Given __found = {};
  const auto __set = [](auto &__to, unsigned __from) { __to = (__remove_reference_t(decltype(__to)))__from; };
  for (int __i = 0; __i < 3; ++__i) __set(__found.addressMode[__i], __how.addressMode[__i]);
  for (int __i = 0; __i < 4; ++__i) __found.borderColor[__i] = __how.borderColor[__i];
  __set(__found.filterMode, __how.filterMode);
  __found.flags = (__how.readMode == cudaReadModeElementType ? __CHV_READ_AS_INTEGER : 0) |
                  (__how.normalizedCoords ? __CHV_NORMALIZED_COORDINATES : 0) | (__how.sRGB ? __CHV_SRGB : 0) |
                  (__how.disableTrilinearOptimization ? __CHV_DISABLE_TRILINEAR_OPTIMIZATION : 0) |
                  (__how.seamlessCubemap ? __CHV_SEAMLESS_CUBEMAP : 0);
  __found.maxAnisotropy = __how.maxAnisotropy;
  __set(__found.mipmapFilterMode, __how.mipmapFilterMode);
  __found.mipmapLevelBias = __how.mipmapLevelBias;
  __found.minMipmapLevelClamp = __how.minMipmapLevelClamp, __found.maxMipmapLevelClamp = __how.maxMipmapLevelClamp;
  return __found;
}
