// Groups that every kernel has: the grid, the block, and the type-erased `thread_group`.
#pragma once

#include "clusters.h"
#include "groups_lanes.h"

namespace cooperative_groups {

class thread_block;

// Any group, for functions that are no templates: a block, or lanes of one warp.
class thread_group {
 public:
  __CHV_MEMBER unsigned long long size() const { return num_threads(); }
  __CHV_MEMBER unsigned long long num_threads() const {
    return whole_block_ ? __chv_groups::threads_in_block() : __chv_groups::count(mask_);
  }
  __CHV_MEMBER unsigned long long thread_rank() const {
    return whole_block_ ? __chv_groups::thread_in_block() : __chv_groups::rank(mask_);
  }
  __CHV_MEMBER bool is_valid() const { return true; }
  __CHV_MEMBER void sync() const {
    if (whole_block_)
      __chv_sync_block(0);
    else
      __chv_groups::sync(mask_);
  }
  // Internal: the group's lanes; of a block, those of this thread's warp.
  __CHV_MEMBER unsigned long long __chv_members() const { return mask_; }
  __CHV_MEMBER bool __chv_whole_block() const { return whole_block_; }
  __CHV_MEMBER static thread_group __chv_lanes(unsigned long long __mask) { return thread_group(__mask, false); }

 protected:
  friend class thread_block;
  __CHV_MEMBER thread_group(unsigned long long __mask, bool __whole_block) : mask_(__mask), whole_block_(__whole_block) {}

 private:
  unsigned long long mask_;
  bool whole_block_;
};

// Scratch that CUDA wants for tiles of several warps. Chevron makes its own; the type is here so that programs compile.
template <unsigned __MaxBlockSize = 1024> struct block_tile_memory {
  char unused;
};

class thread_block {
 public:
  struct arrival_token {};

  __CHV_MEMBER static void sync() { __chv_sync_block(0); }
  // Arriving does nothing and waiting is the whole barrier: correct wherever each thread arrives and then waits.
  __CHV_MEMBER static arrival_token barrier_arrive() { return {}; }
  __CHV_MEMBER static void barrier_wait() { __chv_sync_block(0); }
  __CHV_MEMBER static void barrier_wait(arrival_token &&) { __chv_sync_block(0); }
  __CHV_MEMBER static unsigned thread_rank() { return __chv_groups::thread_in_block(); }
  __CHV_MEMBER static unsigned size() { return __chv_groups::threads_in_block(); }
  __CHV_MEMBER static unsigned num_threads() { return __chv_groups::threads_in_block(); }
  __CHV_MEMBER static dim3 group_index() { return dim3(__chv_ctaid_x(), __chv_ctaid_y(), __chv_ctaid_z()); }
  __CHV_MEMBER static dim3 thread_index() { return dim3(__chv_tid_x(), __chv_tid_y(), __chv_tid_z()); }
  __CHV_MEMBER static dim3 dim_threads() { return dim3(__chv_ntid_x(), __chv_ntid_y(), __chv_ntid_z()); }
  __CHV_MEMBER static dim3 group_dim() { return dim_threads(); }
  __CHV_MEMBER static constexpr bool is_valid() { return true; }
  __CHV_MEMBER operator thread_group() const { return thread_group(__chv_groups::range(0, __CHEVRON_WARP_SIZE__), true); }
};

__CHV_DEVICE thread_block this_thread_block() { return thread_block(); }
template <unsigned __MaxBlockSize> __CHV_DEVICE thread_block this_thread_block(block_tile_memory<__MaxBlockSize> &) {
  return thread_block();
}

// All blocks of the launch. `sync` needs a cooperative launch (`cudaLaunchCooperativeKernel`); elsewhere the device ends the launch
// with an error. A kernel cannot ask how it was launched: `is_valid` is always true.
class grid_group {
 public:
  struct arrival_token {};

