// HIP's arithmetic on vector types, component by component. Templates, so that a program's own operators on them win.
#pragma once

#include "hip_vector_types.h"

namespace __chv_hip {

// How many components, of which type. 0 for what is no vector.
template <class __V> struct vector {
  static constexpr int size = 0;
  typedef void component;
};
template <class __T, unsigned __N> struct vector<HIP_vector_type<__T, __N>> {
  static constexpr int size = __N;
  typedef typename plain<__T, __N>::part component;
  typedef typename plain<__T, __N>::vector base;
};
// CUDA's own types: what functions of CUDA's headers give.
template <class __T, unsigned __N> struct sized {
  static constexpr int size = __N;
  typedef typename plain<__T, __N>::part component;
};
#define __CHV_VECTOR(type)                                                                                             \
  template <> struct vector<plain<type, 1>::vector> : sized<type, 1> {};                                              \
  template <> struct vector<plain<type, 2>::vector> : sized<type, 2> {};                                              \
  template <> struct vector<plain<type, 3>::vector> : sized<type, 3> {};                                              \
  template <> struct vector<plain<type, 4>::vector> : sized<type, 4> {};
__CHV_VECTOR(char)
__CHV_VECTOR(unsigned char)
__CHV_VECTOR(short)
__CHV_VECTOR(unsigned short)
__CHV_VECTOR(int)
__CHV_VECTOR(unsigned)
__CHV_VECTOR(long)
__CHV_VECTOR(unsigned long)
__CHV_VECTOR(long long)
__CHV_VECTOR(unsigned long long)
__CHV_VECTOR(float)
__CHV_VECTOR(double)
#undef __CHV_VECTOR

template <class __V, class __Result = __V> using if_vector = std::enable_if_t<vector<__V>::size != 0, __Result>;
template <class __V, class __Result = __V>
using if_whole = std::enable_if_t<vector<__V>::size != 0 && std::is_integral<typename vector<__V>::component>::value, __Result>;
template <class __V, class __Result = __V>
using if_signed = std::enable_if_t<vector<__V>::size != 0 && std::is_signed<typename vector<__V>::component>::value, __Result>;
template <class __V, class __S, class __Result = __V>
using if_whole_scaled = std::enable_if_t<vector<__V>::size != 0 && std::is_integral<typename vector<__V>::component>::value &&
                                             std::is_arithmetic<__S>::value,
                                         __Result>;
template <class __V, class __S, class __Result = __V>
using if_scaled = std::enable_if_t<vector<__V>::size != 0 && std::is_arithmetic<__S>::value, __Result>;

template <int __I, class __V> inline __host__ __device__ constexpr auto &at(__V &__v_) {
  if constexpr (__I == 0)
    return __v_.x;
  else if constexpr (__I == 1)
    return __v_.y;
  else if constexpr (__I == 2)
    return __v_.z;
  else
    return __v_.w;
}
// A vector of what `f` gives for the components of a and b.
template <class __V, class __F> inline __host__ __device__ constexpr __V each(const __V &__a, const __V &__b, __F __f) {
  __V __r = __a;
  at<0>(__r) = __f(at<0>(__a), at<0>(__b));
  if constexpr (vector<__V>::size > 1) at<1>(__r) = __f(at<1>(__a), at<1>(__b));
  if constexpr (vector<__V>::size > 2) at<2>(__r) = __f(at<2>(__a), at<2>(__b));
  if constexpr (vector<__V>::size > 3) at<3>(__r) = __f(at<3>(__a), at<3>(__b));
  return __r;
}
template <class __V> inline __host__ __device__ constexpr __V splat(typename vector<__V>::component __s) {
  __V __r = {};
  at<0>(__r) = __s;
  if constexpr (vector<__V>::size > 1) at<1>(__r) = __s;
  if constexpr (vector<__V>::size > 2) at<2>(__r) = __s;
  if constexpr (vector<__V>::size > 3) at<3>(__r) = __s;
  return __r;
}
template <class __V> inline __host__ __device__ constexpr bool equal(const __V &__a, const __V &__b) {
  bool __same = at<0>(__a) == at<0>(__b);
  if constexpr (vector<__V>::size > 1) __same = __same && at<1>(__a) == at<1>(__b);
  if constexpr (vector<__V>::size > 2) __same = __same && at<2>(__a) == at<2>(__b);
  if constexpr (vector<__V>::size > 3) __same = __same && at<3>(__a) == at<3>(__b);
  return __same;
}
#define __CHV_FUNCTOR(name, op)                                                                                        \
  struct name {                                                                                                        \
    template <class __T> __host__ __device__ constexpr __T operator()(__T __a, __T __b) const { return __T(__a op __b); } \
  };
__CHV_FUNCTOR(__plus, +)
__CHV_FUNCTOR(__rest, %)
__CHV_FUNCTOR(__both, &)
__CHV_FUNCTOR(__either, |)
__CHV_FUNCTOR(__one_of, ^)
__CHV_FUNCTOR(__up, <<)
__CHV_FUNCTOR(__down, >>)
__CHV_FUNCTOR(__minus, -)
__CHV_FUNCTOR(__times, *)
__CHV_FUNCTOR(__over, /)
#undef __CHV_FUNCTOR
struct __negated {
  template <class __T> __host__ __device__ constexpr __T operator()(__T __a, __T) const { return __T(-__a); }
};

}  // namespace __chv_hip

