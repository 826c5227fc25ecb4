// The operators of `reduce` and the scans.
#pragma once

#include "groups_partition.h"

namespace cooperative_groups {

template <class __T> struct plus {
  __CHV_MEMBER __T operator()(__T __a, __T __b) const { return __a + __b; }
};
template <class __T> struct less {
  __CHV_MEMBER __T operator()(__T __a, __T __b) const { return __b < __a ? __b : __a; }
};
template <class __T> struct greater {
  __CHV_MEMBER __T operator()(__T __a, __T __b) const { return __a < __b ? __b : __a; }
};
template <class __T> struct bit_and {
  __CHV_MEMBER __T operator()(__T __a, __T __b) const { return __a & __b; }
};
template <class __T> struct bit_or {
  __CHV_MEMBER __T operator()(__T __a, __T __b) const { return __a | __b; }
};
template <class __T> struct bit_xor {
  __CHV_MEMBER __T operator()(__T __a, __T __b) const { return __a ^ __b; }
};

}  // namespace cooperative_groups

namespace __chv_groups {

// What `__chv_sync_reduce` calls the operator on 32-bit integers, or -1.
template <class __Op> struct reduce_kind {
  static constexpr int __value = -1;
};
#define __CHV_KIND(op, type, kind)                                                                                     \
  template <> struct reduce_kind<cooperative_groups::op<type>> { \
    static constexpr int __value = kind;                                                                               \
  };
__CHV_KIND(plus, unsigned, 0)
__CHV_KIND(plus, int, 0)
__CHV_KIND(less, unsigned, 1)
__CHV_KIND(greater, unsigned, 2)
__CHV_KIND(less, int, 3)
__CHV_KIND(greater, int, 4)
__CHV_KIND(bit_and, unsigned, 5)
__CHV_KIND(bit_and, int, 5)
__CHV_KIND(bit_or, unsigned, 6)
__CHV_KIND(bit_or, int, 6)
__CHV_KIND(bit_xor, unsigned, 7)
__CHV_KIND(bit_xor, int, 7)
#undef __CHV_KIND

template <class __T> struct plain {
  typedef __T type;
};
template <class __T> struct plain<const __T> {
  typedef __T type;
};
template <class __T> struct plain<__T &> {
  typedef typename plain<__T>::type type;
};
template <class __T> struct plain<__T &&> {
  typedef typename plain<__T>::type type;
};

}  // namespace __chv_groups
