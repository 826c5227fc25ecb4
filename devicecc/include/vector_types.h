// CUDA's vector types with CUDA's alignments, and dim3. Layout: CUDA C++ Programming Guide, "Built-in Vector Types".
#pragma once

#include "chevron/qualifiers.h"

#define __CHV_VECTORS(base, T, align2, align4)                                                                         \
  struct base##1 { T x; };                                                                                           \
  struct __align__(align2) base##2 { T x, y; };                                                                    \
  struct base##3 { T x, y, z; };                                                                                 \
  struct __align__(align4) base##4 { T x, y, z, w; };
__CHV_VECTORS(char, signed char, 2, 4)
__CHV_VECTORS(uchar, unsigned char, 2, 4)
__CHV_VECTORS(short, short, 4, 8)
__CHV_VECTORS(ushort, unsigned short, 4, 8)
__CHV_VECTORS(int, int, 8, 16)
__CHV_VECTORS(uint, unsigned, 8, 16)
__CHV_VECTORS(long, long, 16, 16)
__CHV_VECTORS(ulong, unsigned long, 16, 16)
__CHV_VECTORS(longlong, long long, 16, 16)
__CHV_VECTORS(ulonglong, unsigned long long, 16, 16)
__CHV_VECTORS(float, float, 8, 16)
__CHV_VECTORS(double, double, 16, 16)
#undef __CHV_VECTORS

// CUDA 13 names the alignment of the 32-byte vectors.
#define __CHV_WIDE(base, T)                                                                                            \
  struct __align__(16) base##4_16a { T x, y, z, w; };                                                          \
  struct __align__(32) base##4_32a { T x, y, z, w; };
__CHV_WIDE(long, long)
__CHV_WIDE(ulong, unsigned long)
__CHV_WIDE(longlong, long long)
__CHV_WIDE(ulonglong, unsigned long long)
__CHV_WIDE(double, double)
#undef __CHV_WIDE

// The executor has a body of this constructor, so that not every cell with a launch gets one.
#if defined(__CUDA_ARCH__)
#define __CHV_OF_EXECUTOR
#else
#define __CHV_OF_EXECUTOR __attribute__((__gnu_inline__, __noinline__)) inline
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgnu-inline-cpp-without-extern"
#endif
struct dim3 {
  unsigned x, y, z;
  __CHV_OF_EXECUTOR __host__ __device__ constexpr dim3(unsigned __x = 1, unsigned __y = 1, unsigned __z = 1) : x(__x), y(__y), z(__z) {}
  __host__ __device__ constexpr dim3(uint3 __v_) : x(__v_.x), y(__v_.y), z(__v_.z) {}
  __host__ __device__ constexpr operator uint3() const { return {x, y, z}; }
};
#if !defined(__CUDA_ARCH__)
#pragma clang diagnostic pop
#endif
#undef __CHV_OF_EXECUTOR
