// Driver API: textures and surfaces as objects, which are the runtime API's.
#pragma once

#include "driver_arrays.h"
#include "texture_descriptions.h"

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

inline CUresult cuTexObjectCreate(CUtexObject *__object, const CUDA_RESOURCE_DESC *__resource, const CUDA_TEXTURE_DESC *__texture,
                                  const CUDA_RESOURCE_VIEW_DESC *__view) {
  if (!__object || !__texture) return CUDA_ERROR_INVALID_VALUE;
  cudaResourceDesc __own;
  cudaChannelFormatDesc __format;
  if (const cudaError_t __error = __chv_resource(__resource, __own, __format, __chv_channel_format)) return (CUresult)__error;
  const cudaTextureDesc __how = __chv_reading(*__texture, __format);
  return __chv_array_error(cudaCreateTextureObject(__object, &__own, &__how, (const cudaResourceViewDesc *)__view));
}
__CHV_CU(cuTexObjectDestroy, (CUtexObject __object), cudaDestroyTextureObject(__object))
inline CUresult __chv_resource_of(CUDA_RESOURCE_DESC *__resource, unsigned long long __object,
                                  cudaError_t (*__find)(cudaResourceDesc *, unsigned long long)) {
  cudaResourceDesc __own;
  if (!__resource) return CUDA_ERROR_INVALID_VALUE;
  if (const cudaError_t __error = __find(&__own, __object)) return (CUresult)__error;
  *__resource = __chv_driver_resource<CUDA_RESOURCE_DESC>(__own, __chv_array_format);
  return CUDA_SUCCESS;
}
inline CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *__resource, CUtexObject __object) {
  return __chv_resource_of(__resource, __object, cudaGetTextureObjectResourceDesc);
}
inline CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *__texture, CUtexObject __object) {
  cudaTextureDesc __how;
  if (!__texture) return CUDA_ERROR_INVALID_VALUE;
  if (const cudaError_t __error = cudaGetTextureObjectTextureDesc(&__how, __object)) return (CUresult)__error;
  *__texture = __chv_driver_reading<CUDA_TEXTURE_DESC>(__how);
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
  if (const cudaError_t __error = __chv_resource(__resource, __own, __format, __chv_channel_format)) return (CUresult)__error;
  return (CUresult)cudaCreateSurfaceObject(__object, &__own);
}
__CHV_CU(cuSurfObjectDestroy, (CUsurfObject __object), cudaDestroySurfaceObject(__object))
inline CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *__resource, CUsurfObject __object) {
  return __chv_resource_of(__resource, __object, cudaGetSurfaceObjectResourceDesc);
}
