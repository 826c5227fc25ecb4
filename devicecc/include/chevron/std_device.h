// What device code may call of `std` and libstdc++ makes constexpr (so callable on both sides) only from C++20 on.
#pragma once

#include "qualifiers.h"

#include <utility>

#if __cplusplus < 202002L
namespace std {
template <class T> __CHV_DEVICE void swap(T &a, T &b) {
  T old = static_cast<T &&>(a);
  a = static_cast<T &&>(b);
  b = static_cast<T &&>(old);
}
template <class T, __SIZE_TYPE__ N> __CHV_DEVICE void swap(T (&a)[N], T (&b)[N]) {
  for (__SIZE_TYPE__ i = 0; i < N; ++i) swap(a[i], b[i]);
}
}  // namespace std
#endif