#define __CHV_VECTOR_OPERATOR(op, functor, if_vector, if_scaled)                                                                             \
  template <class __V> inline __host__ __device__ constexpr __chv_hip::if_vector<__V> operator op(const __V &__a, const __V &__b) { \
    return __chv_hip::each(__a, __b, __chv_hip::functor());                                                            \
  }                                                                                                                    \
  template <class __V, class __S> inline __host__ __device__ constexpr __chv_hip::if_scaled<__V, __S> operator op(const __V &__a, __S __s) { \
    return __chv_hip::each(__a, __chv_hip::splat<__V>(__s), __chv_hip::functor());                                     \
  }                                                                                                                    \
  template <class __V, class __S> inline __host__ __device__ constexpr __chv_hip::if_scaled<__V, __S> operator op(__S __s, const __V &__a) { \
    return __chv_hip::each(__chv_hip::splat<__V>(__s), __a, __chv_hip::functor());                                     \
  }                                                                                                                    \
  template <class __V> inline __host__ __device__ constexpr __chv_hip::if_vector<__V> operator op(const __V &__a, const typename __chv_hip::vector<__V>::base &__b) { \
    return __a op __V(__b);                                                                                            \
  }                                                                                                                    \
  template <class __V> inline __host__ __device__ constexpr __chv_hip::if_vector<__V> operator op(const typename __chv_hip::vector<__V>::base &__a, const __V &__b) { \
    return __V(__a) op __b;                                                                                            \
  }                                                                                                                    \
  template <class __V> inline __host__ __device__ constexpr __chv_hip::if_vector<__V, __V &> operator op## = (__V & __a, const __V &__b) { \
    return __a = __a op __b;                                                                                           \
  }                                                                                                                    \
  template <class __V, class __S> inline __host__ __device__ constexpr __chv_hip::if_scaled<__V, __S, __V &> operator op## = (__V & __a, __S __s) { \
    return __a = __a op __s;                                                                                           \
  }
__CHV_VECTOR_OPERATOR(+, __plus, if_vector, if_scaled)
__CHV_VECTOR_OPERATOR(-, __minus, if_vector, if_scaled)
__CHV_VECTOR_OPERATOR(*, __times, if_vector, if_scaled)
__CHV_VECTOR_OPERATOR(/, __over, if_vector, if_scaled)
__CHV_VECTOR_OPERATOR(%, __rest, if_whole, if_whole_scaled)
__CHV_VECTOR_OPERATOR(&, __both, if_whole, if_whole_scaled)
__CHV_VECTOR_OPERATOR(|, __either, if_whole, if_whole_scaled)
__CHV_VECTOR_OPERATOR(^, __one_of, if_whole, if_whole_scaled)
__CHV_VECTOR_OPERATOR(<<, __up, if_whole, if_whole_scaled)
__CHV_VECTOR_OPERATOR(>>, __down, if_whole, if_whole_scaled)
#undef __CHV_VECTOR_OPERATOR
template <class __V> inline __host__ __device__ constexpr __chv_hip::if_whole<__V> operator~(const __V &__a) {
  return __chv_hip::each(__chv_hip::splat<__V>(-1), __a, __chv_hip::__one_of());
}
template <class __V> inline __host__ __device__ constexpr __chv_hip::if_vector<__V, __V &> operator++(__V &__a) {
  return __a = __chv_hip::each(__a, __chv_hip::splat<__V>(1), __chv_hip::__plus());
}
template <class __V> inline __host__ __device__ constexpr __chv_hip::if_vector<__V, __V &> operator--(__V &__a) {
  return __a = __chv_hip::each(__a, __chv_hip::splat<__V>(1), __chv_hip::__minus());
}
template <class __V> inline __host__ __device__ constexpr __chv_hip::if_vector<__V> operator++(__V &__a, int) {
  const __V __before = __a;
  ++__a;
  return __before;
}
template <class __V> inline __host__ __device__ constexpr __chv_hip::if_vector<__V> operator--(__V &__a, int) {
  const __V __before = __a;
  --__a;
  return __before;
}
template <class __V> inline __host__ __device__ constexpr __chv_hip::if_signed<__V> operator-(const __V &__a) {
  return __chv_hip::each(__a, __a, __chv_hip::__negated());
}
template <class __V> inline __host__ __device__ constexpr __chv_hip::if_vector<__V, bool> operator==(const __V &__a, const __V &__b) {
  return __chv_hip::equal(__a, __b);
}
template <class __V> inline __host__ __device__ constexpr __chv_hip::if_vector<__V, bool> operator!=(const __V &__a, const __V &__b) {
  return !__chv_hip::equal(__a, __b);
}
// With a number: each component is compared with it.
template <class __V, class __S> inline __host__ __device__ constexpr __chv_hip::if_scaled<__V, __S, bool> operator==(const __V &__a, __S __s) {
  return __chv_hip::equal(__a, __chv_hip::splat<__V>(__s));
}
template <class __V, class __S> inline __host__ __device__ constexpr __chv_hip::if_scaled<__V, __S, bool> operator!=(const __V &__a, __S __s) {
  return !__chv_hip::equal(__a, __chv_hip::splat<__V>(__s));
}
#if __cplusplus < 202002L
template <class __V, class __S> inline __host__ __device__ constexpr __chv_hip::if_scaled<__V, __S, bool> operator==(__S __s, const __V &__a) {
  return __a == __s;
}
template <class __V, class __S> inline __host__ __device__ constexpr __chv_hip::if_scaled<__V, __S, bool> operator!=(__S __s, const __V &__a) {
  return __a != __s;
}
#endif
