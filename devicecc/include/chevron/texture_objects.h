// Runtime API: textures and surfaces as objects, arrays of three dimensions, in layers, as cube maps and with smaller copies of themselves.
#pragma once

#include "runtime_arrays.h"

typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
typedef struct cudaMipmappedArray *cudaMipmappedArray_t;
typedef const struct cudaMipmappedArray *cudaMipmappedArray_const_t;

enum cudaTextureAddressMode { cudaAddressModeWrap = 0, cudaAddressModeClamp = 1, cudaAddressModeMirror = 2, cudaAddressModeBorder = 3 };
enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };
enum cudaSurfaceFormatMode { cudaFormatModeForced = 0, cudaFormatModeAuto = 1 };
enum cudaResourceType {
  cudaResourceTypeArray = 0, cudaResourceTypeMipmappedArray = 1, cudaResourceTypeLinear = 2, cudaResourceTypePitch2D = 3
};
enum cudaResourceViewFormat {
  cudaResViewFormatNone = 0x00,
  cudaResViewFormatUnsignedChar1 = 0x01, cudaResViewFormatUnsignedChar2 = 0x02, cudaResViewFormatUnsignedChar4 = 0x03,
  cudaResViewFormatSignedChar1 = 0x04, cudaResViewFormatSignedChar2 = 0x05, cudaResViewFormatSignedChar4 = 0x06,
  cudaResViewFormatUnsignedShort1 = 0x07, cudaResViewFormatUnsignedShort2 = 0x08, cudaResViewFormatUnsignedShort4 = 0x09,
  cudaResViewFormatSignedShort1 = 0x0a, cudaResViewFormatSignedShort2 = 0x0b, cudaResViewFormatSignedShort4 = 0x0c,
  cudaResViewFormatUnsignedInt1 = 0x0d, cudaResViewFormatUnsignedInt2 = 0x0e, cudaResViewFormatUnsignedInt4 = 0x0f,
  cudaResViewFormatSignedInt1 = 0x10, cudaResViewFormatSignedInt2 = 0x11, cudaResViewFormatSignedInt4 = 0x12,
  cudaResViewFormatHalf1 = 0x13, cudaResViewFormatHalf2 = 0x14, cudaResViewFormatHalf4 = 0x15,
  cudaResViewFormatFloat1 = 0x16, cudaResViewFormatFloat2 = 0x17, cudaResViewFormatFloat4 = 0x18,
  cudaResViewFormatUnsignedBlockCompressed1 = 25, cudaResViewFormatUnsignedBlockCompressed2 = 26, cudaResViewFormatUnsignedBlockCompressed3 = 27,
  cudaResViewFormatUnsignedBlockCompressed4 = 28, cudaResViewFormatSignedBlockCompressed4 = 29, cudaResViewFormatUnsignedBlockCompressed5 = 30,
  cudaResViewFormatSignedBlockCompressed5 = 31, cudaResViewFormatUnsignedBlockCompressed6H = 32, cudaResViewFormatSignedBlockCompressed6H = 33,
  cudaResViewFormatUnsignedBlockCompressed7 = 34
};

struct cudaResourceDesc {
  enum cudaResourceType resType;
  union {
    struct { cudaArray_t array; } array;
    struct { cudaMipmappedArray_t mipmap; } mipmap;
    struct {
      void *devPtr;
      struct cudaChannelFormatDesc desc;
      size_t sizeInBytes;
    } linear;
    struct {
      void *devPtr;
      struct cudaChannelFormatDesc desc;
      size_t width, height, pitchInBytes;
    } pitch2D;
    struct { int reserved[32]; } reserved;
  } res;
  unsigned flags;
};
struct cudaTextureDesc {
  enum cudaTextureAddressMode addressMode[3];
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization, seamlessCubemap;
};
struct cudaResourceViewDesc {
  enum cudaResourceViewFormat format;
  size_t width, height, depth;
  unsigned firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer;
  unsigned reserved[16];
};
struct cudaArrayMemoryRequirements {
  size_t size, alignment;
  unsigned reserved[4];
};

extern "C" {
cudaError_t cudaMalloc3DArray(cudaArray_t *__array, const struct cudaChannelFormatDesc *__format, struct cudaExtent __extent,
                              unsigned __flags = 0);
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *__array, const struct cudaChannelFormatDesc *__format,
                                     struct cudaExtent __extent, unsigned __levels, unsigned __flags = 0);
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *__level, cudaMipmappedArray_const_t __array, unsigned __number);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t __array);
cudaError_t cudaArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *__wanted, cudaArray_t __array, int __device);
cudaError_t cudaMemcpyToArray(cudaArray_t __to, size_t __x_bytes, size_t __y, const void *__from, size_t __bytes,
                              enum cudaMemcpyKind __kind);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t __to, size_t __x_bytes, size_t __y, const void *__from, size_t __bytes,
                                   enum cudaMemcpyKind __kind, cudaStream_t __stream = 0);
cudaError_t cudaMemcpyFromArray(void *__to, cudaArray_const_t __from, size_t __x_bytes, size_t __y, size_t __bytes,
                                enum cudaMemcpyKind __kind);
cudaError_t cudaMemcpyFromArrayAsync(void *__to, cudaArray_const_t __from, size_t __x_bytes, size_t __y, size_t __bytes,
                                     enum cudaMemcpyKind __kind, cudaStream_t __stream = 0);
cudaError_t cudaMemcpyArrayToArray(cudaArray_t __to, size_t __to_x, size_t __to_y, cudaArray_const_t __from, size_t __from_x,
                                   size_t __from_y, size_t __bytes, enum cudaMemcpyKind __kind = cudaMemcpyDeviceToDevice);

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *__object, const struct cudaResourceDesc *__resource,
                                    const struct cudaTextureDesc *__texture, const struct cudaResourceViewDesc *__view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t __object);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *__resource, cudaTextureObject_t __object);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *__texture, cudaTextureObject_t __object);
cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *__view, cudaTextureObject_t __object);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *__object, const struct cudaResourceDesc *__resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t __object);
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *__resource, cudaSurfaceObject_t __object);
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *__texels, const struct cudaChannelFormatDesc *__format, int __device);
}
template <class __T> static inline cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *__texels, const cudaChannelFormatDesc *__format, int __device) {
  return cudaDeviceGetTexture1DLinearMaxWidth(__texels, __format, __device);
}

struct __chv_level {
  const unsigned char *__texels;
  unsigned __size[3];
  unsigned __pad;
  unsigned long long __row_bytes, __slice_bytes;
};

// What a texture or surface object is the address of; jit/src/runtime/texture.rs writes it.
struct __chv_texture {
  unsigned __kind;  // of channels: 0 signed, 1 unsigned, 2 floating-point
  unsigned __bits, __channels, __texel_bytes;
  unsigned __address[3];
  unsigned __linear, __normalized, __srgb;
  unsigned __coordinates_are_parts;  // of the texture's size: 0 to 1
  unsigned __layers;
  float __border[4];
  unsigned __levels, __linear_between_levels;
  float __level_bias, __level_min, __level_max;
  unsigned __pad;
  __chv_level __level[16];
};
