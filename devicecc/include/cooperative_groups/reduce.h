// `reduce`: combines one value of every thread of a tile or coalesced group; every thread gets the result. The operator must be
// associative and commutative; sums of floating-point numbers are formed as a tree.
#pragma once

// NVIDIA's include guard: programs ask for it.
#define _COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"
#include "../chevron/groups_functors.h"

namespace __chv_groups {

using cooperative_groups::coalesced_group;
using cooperative_groups::thread_block_tile;

template <class __T, class __Op> __CHV_DEVICE __T reduce_lanes(const coalesced_group &__group, __T __value, __Op &__op) {
  const unsigned __size = __group.num_threads(), __mine = __group.thread_rank();
  for (unsigned __step = 1; __step < __size; __step *= 2) {
    __T __other = __group.shfl_down(__value, __step);
    if (__mine + __step < __size) __value = __op(__value, __other);
  }
  return __group.shfl(__value, 0);
}
template <unsigned __Size, class __T, class __Op> __CHV_DEVICE __T reduce_lanes(const lane_tile<__Size> &__group, __T __value, __Op &__op) {
  for (unsigned __step = __Size / 2; __step; __step /= 2) {
    __T __other = __group.shfl_xor(__value, __step);
    __value = __op(__value, __other);
  }
  return __value;
}
template <class __Group, class __T, class __Op> __CHV_DEVICE __T reduce_warp(const __Group &__group, __T __value, __Op &__op) {
  constexpr int __kind = reduce_kind<__Op>::__value;
  if constexpr (__kind >= 0)
    return (__T)__chv_sync_reduce(__group.__chv_members(), (unsigned)__value, (unsigned)__kind, 0);
  else
    return reduce_lanes(__group, __value, __op);
}

template <class __T, class __Op> __CHV_DEVICE __T reduce_in(const coalesced_group &__group, __T __value, __Op &__op) {
  return reduce_warp(__group, __value, __op);
}
template <unsigned __Size, class __Parent, class __T, class __Op>
__CHV_DEVICE __T reduce_in(const thread_block_tile<__Size, __Parent> &__group, __T __value, __Op &__op) {
  if constexpr (__Size <= __CHEVRON_WARP_SIZE__) {
    return reduce_warp(static_cast<const lane_tile<__Size> &>(__group), __value, __op);
  } else {
    // Each warp's result, then those in order, the same in every thread.
    const __T __part = reduce_warp(lane_tile<__CHEVRON_WARP_SIZE__>(), __value, __op);
    __T __result = __group.shfl(__part, 0);
    for (unsigned __i = __CHEVRON_WARP_SIZE__; __i < __Size; __i += __CHEVRON_WARP_SIZE__) {
      __T __other = __group.shfl(__part, (int)__i);
      __result = __op(__result, __other);
    }
    return __result;
  }
}

}  // namespace __chv_groups

namespace cooperative_groups {

template <class __Group, class __T, class __Op> __CHV_DEVICE auto reduce(const __Group &__group, __T &&__value, __Op &&__op) {
  typedef typename __chv_groups::plain<__T>::type __Value;
  typename __chv_groups::plain<__Op>::type __combine = __op;
  return __chv_groups::reduce_in(__group, (__Value)__value, __combine);
}

template <class __Group, class __T, class __Op>
__CHV_ABSENT("`cooperative_groups::reduce_update_async` (it needs `cuda::atomic`)")
__device__ void reduce_update_async(const __Group &, __T &, ...);
template <class __Group, class __T, class __Op>
__CHV_ABSENT("`cooperative_groups::reduce_store_async`")
__device__ void reduce_store_async(const __Group &, __T *, ...);

}  // namespace cooperative_groups
