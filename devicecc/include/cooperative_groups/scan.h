// Scans over the threads of a tile or coalesced group, in the order of their ranks. The operator must be associative. The first
// thread's exclusive result is a value-initialised T.
#pragma once

// NVIDIA's include guard: programs ask for it.
#define _COOPERATIVE_GROUPS_SCAN_H

#include "../cooperative_groups.h"
#include "../chevron/groups_functors.h"

namespace __chv_groups {

using cooperative_groups::coalesced_group;
using cooperative_groups::thread_block_tile;

template <class __Group, class __T, class __Op> __CHV_DEVICE __T scan_lanes(const __Group &__group, unsigned __size, __T __value, __Op &__op) {
  const unsigned __mine = __group.thread_rank();
  for (unsigned __step = 1; __step < __size; __step *= 2) {
    __T __other = __group.shfl_up(__value, __step);
    if (__mine >= __step) __value = __op(__other, __value);
  }
  return __value;
}
template <class __T, class __Op> __CHV_DEVICE __T scan_in(const coalesced_group &__group, __T __value, __Op &__op) {
  return scan_lanes(__group, __group.num_threads(), __value, __op);
}
template <unsigned __Size, class __Parent, class __T, class __Op>
__CHV_DEVICE __T scan_in(const thread_block_tile<__Size, __Parent> &__group, __T __value, __Op &__op) {
  if constexpr (__Size <= __CHEVRON_WARP_SIZE__) {
    return scan_lanes(__group, __Size, __value, __op);
  } else {
    constexpr unsigned __warp = __CHEVRON_WARP_SIZE__;
    const __T __mine = scan_lanes(lane_tile<__warp>(), __warp, __value, __op);
    // The last thread of each warp holds its total: those before this thread's warp come first.
    __T __result = __mine, __before = __group.shfl(__mine, (int)__warp - 1);
    for (unsigned __i = __warp; __i < __Size; __i += __warp) {
      if (__group.thread_rank() / __warp * __warp == __i) __result = __op(__before, __mine);
      __T __total = __group.shfl(__mine, (int)(__i + __warp - 1));
      __before = __op(__before, __total);
    }
    return __result;
  }
}

}  // namespace __chv_groups

namespace cooperative_groups {

template <class __Group, class __T, class __Op> __CHV_DEVICE auto inclusive_scan(const __Group &__group, __T &&__value, __Op &&__op) {
  typedef typename __chv_groups::plain<__T>::type __Value;
  typename __chv_groups::plain<__Op>::type __combine = __op;
  return __chv_groups::scan_in(__group, (__Value)__value, __combine);
}
template <class __Group, class __T> __CHV_DEVICE auto inclusive_scan(const __Group &__group, __T &&__value) {
  return inclusive_scan(__group, static_cast<__T &&>(__value), plus<typename __chv_groups::plain<__T>::type>());
}
template <class __Group, class __T, class __Op> __CHV_DEVICE auto exclusive_scan(const __Group &__group, __T &&__value, __Op &&__op) {
  typedef typename __chv_groups::plain<__T>::type __Value;
  const __Value __before = __group.shfl_up((__Value)inclusive_scan(__group, static_cast<__T &&>(__value), static_cast<__Op &&>(__op)), 1);
  return __group.thread_rank() == 0 ? __Value{} : __before;
}
template <class __Group, class __T> __CHV_DEVICE auto exclusive_scan(const __Group &__group, __T &&__value) {
  return exclusive_scan(__group, static_cast<__T &&>(__value), plus<typename __chv_groups::plain<__T>::type>());
}

template <class __Group, class __Atomic, class __T>
__CHV_ABSENT("`cooperative_groups::inclusive_scan_update` (it needs `cuda::atomic`)")
__device__ __T inclusive_scan_update(const __Group &, __Atomic &, __T, ...);
template <class __Group, class __Atomic, class __T>
__CHV_ABSENT("`cooperative_groups::exclusive_scan_update` (it needs `cuda::atomic`)")
__device__ __T exclusive_scan_update(const __Group &, __Atomic &, __T, ...);

}  // namespace cooperative_groups
