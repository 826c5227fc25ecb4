// Scans over the threads of a tile or coalesced group, in the order of their ranks. The operator must be associative. The first
// thread's exclusive result is a value-initialised T.
#pragma once

#include "../cooperative_groups.h"
#include "../chevron/groups_functors.h"

namespace __chv_groups {

using cooperative_groups::coalesced_group;
using cooperative_groups::thread_block_tile;

template <class Group, class T, class Op> __CHV_DEVICE T scan_lanes(const Group &group, unsigned size, T value, Op &op) {
  const unsigned mine = group.thread_rank();
  for (unsigned step = 1; step < size; step *= 2) {
    T other = group.shfl_up(value, step);
    if (mine >= step) value = op(other, value);
  }
  return value;
}
template <class T, class Op> __CHV_DEVICE T scan_in(const coalesced_group &group, T value, Op &op) {
  return scan_lanes(group, group.num_threads(), value, op);
}
template <unsigned Size, class Parent, class T, class Op>
__CHV_DEVICE T scan_in(const thread_block_tile<Size, Parent> &group, T value, Op &op) {
  if constexpr (Size <= __CHEVRON_WARP_SIZE__) {
    return scan_lanes(group, Size, value, op);
  } else {
    constexpr unsigned warp = __CHEVRON_WARP_SIZE__;
    const T mine = scan_lanes(lane_tile<warp>(), warp, value, op);
    // The last thread of each warp holds its total: those before this thread's warp come first.
    T result = mine, before = group.shfl(mine, (int)warp - 1);
    for (unsigned i = warp; i < Size; i += warp) {
      if (group.thread_rank() / warp * warp == i) result = op(before, mine);
      T total = group.shfl(mine, (int)(i + warp - 1));
      before = op(before, total);
    }
    return result;
  }
}

}  // namespace __chv_groups

namespace cooperative_groups {

template <class Group, class T, class Op> __CHV_DEVICE auto inclusive_scan(const Group &group, T &&value, Op &&op) {
  typedef typename __chv_groups::plain<T>::type Value;
  typename __chv_groups::plain<Op>::type combine = op;
  return __chv_groups::scan_in(group, (Value)value, combine);
}
template <class Group, class T> __CHV_DEVICE auto inclusive_scan(const Group &group, T &&value) {
  return inclusive_scan(group, static_cast<T &&>(value), plus<typename __chv_groups::plain<T>::type>());
}
template <class Group, class T, class Op> __CHV_DEVICE auto exclusive_scan(const Group &group, T &&value, Op &&op) {
  typedef typename __chv_groups::plain<T>::type Value;
  const Value before = group.shfl_up((Value)inclusive_scan(group, static_cast<T &&>(value), static_cast<Op &&>(op)), 1);
  return group.thread_rank() == 0 ? Value{} : before;
}
template <class Group, class T> __CHV_DEVICE auto exclusive_scan(const Group &group, T &&value) {
  return exclusive_scan(group, static_cast<T &&>(value), plus<typename __chv_groups::plain<T>::type>());
}

template <class Group, class Atomic, class T>
__CHV_ABSENT("`cooperative_groups::inclusive_scan_update` (it needs `cuda::atomic`)")
__device__ T inclusive_scan_update(const Group &, Atomic &, T, ...);
template <class Group, class Atomic, class T>
__CHV_ABSENT("`cooperative_groups::exclusive_scan_update` (it needs `cuda::atomic`)")
__device__ T exclusive_scan_update(const Group &, Atomic &, T, ...);

}  // namespace cooperative_groups
