// Runtime API: arrays as storage, and the description of their elements; texture_objects.h has what reads them.
#pragma once

#include "runtime_types.h"
#include "../vector_types.h"

enum cudaChannelFormatKind {
  cudaChannelFormatKindSigned = 0, cudaChannelFormatKindUnsigned = 1, cudaChannelFormatKindFloat = 2,
  cudaChannelFormatKindNone = 3,
  cudaChannelFormatKindNV12 = 4, cudaChannelFormatKindUnsignedNormalized8X1 = 5, cudaChannelFormatKindUnsignedNormalized8X2 = 6,
  cudaChannelFormatKindUnsignedNormalized8X4 = 7, cudaChannelFormatKindUnsignedNormalized16X1 = 8, cudaChannelFormatKindUnsignedNormalized16X2 = 9,
  cudaChannelFormatKindUnsignedNormalized16X4 = 10, cudaChannelFormatKindSignedNormalized8X1 = 11, cudaChannelFormatKindSignedNormalized8X2 = 12,
  cudaChannelFormatKindSignedNormalized8X4 = 13, cudaChannelFormatKindSignedNormalized16X1 = 14, cudaChannelFormatKindSignedNormalized16X2 = 15,
  cudaChannelFormatKindSignedNormalized16X4 = 16, cudaChannelFormatKindUnsignedBlockCompressed1 = 17,
  cudaChannelFormatKindUnsignedBlockCompressed1SRGB = 18, cudaChannelFormatKindUnsignedBlockCompressed2 = 19,
  cudaChannelFormatKindUnsignedBlockCompressed2SRGB = 20, cudaChannelFormatKindUnsignedBlockCompressed3 = 21,
  cudaChannelFormatKindUnsignedBlockCompressed3SRGB = 22, cudaChannelFormatKindUnsignedBlockCompressed4 = 23,
  cudaChannelFormatKindSignedBlockCompressed4 = 24, cudaChannelFormatKindUnsignedBlockCompressed5 = 25, cudaChannelFormatKindSignedBlockCompressed5 = 26,
  cudaChannelFormatKindUnsignedBlockCompressed6H = 27, cudaChannelFormatKindSignedBlockCompressed6H = 28,
  cudaChannelFormatKindUnsignedBlockCompressed7 = 29, cudaChannelFormatKindUnsignedBlockCompressed7SRGB = 30,
  cudaChannelFormatKindUnsignedNormalized1010102 = 31
};
// Bits of each channel.
struct cudaChannelFormatDesc {
  int x, y, z, w;
  enum cudaChannelFormatKind f;
};
#define cudaArrayDefault 0x00
#define cudaArrayLayered 0x01
#define cudaArraySurfaceLoadStore 0x02
#define cudaArrayCubemap 0x04
#define cudaArrayTextureGather 0x08

extern "C" {
cudaError_t cudaMallocArray(cudaArray_t *__array, const struct cudaChannelFormatDesc *__format, size_t __width, size_t __height = 0,
                            unsigned int __flags = 0);
cudaError_t cudaFreeArray(cudaArray_t __array);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *__format, struct cudaExtent *__extent, unsigned int *__flags,
                             cudaArray_t __array);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *__format, cudaArray_const_t __array);
cudaError_t cudaMemcpy2DToArray(cudaArray_t __to, size_t __x_bytes, size_t __y, const void *__from, size_t __pitch, size_t __width,
                                size_t __height, enum cudaMemcpyKind __kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t __to, size_t __x_bytes, size_t __y, const void *__from, size_t __pitch, size_t __width,
                                     size_t __height, enum cudaMemcpyKind __kind, cudaStream_t __stream = 0);
cudaError_t cudaMemcpy2DFromArray(void *__to, size_t __pitch, cudaArray_const_t __from, size_t __x_bytes, size_t __y, size_t __width,
                                  size_t __height, enum cudaMemcpyKind __kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void *__to, size_t __pitch, cudaArray_const_t __from, size_t __x_bytes, size_t __y, size_t __width,
                                       size_t __height, enum cudaMemcpyKind __kind, cudaStream_t __stream = 0);
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t __to, size_t __to_x, size_t __to_y, cudaArray_const_t __from, size_t __from_x,
                                     size_t __from_y, size_t __width, size_t __height,
                                     enum cudaMemcpyKind __kind = cudaMemcpyDeviceToDevice);
}

static inline cudaChannelFormatDesc cudaCreateChannelDesc(int __x, int __y, int __z, int __w, cudaChannelFormatKind __f) {
  return {__x, __y, __z, __w, __f};
}

// How many channels, of which type. A vector of three has no array of its own: its channels are four in CUDA only by hand.
template <class __T> struct __chv_channels {
  static constexpr int __count = 0;
};
#define __CHV_CHANNELS(name, T, n, kind)                                                                                \
  template <> struct __chv_channels<name> {                                                                            \
    static constexpr int __count = n, __bits = 8 * sizeof(T);                                                          \
    static constexpr cudaChannelFormatKind __f = cudaChannelFormatKind##kind;                                          \
  };
#define __CHV_CHANNELED(T, vector, kind)                                                                               \
  __CHV_CHANNELS(T, T, 1, kind)                                                                                        \
  __CHV_CHANNELS(vector##1, T, 1, kind)                                                                                \
  __CHV_CHANNELS(vector##2, T, 2, kind)                                                                                \
  __CHV_CHANNELS(vector##3, T, 3, kind)                                                                                \
  __CHV_CHANNELS(vector##4, T, 4, kind)
__CHV_CHANNELED(signed char, char, Signed)
__CHV_CHANNELED(unsigned char, uchar, Unsigned)
__CHV_CHANNELED(short, short, Signed)
__CHV_CHANNELED(unsigned short, ushort, Unsigned)
__CHV_CHANNELED(int, int, Signed)
__CHV_CHANNELED(unsigned, uint, Unsigned)
__CHV_CHANNELED(float, float, Float)
__CHV_CHANNELS(char, char, 1, Signed)
#undef __CHV_CHANNELED
#undef __CHV_CHANNELS
template <class __T> static inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  if constexpr (__chv_channels<__T>::__count == 0) {
    return {0, 0, 0, 0, cudaChannelFormatKindNone};
  } else {
    constexpr int __n = __chv_channels<__T>::__count, __bits = __chv_channels<__T>::__bits;
    return {__bits, __n > 1 ? __bits : 0, __n > 2 ? __bits : 0, __n > 3 ? __bits : 0, __chv_channels<__T>::__f};
  }
}
