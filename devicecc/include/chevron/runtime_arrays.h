// Runtime API: arrays as storage, and the description of their elements. Nothing fetches from them yet.
#pragma once

#include "runtime_types.h"
#include "../vector_types.h"

enum cudaChannelFormatKind {
  cudaChannelFormatKindSigned = 0, cudaChannelFormatKindUnsigned = 1, cudaChannelFormatKindFloat = 2,
  cudaChannelFormatKindNone = 3
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
cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format, size_t width, size_t height = 0,
                            unsigned int flags = 0);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent, unsigned int *flags,
                             cudaArray_t array);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, cudaArray_const_t array);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x_bytes, size_t y, const void *from, size_t pitch, size_t width,
                                size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x_bytes, size_t y, const void *from, size_t pitch, size_t width,
                                     size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x_bytes, size_t y, size_t width,
                                  size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x_bytes, size_t y, size_t width,
                                       size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
                                     size_t from_y, size_t width, size_t height,
                                     enum cudaMemcpyKind kind = cudaMemcpyDeviceToDevice);
}

static inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
  return {x, y, z, w, f};
}

// How many channels, of which type. A vector of three has no array of its own: its channels are four in CUDA only by hand.
template <class T> struct __chv_channels {
  static constexpr int count = 0;
};
#define __CHV_CHANNELS(name, T, n, kind)                                                                                \
  template <> struct __chv_channels<name> {                                                                            \
    static constexpr int count = n, bits = 8 * sizeof(T);                                                              \
    static constexpr cudaChannelFormatKind f = cudaChannelFormatKind##kind;                                            \
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
template <class T> static inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  if constexpr (__chv_channels<T>::count == 0) {
    return {0, 0, 0, 0, cudaChannelFormatKindNone};
  } else {
    constexpr int n = __chv_channels<T>::count, bits = __chv_channels<T>::bits;
    return {bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 3 ? bits : 0, __chv_channels<T>::f};
  }
}
