// Groups within a block: tiles of a fixed size, and coalesced groups of any lanes of one warp.
#pragma once

#include "groups_block.h"

namespace cooperative_groups {

// Any lanes of one warp: the active ones, or a part of another group. Ranks follow lanes.
class coalesced_group {
 public:
  __CHV_MEMBER unsigned num_threads() const { return __chv_groups::count(mask_); }
  __CHV_MEMBER unsigned size() const { return num_threads(); }
  __CHV_MEMBER unsigned thread_rank() const { return __chv_groups::rank(mask_); }
  __CHV_MEMBER unsigned meta_group_rank() const { return meta_rank_; }
  __CHV_MEMBER unsigned meta_group_size() const { return meta_size_; }
  __CHV_MEMBER void sync() const { __chv_groups::sync(mask_); }

  template <class __T> __CHV_MEMBER __T shfl(__T __value, unsigned __rank) const {
    return from(__value, __chv_groups::member(mask_, __rank < num_threads() ? __rank : __rank % num_threads()));
  }
  // From the thread `delta` ranks lower (higher); a thread with no such neighbour keeps its own.
  template <class __T> __CHV_MEMBER __T shfl_up(__T __value, unsigned __delta) const {
    const unsigned __mine = thread_rank();
    return from(__value, __delta <= __mine ? __chv_groups::member(mask_, __mine - __delta) : __chv_lane());
  }
  template <class __T> __CHV_MEMBER __T shfl_down(__T __value, unsigned __delta) const {
    const unsigned __mine = thread_rank();
    return from(__value, __delta < num_threads() - __mine ? __chv_groups::member(mask_, __mine + __delta) : __chv_lane());
  }
  __CHV_MEMBER int any(int __predicate) const { return __chv_groups::ballot(mask_, __predicate) != 0; }
  __CHV_MEMBER int all(int __predicate) const { return __chv_groups::ballot(mask_, __predicate) == mask_; }
  __CHV_MEMBER __chv_groups::ballot_bits ballot(int __predicate) const {
    return (__chv_groups::ballot_bits)__chv_groups::pack(mask_, __chv_groups::ballot(mask_, __predicate));
  }
  template <class __T> __CHV_MEMBER __chv_groups::ballot_bits match_any(__T __value) const {
    return (__chv_groups::ballot_bits)__chv_groups::pack(mask_, __chv_groups::match_any(mask_, __value));
  }
  template <class __T> __CHV_MEMBER __chv_groups::ballot_bits match_all(__T __value, int &__predicate) const {
    return (__chv_groups::ballot_bits)__chv_groups::pack(mask_, __chv_groups::match_all(mask_, __value, &__predicate));
  }

  __CHV_MEMBER operator thread_group() const { return thread_group::__chv_lanes(mask_); }
  __CHV_MEMBER unsigned long long __chv_members() const { return mask_; }
  __CHV_MEMBER static coalesced_group __chv_make(unsigned long long __mask, unsigned __meta_rank, unsigned __meta_size) {
    coalesced_group __group;
    __group.mask_ = __mask, __group.meta_rank_ = __meta_rank, __group.meta_size_ = __meta_size;
    return __group;
  }

 private:
  coalesced_group() = default;
  template <class __T> __CHV_MEMBER __T from(const __T &__value, unsigned __lane) const {
    return __chv_groups::shuffle(mask_, __value, __lane, __CHEVRON_WARP_SIZE__, 0);
  }
  unsigned long long mask_;
  unsigned meta_rank_, meta_size_;
};

__CHV_DEVICE coalesced_group coalesced_threads() { return coalesced_group::__chv_make(__chv_groups::active(), 0, 1); }

template <unsigned __Size, class __ParentT> class thread_block_tile;

}  // namespace cooperative_groups

