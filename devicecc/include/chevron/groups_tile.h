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

  template <class T> __CHV_MEMBER T shfl(T value, unsigned rank) const {
    return from(value, __chv_groups::member(mask_, rank < num_threads() ? rank : rank % num_threads()));
  }
  // From the thread `delta` ranks lower (higher); a thread with no such neighbour keeps its own.
  template <class T> __CHV_MEMBER T shfl_up(T value, unsigned delta) const {
    const unsigned mine = thread_rank();
    return from(value, delta <= mine ? __chv_groups::member(mask_, mine - delta) : __chv_lane());
  }
  template <class T> __CHV_MEMBER T shfl_down(T value, unsigned delta) const {
    const unsigned mine = thread_rank();
    return from(value, delta < num_threads() - mine ? __chv_groups::member(mask_, mine + delta) : __chv_lane());
  }
  __CHV_MEMBER int any(int predicate) const { return __chv_groups::ballot(mask_, predicate) != 0; }
  __CHV_MEMBER int all(int predicate) const { return __chv_groups::ballot(mask_, predicate) == mask_; }
  __CHV_MEMBER __chv_groups::ballot_bits ballot(int predicate) const {
    return (__chv_groups::ballot_bits)__chv_groups::pack(mask_, __chv_groups::ballot(mask_, predicate));
  }
  template <class T> __CHV_MEMBER __chv_groups::ballot_bits match_any(T value) const {
    return (__chv_groups::ballot_bits)__chv_groups::pack(mask_, __chv_groups::match_any(mask_, value));
  }
  template <class T> __CHV_MEMBER __chv_groups::ballot_bits match_all(T value, int &predicate) const {
    return (__chv_groups::ballot_bits)__chv_groups::pack(mask_, __chv_groups::match_all(mask_, value, &predicate));
  }

  __CHV_MEMBER operator thread_group() const { return thread_group::__chv_lanes(mask_); }
  __CHV_MEMBER unsigned long long __chv_members() const { return mask_; }
  __CHV_MEMBER static coalesced_group __chv_make(unsigned long long mask, unsigned meta_rank, unsigned meta_size) {
    coalesced_group group;
    group.mask_ = mask, group.meta_rank_ = meta_rank, group.meta_size_ = meta_size;
    return group;
  }

 private:
  coalesced_group() = default;
  template <class T> __CHV_MEMBER T from(const T &value, unsigned lane) const {
    return __chv_groups::shuffle(mask_, value, lane, __CHEVRON_WARP_SIZE__, 0);
  }
  unsigned long long mask_;
  unsigned meta_rank_, meta_size_;
};

__CHV_DEVICE coalesced_group coalesced_threads() { return coalesced_group::__chv_make(__chv_groups::active(), 0, 1); }

template <unsigned Size, class ParentT> class thread_block_tile;

}  // namespace cooperative_groups

