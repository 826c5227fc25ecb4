// Texture objects of HIP's driver interface, which are the runtime interface's.
#pragma once

#include "hip_driver_arrays.h"
#include "texture_descriptions.h"

#define HIP_TRSA_OVERRIDE_FORMAT 0x01
#define HIP_TRSF_READ_AS_INTEGER 0x01
#define HIP_TRSF_NORMALIZED_COORDINATES 0x02
#define HIP_TRSF_SRGB 0x10

typedef enum HIPaddress_mode_enum {
  HIP_TR_ADDRESS_MODE_WRAP = 0, HIP_TR_ADDRESS_MODE_CLAMP = 1, HIP_TR_ADDRESS_MODE_MIRROR = 2, HIP_TR_ADDRESS_MODE_BORDER = 3
} HIPaddress_mode;
typedef enum HIPfilter_mode_enum { HIP_TR_FILTER_MODE_POINT = 0, HIP_TR_FILTER_MODE_LINEAR = 1 } HIPfilter_mode;
typedef enum HIPresourcetype_enum {
  HIP_RESOURCE_TYPE_ARRAY = 0, HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY = 1, HIP_RESOURCE_TYPE_LINEAR = 2, HIP_RESOURCE_TYPE_PITCH2D = 3
} HIPresourcetype, hipResourcetype;
typedef enum HIPresourceViewFormat_enum {
  HIP_RES_VIEW_FORMAT_NONE = 0x00,
  HIP_RES_VIEW_FORMAT_UINT_1X8 = 0x01, HIP_RES_VIEW_FORMAT_UINT_2X8 = 0x02, HIP_RES_VIEW_FORMAT_UINT_4X8 = 0x03,
  HIP_RES_VIEW_FORMAT_SINT_1X8 = 0x04, HIP_RES_VIEW_FORMAT_SINT_2X8 = 0x05, HIP_RES_VIEW_FORMAT_SINT_4X8 = 0x06,
  HIP_RES_VIEW_FORMAT_UINT_1X16 = 0x07, HIP_RES_VIEW_FORMAT_UINT_2X16 = 0x08, HIP_RES_VIEW_FORMAT_UINT_4X16 = 0x09,
  HIP_RES_VIEW_FORMAT_SINT_1X16 = 0x0a, HIP_RES_VIEW_FORMAT_SINT_2X16 = 0x0b, HIP_RES_VIEW_FORMAT_SINT_4X16 = 0x0c,
  HIP_RES_VIEW_FORMAT_UINT_1X32 = 0x0d, HIP_RES_VIEW_FORMAT_UINT_2X32 = 0x0e, HIP_RES_VIEW_FORMAT_UINT_4X32 = 0x0f,
  HIP_RES_VIEW_FORMAT_SINT_1X32 = 0x10, HIP_RES_VIEW_FORMAT_SINT_2X32 = 0x11, HIP_RES_VIEW_FORMAT_SINT_4X32 = 0x12,
  HIP_RES_VIEW_FORMAT_FLOAT_1X16 = 0x13, HIP_RES_VIEW_FORMAT_FLOAT_2X16 = 0x14, HIP_RES_VIEW_FORMAT_FLOAT_4X16 = 0x15,
  HIP_RES_VIEW_FORMAT_FLOAT_1X32 = 0x16, HIP_RES_VIEW_FORMAT_FLOAT_2X32 = 0x17, HIP_RES_VIEW_FORMAT_FLOAT_4X32 = 0x18
} HIPresourceViewFormat;

typedef struct HIP_RESOURCE_DESC_st {
  HIPresourcetype resType;
  union {
    struct { hipArray_t hArray; } array;
    struct { hipMipmappedArray_t hMipmappedArray; } mipmap;
    struct {
      hipDeviceptr_t devPtr;
      hipArray_Format format;
      unsigned numChannels;
      size_t sizeInBytes;
    } linear;
    struct {
      hipDeviceptr_t devPtr;
      hipArray_Format format;
      unsigned numChannels;
      size_t width, height, pitchInBytes;
    } pitch2D;
    struct { int reserved[32]; } reserved;
  } res;
  unsigned flags;
} HIP_RESOURCE_DESC;
typedef struct HIP_TEXTURE_DESC_st {
  HIPaddress_mode addressMode[3];
  HIPfilter_mode filterMode;
  unsigned flags, maxAnisotropy;
  HIPfilter_mode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  float borderColor[4];
  int reserved[12];
} HIP_TEXTURE_DESC;
// As the runtime interface has it, but for the format's type.
typedef struct HIP_RESOURCE_VIEW_DESC_st {
  HIPresourceViewFormat format;
  size_t width, height, depth;
  unsigned firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer;
  unsigned reserved[16];
} HIP_RESOURCE_VIEW_DESC;
static_assert(sizeof(HIP_RESOURCE_VIEW_DESC) == sizeof(hipResourceViewDesc), "views of both interfaces are the same");

inline hipError_t hipTexObjectCreate(hipTextureObject_t *__object, const HIP_RESOURCE_DESC *__resource, const HIP_TEXTURE_DESC *__texture,
                                     const HIP_RESOURCE_VIEW_DESC *__view) {
  if (!__object || !__texture) return hipErrorInvalidValue;
  hipResourceDesc __own;
  hipChannelFormatDesc __format;
  if (const cudaError_t __error = __chv_resource(__resource, __own, __format, __chv_hip::channel_format)) return (hipError_t)__error;
  const hipTextureDesc __how = __chv_reading(*__texture, __format);
  const hipError_t __error = hipCreateTextureObject(__object, &__own, &__how, (const hipResourceViewDesc *)__view);
  return (cudaError_t)__error == cudaErrorInvalidChannelDescriptor ? hipErrorInvalidValue : __error;
}
inline hipError_t hipTexObjectDestroy(hipTextureObject_t __object) { return hipDestroyTextureObject(__object); }
inline hipError_t hipTexObjectGetResourceDesc(HIP_RESOURCE_DESC *__resource, hipTextureObject_t __object) {
  hipResourceDesc __own;
  if (!__resource) return hipErrorInvalidValue;
  const hipError_t __error = hipGetTextureObjectResourceDesc(&__own, __object);
  if (__error == hipSuccess) *__resource = __chv_driver_resource<HIP_RESOURCE_DESC>(__own, __chv_hip::array_format);
  return __error;
}
inline hipError_t hipTexObjectGetTextureDesc(HIP_TEXTURE_DESC *__texture, hipTextureObject_t __object) {
  hipTextureDesc __how;
  if (!__texture) return hipErrorInvalidValue;
  const hipError_t __error = hipGetTextureObjectTextureDesc(&__how, __object);
  if (__error == hipSuccess) *__texture = __chv_driver_reading<HIP_TEXTURE_DESC>(__how);
  return __error;
}
inline hipError_t hipTexObjectGetResourceViewDesc(HIP_RESOURCE_VIEW_DESC *__view, hipTextureObject_t __object) {
  return hipGetTextureObjectResourceViewDesc((hipResourceViewDesc *)__view, __object);
}