  __CHV_MEMBER static void sync() { __chv_sync_grid(0); }
  __CHV_MEMBER static arrival_token barrier_arrive() { return {}; }
  __CHV_MEMBER static void barrier_wait(arrival_token &&) { __chv_sync_grid(0); }
  __CHV_MEMBER static constexpr bool is_valid() { return true; }
  __CHV_MEMBER static unsigned long long num_blocks() {
    return (unsigned long long)__chv_nctaid_x() * __chv_nctaid_y() * __chv_nctaid_z();
  }
  __CHV_MEMBER static unsigned long long block_rank() {
    return __chv_ctaid_x() + (unsigned long long)__chv_nctaid_x() * (__chv_ctaid_y() + __chv_nctaid_y() * __chv_ctaid_z());
  }
  __CHV_MEMBER static unsigned long long num_threads() { return num_blocks() * __chv_groups::threads_in_block(); }
  __CHV_MEMBER static unsigned long long size() { return num_threads(); }
  __CHV_MEMBER static unsigned long long thread_rank() {
    return block_rank() * __chv_groups::threads_in_block() + __chv_groups::thread_in_block();
  }
  __CHV_MEMBER static dim3 block_index() { return thread_block::group_index(); }
  __CHV_MEMBER static dim3 dim_blocks() { return dim3(__chv_nctaid_x(), __chv_nctaid_y(), __chv_nctaid_z()); }
  __CHV_MEMBER static dim3 group_dim() { return dim_blocks(); }
};

__CHV_DEVICE grid_group this_grid() { return grid_group(); }

// Blocks that run at the same time and reach each other's shared memory. In a launch without clusters each block is one.
#define _CG_HAS_CLUSTER_GROUP
class cluster_group {
 public:
  struct arrival_token {};

  __CHV_CLUSTER_MEMBER static void sync() {
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
  }
  __CHV_CLUSTER_MEMBER static arrival_token barrier_arrive() {
    __cluster_barrier_arrive();
    return {};
  }
  __CHV_CLUSTER_MEMBER static void barrier_wait() { __cluster_barrier_wait(); }
  __CHV_CLUSTER_MEMBER static void barrier_wait(arrival_token &&) { __cluster_barrier_wait(); }
  __CHV_CLUSTER_MEMBER static unsigned query_shared_rank(const void *__address) { return __cluster_query_shared_rank(__address); }
  template <class __T> __CHV_CLUSTER_MEMBER static __T *map_shared_rank(__T *__address, int __rank) {
    return static_cast<__T *>(__cluster_map_shared_rank(__address, (unsigned)__rank));
  }
  __CHV_CLUSTER_MEMBER static dim3 block_index() { return __clusterRelativeBlockIdx(); }
  __CHV_CLUSTER_MEMBER static unsigned block_rank() { return __clusterRelativeBlockRank(); }
  __CHV_CLUSTER_MEMBER static dim3 thread_index() {
    const dim3 __block = block_index();
    return dim3(__block.x * __chv_ntid_x() + __chv_tid_x(), __block.y * __chv_ntid_y() + __chv_tid_y(),
                __block.z * __chv_ntid_z() + __chv_tid_z());
  }
  __CHV_CLUSTER_MEMBER static unsigned thread_rank() {
    return block_rank() * __chv_groups::threads_in_block() + __chv_groups::thread_in_block();
  }
  __CHV_CLUSTER_MEMBER static dim3 dim_blocks() { return __clusterDim(); }
  __CHV_CLUSTER_MEMBER static unsigned num_blocks() { return __clusterSizeInBlocks(); }
  __CHV_CLUSTER_MEMBER static dim3 dim_threads() {
    const dim3 __blocks = dim_blocks();
    return dim3(__blocks.x * __chv_ntid_x(), __blocks.y * __chv_ntid_y(), __blocks.z * __chv_ntid_z());
  }
  __CHV_CLUSTER_MEMBER static unsigned num_threads() { return num_blocks() * __chv_groups::threads_in_block(); }
  __CHV_CLUSTER_MEMBER static unsigned size() { return num_threads(); }
  __CHV_MEMBER static constexpr bool is_valid() { return true; }
};
__CHV_CLUSTER cluster_group this_cluster() { return cluster_group(); }

class __CHV_ABSENT("`cooperative_groups::multi_grid_group`") multi_grid_group;
__CHV_ABSENT("`cooperative_groups::this_multi_grid`") __device__ int this_multi_grid();

template <class __Group> __CHV_DEVICE void sync(const __Group &__group) { __group.sync(); }
template <class __Group> __CHV_DEVICE auto thread_rank(const __Group &__group) { return __group.thread_rank(); }
template <class __Group> __CHV_DEVICE auto group_size(const __Group &__group) { return __group.num_threads(); }
__CHV_DEVICE dim3 group_index(const thread_block &) { return thread_block::group_index(); }
__CHV_DEVICE dim3 thread_index(const thread_block &) { return thread_block::thread_index(); }

}  // namespace cooperative_groups