namespace __chv_groups {

// How many tiles of `Size` threads the parent holds: known for a parent tile, the block's share for a block.
template <unsigned Size, class Parent> struct siblings {
  __CHV_DEVICE unsigned get() { return (threads_in_block() + Size - 1) / Size; }
};
template <unsigned Size, unsigned ParentSize, class Grandparent>
struct siblings<Size, cooperative_groups::thread_block_tile<ParentSize, Grandparent>> {
  __CHV_DEVICE unsigned get() { return ParentSize / Size; }
};

// A tile within one warp.
template <unsigned Size> class lane_tile {
 public:
  __CHV_MEMBER static unsigned thread_rank() { return __chv_lane() % Size; }
  __CHV_MEMBER static void sync() { __chv_groups::sync(__chv_members()); }
  template <class T> __CHV_MEMBER T shfl(T value, int rank) const {
    return shuffle(__chv_members(), value, (unsigned)rank, Size, 0);
  }
  template <class T> __CHV_MEMBER T shfl_up(T value, unsigned delta) const {
    return shuffle(__chv_members(), value, delta, Size, 1);
  }
  template <class T> __CHV_MEMBER T shfl_down(T value, unsigned delta) const {
    return shuffle(__chv_members(), value, delta, Size, 2);
  }
  template <class T> __CHV_MEMBER T shfl_xor(T value, unsigned lanes) const {
    return shuffle(__chv_members(), value, lanes, Size, 3);
  }
  __CHV_MEMBER int any(int predicate) const { return __chv_groups::ballot(__chv_members(), predicate) != 0; }
  // A warp that the block does not fill has no lanes above: all is none that says no.
  __CHV_MEMBER int all(int predicate) const { return __chv_groups::ballot(__chv_members(), !predicate) == 0; }
  __CHV_MEMBER ballot_bits ballot(int predicate) const { return packed(__chv_groups::ballot(__chv_members(), predicate)); }
  template <class T> __CHV_MEMBER ballot_bits match_any(T value) const {
    return packed(__chv_groups::match_any(__chv_members(), value));
  }
  template <class T> __CHV_MEMBER ballot_bits match_all(T value, int &predicate) const {
    return packed(__chv_groups::match_all(__chv_members(), value, &predicate));
  }
  __CHV_MEMBER static unsigned long long __chv_members() { return range(__chv_lane() & ~(Size - 1), Size); }
  __CHV_MEMBER operator cooperative_groups::thread_group() const {
    return cooperative_groups::thread_group::__chv_lanes(__chv_members());
  }
  __CHV_MEMBER operator cooperative_groups::coalesced_group() const {
    return cooperative_groups::coalesced_group::__chv_make(__chv_members(), 0, 1);
  }

 private:
  __CHV_MEMBER static ballot_bits packed(lanes set) { return (ballot_bits)(set >> (__chv_lane() & ~(Size - 1))); }
};

// One word for each thread of the largest block, through which tiles of several warps exchange values.
inline __device__ unsigned long long *exchange_words() {
  __shared__ unsigned long long words[1024];
  return words;
}

// A tile of several warps: a named barrier and shared memory do what lanes do within one.
template <unsigned Size> class warps_tile {
 public:
  __CHV_MEMBER static unsigned thread_rank() { return thread_in_block() % Size; }
  __CHV_MEMBER static void sync() { __chv_sync_named(barrier(), Size, 0); }
  template <class T> __CHV_MEMBER T shfl(T value, int rank) const { return from(value, (unsigned)rank % Size); }
  template <class T> __CHV_MEMBER T shfl_up(T value, unsigned delta) const {
    const unsigned mine = thread_rank();
    return from(value, delta <= mine ? mine - delta : mine);
  }
  template <class T> __CHV_MEMBER T shfl_down(T value, unsigned delta) const {
    const unsigned mine = thread_rank();
    return from(value, delta < Size - mine ? mine + delta : mine);
  }
  template <class T> __CHV_MEMBER T shfl_xor(T value, unsigned bits) const {
    return from(value, (thread_rank() ^ bits) % Size);
  }
  __CHV_MEMBER int any(int predicate) const { return !all(!predicate); }
  __CHV_MEMBER int all(int predicate) const {
    unsigned long long *const words = exchange_words() + thread_in_block() / Size * Size;
    const lane_tile<__CHEVRON_WARP_SIZE__> warp;
    const int mine = warp.all(predicate);
    if (warp.thread_rank() == 0) words[thread_rank()] = (unsigned long long)mine;
    sync();
    int every = 1;
    for (unsigned i = 0; i < Size; i += __CHEVRON_WARP_SIZE__) every &= words[i] != 0;
    sync();
    return every;
  }

 private:
  // The number of the tile's own barrier.
  __CHV_MEMBER static unsigned barrier() {
    const unsigned index = thread_in_block() / Size;
#ifdef __CHV_NVPTX__
    // A GPU has 16, of which the first is `__syncthreads`'s. Tiles of 512, 256 and 128 threads have 14 together; the more numerous
    // ones of 64 share those, so that they must not wait while larger tiles of the block do.
    if (Size > 64) return Size == 1024 ? 0 : 512 / Size + index + (Size == 512 ? 0 : Size == 256 ? 1 : 3);
    if (index > 14)
      __chv_assert_fail("tiles of 64 threads in blocks of more than 960 threads are not in Chevron on NVIDIA GPUs",
                        "cooperative_groups.h", 0, "thread_block_tile<64>::sync");
    return index + 1;
#else
    return 256 + 1024 / Size + index;  // above those that programs number themselves
#endif
  }
  template <class T> __CHV_MEMBER T from(const T &value, unsigned rank) const {
    static_assert(__is_trivially_copyable(T), "only values of trivially copyable types can be exchanged between threads");
    constexpr unsigned count = (sizeof(T) + 7) / 8;
    unsigned long long *const words = exchange_words() + thread_in_block() / Size * Size;
    unsigned long long word[count] = {};
    __builtin_memcpy(word, &value, sizeof(T));
    for (unsigned i = 0; i < count; ++i) {
      words[thread_rank()] = word[i];
      sync();
      word[i] = words[rank];
      sync();
    }
    T got = value;
    __builtin_memcpy((void *)&got, word, sizeof(T));
    return got;
  }
};

template <bool WithinWarp, unsigned Size> struct tile_base {
  typedef lane_tile<Size> type;
};
template <unsigned Size> struct tile_base<false, Size> {
  typedef warps_tile<Size> type;
};

}  // namespace __chv_groups

namespace cooperative_groups {

template <unsigned Size, class ParentT = void>
class thread_block_tile : public __chv_groups::tile_base<(Size <= __CHEVRON_WARP_SIZE__), Size>::type {
  static_assert(Size && (Size & (Size - 1)) == 0 && Size <= 1024, "a tile's size is a power of two from 1 to 1024");

 public:
  __CHV_MEMBER static constexpr unsigned size() { return Size; }
  __CHV_MEMBER static constexpr unsigned num_threads() { return Size; }
  __CHV_MEMBER static unsigned meta_group_rank() {
    return __chv_groups::thread_in_block() / Size % __chv_groups::siblings<Size, ParentT>::get();
  }
  __CHV_MEMBER static unsigned meta_group_size() { return __chv_groups::siblings<Size, ParentT>::get(); }

  __CHV_MEMBER thread_block_tile() {}
  // A tile that forgets which group it is a part of.
  template <class Other> __CHV_MEMBER thread_block_tile(const thread_block_tile<Size, Other> &) {
    static_assert(__is_same(ParentT, void) || __is_same(ParentT, Other), "the tile has another parent");
  }
};

__CHV_DEVICE thread_block_tile<1> this_thread() { return thread_block_tile<1>(); }

}  // namespace cooperative_groups
