// Device code of the HIP dialect: warp functions without a mask or with a 64-bit one, older index names, clocks.
#pragma once

#include "groups_lanes.h"

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

__CHV_DEVICE unsigned __lane_id() { return __chv_lane(); }
__CHV_DEVICE long long wall_clock64() { return (long long)__chv_global_timer(); }

// Over the active lanes, as HIP's forms are over the wavefront.
__CHV_DEVICE unsigned long long __ballot(int predicate) { return __chv_groups::ballot(__chv_groups::active(), predicate != 0); }
__CHV_DEVICE unsigned long long __ballot64(int predicate) { return __ballot(predicate); }
__CHV_DEVICE int __any(int predicate) { return __ballot(predicate) != 0; }
__CHV_DEVICE int __all(int predicate) { return __ballot(!predicate) == 0; }
template <class T> __CHV_DEVICE T __shfl(T value, int lane, int width = warpSize) {
  return __chv_groups::shuffle(__chv_groups::active(), value, (unsigned)lane, (unsigned)width, 0);
}
template <class T> __CHV_DEVICE T __shfl_up(T value, unsigned delta, int width = warpSize) {
  return __chv_groups::shuffle(__chv_groups::active(), value, delta, (unsigned)width, 1);
}
template <class T> __CHV_DEVICE T __shfl_down(T value, unsigned delta, int width = warpSize) {
  return __chv_groups::shuffle(__chv_groups::active(), value, delta, (unsigned)width, 2);
}
template <class T> __CHV_DEVICE T __shfl_xor(T value, int mask, int width = warpSize) {
  return __chv_groups::shuffle(__chv_groups::active(), value, (unsigned)mask, (unsigned)width, 3);
}

// Recent HIP has CUDA's masked forms with masks of 64 bits. These are chosen for such masks only; narrower ones mean CUDA's.
namespace __chv_hip {
template <class Mask, class Result>
using if_wide = std::enable_if_t<std::is_integral<Mask>::value && sizeof(Mask) == 8 && __CHEVRON_WARP_SIZE__ != 64, Result>;
template <class Mask, class T> using if_wide_number = if_wide<Mask, std::enable_if_t<std::is_arithmetic<T>::value, T>>;
__CHV_DEVICE unsigned long long in_warp(unsigned long long mask) {
  return mask & __chv_groups::range(0, __CHEVRON_WARP_SIZE__);
}
}  // namespace __chv_hip
template <class Mask> __CHV_DEVICE __chv_hip::if_wide<Mask, unsigned long long> __ballot_sync(Mask mask, int predicate) {
  return __chv_groups::ballot(__chv_hip::in_warp(mask), predicate != 0);
}
template <class Mask> __CHV_DEVICE __chv_hip::if_wide<Mask, int> __any_sync(Mask mask, int predicate) {
  return __chv_groups::ballot(__chv_hip::in_warp(mask), predicate != 0) != 0;
}
template <class Mask> __CHV_DEVICE __chv_hip::if_wide<Mask, int> __all_sync(Mask mask, int predicate) {
  return __chv_groups::ballot(__chv_hip::in_warp(mask), predicate == 0) == 0;
}
template <class Mask, class T>
__CHV_DEVICE __chv_hip::if_wide_number<Mask, T> __shfl_sync(Mask mask, T value, int lane, int width = warpSize) {
  return __chv_groups::shuffle(__chv_hip::in_warp(mask), value, (unsigned)lane, (unsigned)width, 0);
}
template <class Mask, class T>
__CHV_DEVICE __chv_hip::if_wide_number<Mask, T> __shfl_up_sync(Mask mask, T value, unsigned delta, int width = warpSize) {
  return __chv_groups::shuffle(__chv_hip::in_warp(mask), value, delta, (unsigned)width, 1);
}
template <class Mask, class T>
__CHV_DEVICE __chv_hip::if_wide_number<Mask, T> __shfl_down_sync(Mask mask, T value, unsigned delta, int width = warpSize) {
  return __chv_groups::shuffle(__chv_hip::in_warp(mask), value, delta, (unsigned)width, 2);
}
template <class Mask, class T>
__CHV_DEVICE __chv_hip::if_wide_number<Mask, T> __shfl_xor_sync(Mask mask, T value, int lanes, int width = warpSize) {
  return __chv_groups::shuffle(__chv_hip::in_warp(mask), value, (unsigned)lanes, (unsigned)width, 3);
}

// AMD's faster floating-point atomics, whose results are the ordinary ones.
__CHV_DEVICE float unsafeAtomicAdd(float *address, float value) { return atomicAdd(address, value); }
__CHV_DEVICE double unsafeAtomicAdd(double *address, double value) { return atomicAdd(address, value); }
__CHV_DEVICE float safeAtomicAdd(float *address, float value) { return atomicAdd(address, value); }
__CHV_DEVICE double safeAtomicAdd(double *address, double value) { return atomicAdd(address, value); }
__CHV_DEVICE void atomicAddNoRet(float *address, float value) { atomicAdd(address, value); }