namespace __chv_groups {

// How many tiles of `Size` threads the parent holds: known for a parent tile, the block's share for a block.
template <unsigned __Size, class __Parent> struct siblings {
  __CHV_DEVICE unsigned get() { return (threads_in_block() + __Size - 1) / __Size; }
};
template <unsigned __Size, unsigned __ParentSize, class __Grandparent>
struct siblings<__Size, cooperative_groups::thread_block_tile<__ParentSize, __Grandparent>> {
  __CHV_DEVICE unsigned get() { return __ParentSize / __Size; }
};

// A tile within one warp.
template <unsigned __Size> class lane_tile {
 public:
  __CHV_MEMBER static unsigned thread_rank() { return __chv_lane() % __Size; }
  __CHV_MEMBER static void sync() { __chv_groups::sync(__chv_members()); }
  template <class __T> __CHV_MEMBER __T shfl(__T __value, int __rank) const {
    return shuffle(__chv_members(), __value, (unsigned)__rank, __Size, 0);
  }
  template <class __T> __CHV_MEMBER __T shfl_up(__T __value, unsigned __delta) const {
    return shuffle(__chv_members(), __value, __delta, __Size, 1);
  }
  template <class __T> __CHV_MEMBER __T shfl_down(__T __value, unsigned __delta) const {
    return shuffle(__chv_members(), __value, __delta, __Size, 2);
  }
  template <class __T> __CHV_MEMBER __T shfl_xor(__T __value, unsigned __lanes) const {
    return shuffle(__chv_members(), __value, __lanes, __Size, 3);
  }
  __CHV_MEMBER int any(int __predicate) const { return __chv_groups::ballot(__chv_members(), __predicate) != 0; }
  // A warp that the block does not fill has no lanes above: all is none that says no.
  __CHV_MEMBER int all(int __predicate) const { return __chv_groups::ballot(__chv_members(), !__predicate) == 0; }
  __CHV_MEMBER ballot_bits ballot(int __predicate) const { return packed(__chv_groups::ballot(__chv_members(), __predicate)); }
  template <class __T> __CHV_MEMBER ballot_bits match_any(__T __value) const {
    return packed(__chv_groups::match_any(__chv_members(), __value));
  }
  template <class __T> __CHV_MEMBER ballot_bits match_all(__T __value, int &__predicate) const {
    return packed(__chv_groups::match_all(__chv_members(), __value, &__predicate));
  }
  __CHV_MEMBER static unsigned long long __chv_members() { return range(__chv_lane() & ~(__Size - 1), __Size); }
  __CHV_MEMBER operator cooperative_groups::thread_group() const {
    return cooperative_groups::thread_group::__chv_lanes(__chv_members());
  }
  __CHV_MEMBER operator cooperative_groups::coalesced_group() const {
    return cooperative_groups::coalesced_group::__chv_make(__chv_members(), 0, 1);
  }

 private:
  __CHV_MEMBER static ballot_bits packed(lanes __set) { return (ballot_bits)(__set >> (__chv_lane() & ~(__Size - 1))); }
};

// One word for each thread of the largest block, through which tiles of several warps exchange values.
inline __device__ unsigned long long *exchange_words() {
  __shared__ unsigned long long __words[1024];
  return __words;
}

// A tile of several warps: a named barrier and shared memory do what lanes do within one.
template <unsigned __Size> class warps_tile {
 public:
  __CHV_MEMBER static unsigned thread_rank() { return thread_in_block() % __Size; }
  __CHV_MEMBER static void sync() { __chv_sync_named(barrier(), __Size, 0); }
  template <class __T> __CHV_MEMBER __T shfl(__T __value, int __rank) const { return from(__value, (unsigned)__rank % __Size); }
  template <class __T> __CHV_MEMBER __T shfl_up(__T __value, unsigned __delta) const {
    const unsigned __mine = thread_rank();
    return from(__value, __delta <= __mine ? __mine - __delta : __mine);
  }
  template <class __T> __CHV_MEMBER __T shfl_down(__T __value, unsigned __delta) const {
    const unsigned __mine = thread_rank();
    return from(__value, __delta < __Size - __mine ? __mine + __delta : __mine);
  }
  template <class __T> __CHV_MEMBER __T shfl_xor(__T __value, unsigned __bits) const {
    return from(__value, (thread_rank() ^ __bits) % __Size);
  }
  __CHV_MEMBER int any(int __predicate) const { return !all(!__predicate); }
  __CHV_MEMBER int all(int __predicate) const {
    unsigned long long *const __words = exchange_words() + thread_in_block() / __Size * __Size;
    const lane_tile<__CHEVRON_WARP_SIZE__> __warp;
    const int __mine = __warp.all(__predicate);
    if (__warp.thread_rank() == 0) __words[thread_rank()] = (unsigned long long)__mine;
    sync();
    int __every = 1;
    for (unsigned __i = 0; __i < __Size; __i += __CHEVRON_WARP_SIZE__) __every &= __words[__i] != 0;
    sync();
    return __every;
  }

 private:
  // The number of the tile's own barrier.
  __CHV_MEMBER static unsigned barrier() {
    const unsigned __index = thread_in_block() / __Size;
#ifdef __CHV_NVPTX__
    // A GPU has 16, of which the first is `__syncthreads`'s. Tiles of 512, 256 and 128 threads have 14 together; the more numerous
    // ones of 64 share those, so that they must not wait while larger tiles of the block do.
    if (__Size > 64) return __Size == 1024 ? 0 : 512 / __Size + __index + (__Size == 512 ? 0 : __Size == 256 ? 1 : 3);
    if (__index > 14)
      __chv_assert_fail("tiles of 64 threads in blocks of more than 960 threads are not in Chevron on NVIDIA GPUs",
                        "cooperative_groups.h", 0, "thread_block_tile<64>::sync");
    return __index + 1;
#else
    return 256 + 1024 / __Size + __index;  // above those that programs number themselves
#endif
  }
  template <class __T> __CHV_MEMBER __T from(const __T &__value, unsigned __rank) const {
    static_assert(__is_trivially_copyable(__T), "only values of trivially copyable types can be exchanged between threads");
    constexpr unsigned __count = (sizeof(__T) + 7) / 8;
    unsigned long long *const __words = exchange_words() + thread_in_block() / __Size * __Size;
    unsigned long long __word[__count] = {};
    __builtin_memcpy(__word, &__value, sizeof(__T));
    for (unsigned __i = 0; __i < __count; ++__i) {
      __words[thread_rank()] = __word[__i];
      sync();
      __word[__i] = __words[__rank];
      sync();
    }
    __T __got = __value;
    __builtin_memcpy((void *)&__got, __word, sizeof(__T));
    return __got;
  }
};

template <bool __WithinWarp, unsigned __Size> struct tile_base {
  typedef lane_tile<__Size> type;
};
template <unsigned __Size> struct tile_base<false, __Size> {
  typedef warps_tile<__Size> type;
};

}  // namespace __chv_groups

