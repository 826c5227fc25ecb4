// Groups made from groups.
#pragma once

#include "groups_tile.h"

namespace cooperative_groups {

template <unsigned Size> __CHV_DEVICE thread_block_tile<Size, thread_block> tiled_partition(const thread_block &) {
  return thread_block_tile<Size, thread_block>();
}
template <unsigned Size, unsigned ParentSize, class Grandparent>
__CHV_DEVICE thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>> tiled_partition(
    const thread_block_tile<ParentSize, Grandparent> &) {
  static_assert(Size <= ParentSize, "a tile cannot be larger than the tile that it is a part of");
  return thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>>();
}

// Parts of `size` consecutive ranks; the last may be smaller.
__CHV_DEVICE coalesced_group tiled_partition(const coalesced_group &parent, unsigned size) {
  const unsigned long long mask = parent.__chv_members();
  const unsigned mine = parent.thread_rank() / size, members = parent.num_threads();
  unsigned long long part = 0, rest = mask;
  for (unsigned n = 0; rest; ++n, rest &= rest - 1)
    if (n / size == mine) part |= rest & -rest;
  return coalesced_group::__chv_make(part, mine, (members + size - 1) / size);
}
template <unsigned Size> __CHV_DEVICE coalesced_group tiled_partition(const coalesced_group &parent) {
  return tiled_partition(parent, Size);
}
// `size` is a power of two no larger than a warp.
__CHV_DEVICE thread_group tiled_partition(const thread_block &, unsigned size) {
  return thread_group::__chv_lanes(__chv_groups::range(__chv_lane() & ~(size - 1), size));
}
__CHV_DEVICE thread_group tiled_partition(const thread_group &parent, unsigned size) {
  if (parent.__chv_whole_block()) return tiled_partition(thread_block(), size);
  return tiled_partition(coalesced_group::__chv_make(parent.__chv_members(), 0, 1), size);
}
template <unsigned Size, class Parent>
__CHV_DEVICE thread_group tiled_partition(const thread_block_tile<Size, Parent> &, unsigned size) {
  return tiled_partition(thread_block(), size);
}

// The threads of `group` that gave the same label; groups are numbered in the order of their first threads.
template <class Group, class Label> __CHV_DEVICE coalesced_group labeled_partition(const Group &group, Label label) {
  const unsigned long long whole = group.__chv_members(), part = __chv_groups::match_any(whole, label);
  const unsigned long long leaders = __chv_groups::ballot(whole, __chv_groups::first(part) == __chv_lane());
  return coalesced_group::__chv_make(part, __chv_groups::count(leaders & __chv_groups::below(__chv_groups::first(part))),
                                     __chv_groups::count(leaders));
}
// The threads of `group` whose predicate is as mine.
template <class Group> __CHV_DEVICE coalesced_group binary_partition(const Group &group, bool predicate) {
  const unsigned long long whole = group.__chv_members(), yes = __chv_groups::ballot(whole, predicate);
  return coalesced_group::__chv_make(predicate ? yes : whole & ~yes, predicate ? 1 : 0, 2);
}

// One thread of the group calls `function`; with `_broadcast` all get what it returned.
template <class Group, class Function, class... Args>
__CHV_DEVICE void invoke_one(const Group &group, Function &&function, Args &&...args) {
  if (group.thread_rank() == 0) static_cast<Function &&>(function)(static_cast<Args &&>(args)...);
}
template <class Group, class Function, class... Args>
__CHV_DEVICE auto invoke_one_broadcast(const Group &group, Function &&function, Args &&...args) {
  typedef decltype(static_cast<Function &&>(function)(static_cast<Args &&>(args)...)) Result;
  Result result{};
  if (group.thread_rank() == 0) result = static_cast<Function &&>(function)(static_cast<Args &&>(args)...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups
