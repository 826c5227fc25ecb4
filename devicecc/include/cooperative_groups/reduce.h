// `reduce`: combines one value of every thread of a tile or coalesced group; every thread gets the result. The operator must be
// associative and commutative; sums of floating-point numbers are formed as a tree.
#pragma once

#include "../cooperative_groups.h"
#include "../chevron/groups_functors.h"

namespace __chv_groups {

using cooperative_groups::coalesced_group;
using cooperative_groups::thread_block_tile;

template <class T, class Op> __CHV_DEVICE T reduce_lanes(const coalesced_group &group, T value, Op &op) {
  const unsigned size = group.num_threads(), mine = group.thread_rank();
  for (unsigned step = 1; step < size; step *= 2) {
    T other = group.shfl_down(value, step);
    if (mine + step < size) value = op(value, other);
  }
  return group.shfl(value, 0);
}
template <unsigned Size, class T, class Op> __CHV_DEVICE T reduce_lanes(const lane_tile<Size> &group, T value, Op &op) {
  for (unsigned step = Size / 2; step; step /= 2) {
    T other = group.shfl_xor(value, step);
    value = op(value, other);
  }
  return value;
}
template <class Group, class T, class Op> __CHV_DEVICE T reduce_warp(const Group &group, T value, Op &op) {
  constexpr int kind = reduce_kind<Op>::value;
  if constexpr (kind >= 0)
    return (T)__chv_sync_reduce(group.__chv_members(), (unsigned)value, (unsigned)kind, 0);
  else
    return reduce_lanes(group, value, op);
}

template <class T, class Op> __CHV_DEVICE T reduce_in(const coalesced_group &group, T value, Op &op) {
  return reduce_warp(group, value, op);
}
template <unsigned Size, class Parent, class T, class Op>
__CHV_DEVICE T reduce_in(const thread_block_tile<Size, Parent> &group, T value, Op &op) {
  if constexpr (Size <= __CHEVRON_WARP_SIZE__) {
    return reduce_warp(static_cast<const lane_tile<Size> &>(group), value, op);
  } else {
    // Each warp's result, then those in order, the same in every thread.
    const T part = reduce_warp(lane_tile<__CHEVRON_WARP_SIZE__>(), value, op);
    T result = group.shfl(part, 0);
    for (unsigned i = __CHEVRON_WARP_SIZE__; i < Size; i += __CHEVRON_WARP_SIZE__) {
      T other = group.shfl(part, (int)i);
      result = op(result, other);
    }
    return result;
  }
}

}  // namespace __chv_groups

namespace cooperative_groups {

template <class Group, class T, class Op> __CHV_DEVICE auto reduce(const Group &group, T &&value, Op &&op) {
  typedef typename __chv_groups::plain<T>::type Value;
  typename __chv_groups::plain<Op>::type combine = op;
  return __chv_groups::reduce_in(group, (Value)value, combine);
}

template <class Group, class T, class Op>
__CHV_ABSENT("`cooperative_groups::reduce_update_async` (it needs `cuda::atomic`)")
__device__ void reduce_update_async(const Group &, T &, ...);
template <class Group, class T, class Op>
__CHV_ABSENT("`cooperative_groups::reduce_store_async`")
__device__ void reduce_store_async(const Group &, T *, ...);

}  // namespace cooperative_groups
