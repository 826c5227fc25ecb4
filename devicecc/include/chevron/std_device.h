// What device code may call of `std` and libstdc++ makes constexpr (so callable on both sides) only from C++20 on.
#pragma once

#include "qualifiers.h"

#include <utility>

#if __cplusplus < 202002L
namespace std {
template <class __T> __CHV_DEVICE void swap(__T &__a, __T &__b) {
  __T __old = static_cast<__T &&>(__a);
  __a = static_cast<__T &&>(__b);
  __b = static_cast<__T &&>(__old);
}
template <class __T, __SIZE_TYPE__ __n> __CHV_DEVICE void swap(__T (&__a)[__n], __T (&__b)[__n]) {
  for (__SIZE_TYPE__ __i = 0; __i < __n; ++__i) swap(__a[__i], __b[__i]);
}
}  // namespace std
#endif
