// Device code of the HIP dialect: warp functions without a mask or with a 64-bit one, older index names, clocks.
#pragma once

#include "groups_lanes.h"
#include "hip_atomics.h"
#include "hip_bits.h"

#include <type_traits>

#define hipThreadIdx_x (threadIdx.x)
#define hipThreadIdx_y (threadIdx.y)
#define hipThreadIdx_z (threadIdx.z)
#define hipBlockIdx_x (blockIdx.x)
#define hipBlockIdx_y (blockIdx.y)
#define hipBlockIdx_z (blockIdx.z)
#define hipBlockDim_x (blockDim.x)
#define hipBlockDim_y (blockDim.y)
#define hipBlockDim_z (blockDim.z)
#define hipGridDim_x (gridDim.x)
#define hipGridDim_y (gridDim.y)
#define hipGridDim_z (gridDim.z)
#define HIP_DYNAMIC_SHARED(type, variable) extern __shared__ type variable[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE

// HIP's `printf` gives the characters that were written, where CUDA's gives the number of arguments. NVIDIA's driver cannot tell.
#ifndef __CHV_NVPTX__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgcc-compat"
#pragma clang diagnostic ignored "-Wformat-security"
template <class __First, class... __Rest>
__CHV_DEVICE __attribute__((format(printf, 1, 2))) int printf(const char *__format, __First __first, __Rest... __rest) {
  return __chv_printf(__format, __first, __rest...) < 0 ? -1 : __chv_printed();
}
// The attribute makes it better than the C function, which fits as well.
__CHV_DEVICE int printf(const char *__text) __attribute__((enable_if(true, ""))) { return __chv_printf(__text) < 0 ? -1 : __chv_printed(); }
#pragma clang diagnostic pop
#endif

__CHV_DEVICE unsigned __lane_id() { return __chv_lane(); }
__CHV_DEVICE long long wall_clock64() { return (long long)__chv_global_timer(); }

// Over the active lanes, as HIP's forms are over the wavefront.
__CHV_DEVICE unsigned long long __ballot(int __predicate) { return __chv_groups::ballot(__chv_groups::active(), __predicate != 0); }
__CHV_DEVICE unsigned long long __ballot64(int __predicate) { return __ballot(__predicate); }
__CHV_DEVICE int __any(int __predicate) { return __ballot(__predicate) != 0; }
__CHV_DEVICE int __all(int __predicate) { return __ballot(!__predicate) == 0; }
template <class __T> __CHV_DEVICE __T __shfl(__T __value, int __lane, int __width = warpSize) {
  return __chv_groups::shuffle(__chv_groups::active(), __value, (unsigned)__lane, (unsigned)__width, 0);
}
template <class __T> __CHV_DEVICE __T __shfl_up(__T __value, unsigned __delta, int __width = warpSize) {
  return __chv_groups::shuffle(__chv_groups::active(), __value, __delta, (unsigned)__width, 1);
}
template <class __T> __CHV_DEVICE __T __shfl_down(__T __value, unsigned __delta, int __width = warpSize) {
  return __chv_groups::shuffle(__chv_groups::active(), __value, __delta, (unsigned)__width, 2);
}
template <class __T> __CHV_DEVICE __T __shfl_xor(__T __value, int __mask, int __width = warpSize) {
  return __chv_groups::shuffle(__chv_groups::active(), __value, (unsigned)__mask, (unsigned)__width, 3);
}

// Recent HIP has CUDA's masked forms with masks of 64 bits. These are chosen for such masks only; narrower ones mean CUDA's.
namespace __chv_hip {
template <class __Mask, class __Result>
using if_wide = std::enable_if_t<std::is_integral<__Mask>::value && sizeof(__Mask) == 8 && __CHEVRON_WARP_SIZE__ != 64, __Result>;
template <class __Mask, class __T> using if_wide_number = if_wide<__Mask, std::enable_if_t<std::is_arithmetic<__T>::value, __T>>;
__CHV_DEVICE unsigned long long in_warp(unsigned long long __mask) {
  return __mask & __chv_groups::range(0, __CHEVRON_WARP_SIZE__);
}
}  // namespace __chv_hip
template <class __Mask> __CHV_DEVICE __chv_hip::if_wide<__Mask, unsigned long long> __ballot_sync(__Mask __mask, int __predicate) {
  return __chv_groups::ballot(__chv_hip::in_warp(__mask), __predicate != 0);
}
template <class __Mask> __CHV_DEVICE __chv_hip::if_wide<__Mask, int> __any_sync(__Mask __mask, int __predicate) {
  return __chv_groups::ballot(__chv_hip::in_warp(__mask), __predicate != 0) != 0;
}
template <class __Mask> __CHV_DEVICE __chv_hip::if_wide<__Mask, int> __all_sync(__Mask __mask, int __predicate) {
  return __chv_groups::ballot(__chv_hip::in_warp(__mask), __predicate == 0) == 0;
}
template <class __Mask, class __T>
__CHV_DEVICE __chv_hip::if_wide_number<__Mask, __T> __shfl_sync(__Mask __mask, __T __value, int __lane, int __width = warpSize) {
  return __chv_groups::shuffle(__chv_hip::in_warp(__mask), __value, (unsigned)__lane, (unsigned)__width, 0);
}
template <class __Mask, class __T>
__CHV_DEVICE __chv_hip::if_wide_number<__Mask, __T> __shfl_up_sync(__Mask __mask, __T __value, unsigned __delta, int __width = warpSize) {
  return __chv_groups::shuffle(__chv_hip::in_warp(__mask), __value, __delta, (unsigned)__width, 1);
}
template <class __Mask, class __T>
__CHV_DEVICE __chv_hip::if_wide_number<__Mask, __T> __shfl_down_sync(__Mask __mask, __T __value, unsigned __delta, int __width = warpSize) {
  return __chv_groups::shuffle(__chv_hip::in_warp(__mask), __value, __delta, (unsigned)__width, 2);
}
template <class __Mask, class __T>
__CHV_DEVICE __chv_hip::if_wide_number<__Mask, __T> __shfl_xor_sync(__Mask __mask, __T __value, int __lanes, int __width = warpSize) {
  return __chv_groups::shuffle(__chv_hip::in_warp(__mask), __value, (unsigned)__lanes, (unsigned)__width, 3);
}