namespace cooperative_groups {

template <unsigned __Size, class __ParentT = void>
class thread_block_tile : public __chv_groups::tile_base<(__Size <= __CHEVRON_WARP_SIZE__), __Size>::type {
  static_assert(__Size && (__Size & (__Size - 1)) == 0 && __Size <= 1024, "a tile's size is a power of two from 1 to 1024");

 public:
  __CHV_MEMBER static constexpr unsigned size() { return __Size; }
  __CHV_MEMBER static constexpr unsigned num_threads() { return __Size; }
  __CHV_MEMBER static unsigned meta_group_rank() {
    return __chv_groups::thread_in_block() / __Size % __chv_groups::siblings<__Size, __ParentT>::get();
  }
  __CHV_MEMBER static unsigned meta_group_size() { return __chv_groups::siblings<__Size, __ParentT>::get(); }

  __CHV_MEMBER thread_block_tile() {}
  // A tile that forgets which group it is a part of.
  template <class __Other> __CHV_MEMBER thread_block_tile(const thread_block_tile<__Size, __Other> &) {
    static_assert(__is_same(__ParentT, void) || __is_same(__ParentT, __Other), "the tile has another parent");
  }
};

__CHV_DEVICE thread_block_tile<1> this_thread() { return thread_block_tile<1>(); }

}  // namespace cooperative_groups
