// Groups made from groups.
#pragma once

#include "groups_tile.h"

namespace cooperative_groups {

template <unsigned __Size> __CHV_DEVICE thread_block_tile<__Size, thread_block> tiled_partition(const thread_block &) {
  return thread_block_tile<__Size, thread_block>();
}
template <unsigned __Size, unsigned __ParentSize, class __Grandparent>
__CHV_DEVICE thread_block_tile<__Size, thread_block_tile<__ParentSize, __Grandparent>> tiled_partition(
    const thread_block_tile<__ParentSize, __Grandparent> &) {
  static_assert(__Size <= __ParentSize, "a tile cannot be larger than the tile that it is a part of");
  return thread_block_tile<__Size, thread_block_tile<__ParentSize, __Grandparent>>();
}

// Parts of `size` consecutive ranks; the last may be smaller.
__CHV_DEVICE coalesced_group tiled_partition(const coalesced_group &__parent, unsigned __size) {
  const unsigned long long __mask = __parent.__chv_members();
  const unsigned __mine = __parent.thread_rank() / __size, __members = __parent.num_threads();
  unsigned long long __part = 0, __rest = __mask;
  for (unsigned __n = 0; __rest; ++__n, __rest &= __rest - 1)
    if (__n / __size == __mine) __part |= __rest & -__rest;
  return coalesced_group::__chv_make(__part, __mine, (__members + __size - 1) / __size);
}
template <unsigned __Size> __CHV_DEVICE coalesced_group tiled_partition(const coalesced_group &__parent) {
  return tiled_partition(__parent, __Size);
}
// `size` is a power of two no larger than a warp. The last tile of a block that `size` does not divide has the threads that are left.
__CHV_DEVICE thread_group tiled_partition(const thread_block &, unsigned __size) {
  const unsigned __begin = __chv_lane() & ~(__size - 1), __mine = __chv_groups::thread_in_block();
  const unsigned __left = __chv_groups::threads_in_block() - (__mine - __chv_lane() + __begin);
  return thread_group::__chv_lanes(__chv_groups::range(__begin, __size < __left ? __size : __left));
}
__CHV_DEVICE thread_group tiled_partition(const thread_group &__parent, unsigned __size) {
  if (__parent.__chv_whole_block()) return tiled_partition(thread_block(), __size);
  return tiled_partition(coalesced_group::__chv_make(__parent.__chv_members(), 0, 1), __size);
}
template <unsigned __Size, class __Parent>
__CHV_DEVICE thread_group tiled_partition(const thread_block_tile<__Size, __Parent> &, unsigned __size) {
  return tiled_partition(thread_block(), __size);
}

// The threads of `group` that gave the same label; groups are numbered in the order of their first threads.
template <class __Group, class __Label> __CHV_DEVICE coalesced_group labeled_partition(const __Group &__group, __Label __label_) {
  const unsigned long long __whole = __group.__chv_members(), __part = __chv_groups::match_any(__whole, __label_);
  const unsigned long long __leaders = __chv_groups::ballot(__whole, __chv_groups::first(__part) == __chv_lane());
  return coalesced_group::__chv_make(__part, __chv_groups::count(__leaders & __chv_groups::below(__chv_groups::first(__part))),
                                     __chv_groups::count(__leaders));
}
// The threads of `group` whose predicate is as mine.
template <class __Group> __CHV_DEVICE coalesced_group binary_partition(const __Group &__group, bool __predicate) {
  const unsigned long long __whole = __group.__chv_members(), __yes = __chv_groups::ballot(__whole, __predicate);
  return coalesced_group::__chv_make(__predicate ? __yes : __whole & ~__yes, __predicate ? 1 : 0, 2);
}

// One thread of the group calls `function`; with `_broadcast` all get what it returned.
template <class __Group, class __Function, class... __Args>
__CHV_DEVICE void invoke_one(const __Group &__group, __Function &&__function, __Args &&...__args) {
  if (__group.thread_rank() == 0) static_cast<__Function &&>(__function)(static_cast<__Args &&>(__args)...);
}
template <class __Group, class __Function, class... __Args>
__CHV_DEVICE auto invoke_one_broadcast(const __Group &__group, __Function &&__function, __Args &&...__args) {
  typedef decltype(static_cast<__Function &&>(__function)(static_cast<__Args &&>(__args)...)) __Result;
  __Result __result{};
  if (__group.thread_rank() == 0) __result = static_cast<__Function &&>(__function)(static_cast<__Args &&>(__args)...);
  return __group.shfl(__result, 0);
}

}  // namespace cooperative_groups
