// HIP's own vector types. CUDA's are aggregates, where `float4{2}` is (2, 0, 0, 0); HIP's have constructors, where it is (2, 2, 2, 2). So each of HIP's
// is derived from the one of CUDA's that has its name, and the names mean HIP's types from here on.
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

namespace __chv_hip {

// CUDA's vector of so many components of a type.
template <class __T, unsigned __N> struct plain;
#define __CHV_PLAIN(name, type, component)                                                                             \
  template <> struct plain<type, 1> { typedef ::name##1 vector; typedef component part; };                            \
  template <> struct plain<type, 2> { typedef ::name##2 vector; typedef component part; };                            \
  template <> struct plain<type, 3> { typedef ::name##3 vector; typedef component part; };                            \
  template <> struct plain<type, 4> { typedef ::name##4 vector; typedef component part; };
__CHV_PLAIN(char, char, signed char)
__CHV_PLAIN(uchar, unsigned char, unsigned char)
__CHV_PLAIN(short, short, short)
__CHV_PLAIN(ushort, unsigned short, unsigned short)
__CHV_PLAIN(int, int, int)
__CHV_PLAIN(uint, unsigned, unsigned)
__CHV_PLAIN(long, long, long)
__CHV_PLAIN(ulong, unsigned long, unsigned long)
__CHV_PLAIN(longlong, long long, long long)
__CHV_PLAIN(ulonglong, unsigned long long, unsigned long long)
__CHV_PLAIN(float, float, float)
__CHV_PLAIN(double, double, double)
#undef __CHV_PLAIN

// A vector whose components are all the same number.
template <class __V, unsigned __N, class __S> inline __host__ __device__ constexpr __V all(__S __s) {
  if constexpr (__N == 1)
    return __V{__s};
  else if constexpr (__N == 2)
    return __V{__s, __s};
  else if constexpr (__N == 3)
    return __V{__s, __s, __s};
  else
    return __V{__s, __s, __s, __s};
}

}  // namespace __chv_hip

template <class __T, unsigned __N> struct HIP_vector_type;
#define __CHV_NAMED(name, T)                                                                                           \
  typedef HIP_vector_type<T, 1> __hip_##name##1;                                                                       \
  typedef HIP_vector_type<T, 2> __hip_##name##2;                                                                       \
  typedef HIP_vector_type<T, 3> __hip_##name##3;                                                                       \
  typedef HIP_vector_type<T, 4> __hip_##name##4;
__CHV_NAMED(char, char)
__CHV_NAMED(uchar, unsigned char)
__CHV_NAMED(short, short)
__CHV_NAMED(ushort, unsigned short)
__CHV_NAMED(int, int)
__CHV_NAMED(uint, unsigned)
__CHV_NAMED(long, long)
__CHV_NAMED(ulong, unsigned long)
__CHV_NAMED(longlong, long long)
__CHV_NAMED(ulonglong, unsigned long long)
__CHV_NAMED(float, float)
__CHV_NAMED(double, double)
#undef __CHV_NAMED

// Values and messages say `float4` as a program does.
#define __CHV_SHOWN(name)                                                                                              \
  __preferred_name__(__hip_##name##1), __preferred_name__(__hip_##name##2), __preferred_name__(__hip_##name##3),       \
      __preferred_name__(__hip_##name##4)
template <class __T, unsigned __N>
struct __attribute__((__CHV_SHOWN(char), __CHV_SHOWN(uchar), __CHV_SHOWN(short), __CHV_SHOWN(ushort), __CHV_SHOWN(int), __CHV_SHOWN(uint),
                      __CHV_SHOWN(long), __CHV_SHOWN(ulong), __CHV_SHOWN(longlong), __CHV_SHOWN(ulonglong), __CHV_SHOWN(float),
                      __CHV_SHOWN(double))) HIP_vector_type : __chv_hip::plain<__T, __N>::vector {
  typedef typename __chv_hip::plain<__T, __N>::vector __plain;
  typedef typename __chv_hip::plain<__T, __N>::part value_type;

  HIP_vector_type() = default;
  // One number for every component.
  template <class __U, std::enable_if_t<__is_convertible(__U, value_type), int> = 0>
  __host__ __device__ explicit constexpr HIP_vector_type(__U __all) noexcept
      : __plain(__chv_hip::all<__plain, __N>(static_cast<value_type>(__all))) {}
  template <class... __Us, std::enable_if_t<(__N > 1) && sizeof...(__Us) == __N, int> = 0>
  __host__ __device__ constexpr HIP_vector_type(__Us... __parts) noexcept : __plain{static_cast<value_type>(__parts)...} {}
  // CUDA's vector of the same name, and what becomes one: dim3, threadIdx.
  template <class __U, std::enable_if_t<__is_convertible(const __U &, __plain) && !__is_convertible(__U, value_type), int> = 0>
  __host__ __device__ constexpr HIP_vector_type(const __U &__other) noexcept : __plain(__other) {}
};

#undef __CHV_SHOWN

template <class __T, unsigned __N>
struct __chv_channels<HIP_vector_type<__T, __N>> : __chv_channels<typename __chv_hip::plain<__T, __N>::vector> {};

#define __CHV_MAKE inline __host__ __device__ constexpr __attribute__((__always_inline__, __nodebug__))
#define __CHV_HIP_VECTORS(name, C)                                                                                     \
  __CHV_MAKE __hip_##name##1 __hip_make_##name##1(C __x) { return __hip_##name##1(__x); }                              \
  __CHV_MAKE __hip_##name##2 __hip_make_##name##2(C __x, C __y) { return {__x, __y}; }                                 \
  __CHV_MAKE __hip_##name##3 __hip_make_##name##3(C __x, C __y, C __z) { return {__x, __y, __z}; }                     \
  __CHV_MAKE __hip_##name##4 __hip_make_##name##4(C __x, C __y, C __z, C __w) { return {__x, __y, __z, __w}; }
__CHV_HIP_VECTORS(char, signed char)
__CHV_HIP_VECTORS(uchar, unsigned char)
__CHV_HIP_VECTORS(short, short)
__CHV_HIP_VECTORS(ushort, unsigned short)
__CHV_HIP_VECTORS(int, int)
__CHV_HIP_VECTORS(uint, unsigned)
__CHV_HIP_VECTORS(long, long)
__CHV_HIP_VECTORS(ulong, unsigned long)
__CHV_HIP_VECTORS(longlong, long long)
__CHV_HIP_VECTORS(ulonglong, unsigned long long)
__CHV_HIP_VECTORS(float, float)
__CHV_HIP_VECTORS(double, double)
#undef __CHV_HIP_VECTORS
#undef __CHV_MAKE

#define char1 __hip_char1
#define make_char1 __hip_make_char1
#define char2 __hip_char2
#define make_char2 __hip_make_char2
#define char3 __hip_char3
#define make_char3 __hip_make_char3
#define char4 __hip_char4
#define make_char4 __hip_make_char4
#define uchar1 __hip_uchar1
#define make_uchar1 __hip_make_uchar1
#define uchar2 __hip_uchar2
#define make_uchar2 __hip_make_uchar2
#define uchar3 __hip_uchar3
#define make_uchar3 __hip_make_uchar3
#define uchar4 __hip_uchar4
#define make_uchar4 __hip_make_uchar4
#define short1 __hip_short1
#define make_short1 __hip_make_short1
#define short2 __hip_short2
#define make_short2 __hip_make_short2
#define short3 __hip_short3
#define make_short3 __hip_make_short3
#define short4 __hip_short4
#define make_short4 __hip_make_short4
#define ushort1 __hip_ushort1
#define make_ushort1 __hip_make_ushort1
#define ushort2 __hip_ushort2
#define make_ushort2 __hip_make_ushort2
#define ushort3 __hip_ushort3
#define make_ushort3 __hip_make_ushort3
#define ushort4 __hip_ushort4
#define make_ushort4 __hip_make_ushort4
#define int1 __hip_int1
#define make_int1 __hip_make_int1
#define int2 __hip_int2
#define make_int2 __hip_make_int2
#define int3 __hip_int3
#define make_int3 __hip_make_int3
#define int4 __hip_int4
#define make_int4 __hip_make_int4
#define uint1 __hip_uint1
#define make_uint1 __hip_make_uint1
#define uint2 __hip_uint2
#define make_uint2 __hip_make_uint2
#define uint3 __hip_uint3
#define make_uint3 __hip_make_uint3
#define uint4 __hip_uint4
#define make_uint4 __hip_make_uint4
#define long1 __hip_long1
#define make_long1 __hip_make_long1
#define long2 __hip_long2
#define make_long2 __hip_make_long2
#define long3 __hip_long3
#define make_long3 __hip_make_long3
#define long4 __hip_long4
#define make_long4 __hip_make_long4
#define ulong1 __hip_ulong1
#define make_ulong1 __hip_make_ulong1
#define ulong2 __hip_ulong2
#define make_ulong2 __hip_make_ulong2
#define ulong3 __hip_ulong3
#define make_ulong3 __hip_make_ulong3
#define ulong4 __hip_ulong4
#define make_ulong4 __hip_make_ulong4
#define longlong1 __hip_longlong1
#define make_longlong1 __hip_make_longlong1
#define longlong2 __hip_longlong2
#define make_longlong2 __hip_make_longlong2
#define longlong3 __hip_longlong3
#define make_longlong3 __hip_make_longlong3
#define longlong4 __hip_longlong4
#define make_longlong4 __hip_make_longlong4
#define ulonglong1 __hip_ulonglong1
#define make_ulonglong1 __hip_make_ulonglong1
#define ulonglong2 __hip_ulonglong2
#define make_ulonglong2 __hip_make_ulonglong2
#define ulonglong3 __hip_ulonglong3
#define make_ulonglong3 __hip_make_ulonglong3
#define ulonglong4 __hip_ulonglong4
#define make_ulonglong4 __hip_make_ulonglong4
#define float1 __hip_float1
#define make_float1 __hip_make_float1
#define float2 __hip_float2
#define make_float2 __hip_make_float2
#define float3 __hip_float3
#define make_float3 __hip_make_float3
#define float4 __hip_float4
#define make_float4 __hip_make_float4
#define double1 __hip_double1
#define make_double1 __hip_make_double1
#define double2 __hip_double2
#define make_double2 __hip_make_double2
#define double3 __hip_double3
#define make_double3 __hip_make_double3
#define double4 __hip_double4
#define make_double4 __hip_make_double4
