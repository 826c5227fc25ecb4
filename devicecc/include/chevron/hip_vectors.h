// HIP's arithmetic on vector types, component by component. Templates, so that a program's own operators on them win.
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

namespace __chv_hip {

// How many components, of which type. 0 for what is no vector.
template <class V> struct vector {
  static constexpr int size = 0;
  typedef void component;
};
#define __CHV_VECTOR(name, type)       \
  template <> struct vector<name##1> { \
    static constexpr int size = 1;     \
    typedef type component;            \
  };                                   \
  template <> struct vector<name##2> { \
    static constexpr int size = 2;     \
    typedef type component;            \
  };                                   \
  template <> struct vector<name##3> { \
    static constexpr int size = 3;     \
    typedef type component;            \
  };                                   \
  template <> struct vector<name##4> { \
    static constexpr int size = 4;     \
    typedef type component;            \
  };
__CHV_VECTOR(char, signed char)
__CHV_VECTOR(uchar, unsigned char)
__CHV_VECTOR(short, short)
__CHV_VECTOR(ushort, unsigned short)
__CHV_VECTOR(int, int)
__CHV_VECTOR(uint, unsigned)
__CHV_VECTOR(long, long)
__CHV_VECTOR(ulong, unsigned long)
__CHV_VECTOR(longlong, long long)
__CHV_VECTOR(ulonglong, unsigned long long)
__CHV_VECTOR(float, float)
__CHV_VECTOR(double, double)
#undef __CHV_VECTOR

template <class V, class Result = V> using if_vector = std::enable_if_t<vector<V>::size != 0, Result>;
template <class V, class S, class Result = V>
using if_scaled = std::enable_if_t<vector<V>::size != 0 && std::is_arithmetic<S>::value, Result>;

template <int I, class V> inline __host__ __device__ auto &at(V &v) {
  if constexpr (I == 0)
    return v.x;
  else if constexpr (I == 1)
    return v.y;
  else if constexpr (I == 2)
    return v.z;
  else
    return v.w;
}
// A vector of what `f` gives for the components of a and b.
template <class V, class F> inline __host__ __device__ V each(const V &a, const V &b, F f) {
  V r = a;
  at<0>(r) = f(at<0>(a), at<0>(b));
  if constexpr (vector<V>::size > 1) at<1>(r) = f(at<1>(a), at<1>(b));
  if constexpr (vector<V>::size > 2) at<2>(r) = f(at<2>(a), at<2>(b));
  if constexpr (vector<V>::size > 3) at<3>(r) = f(at<3>(a), at<3>(b));
  return r;
}
template <class V> inline __host__ __device__ V splat(typename vector<V>::component s) {
  V r = {};
  at<0>(r) = s;
  if constexpr (vector<V>::size > 1) at<1>(r) = s;
  if constexpr (vector<V>::size > 2) at<2>(r) = s;
  if constexpr (vector<V>::size > 3) at<3>(r) = s;
  return r;
}
template <class V> inline __host__ __device__ bool equal(const V &a, const V &b) {
  bool same = at<0>(a) == at<0>(b);
  if constexpr (vector<V>::size > 1) same = same && at<1>(a) == at<1>(b);
  if constexpr (vector<V>::size > 2) same = same && at<2>(a) == at<2>(b);
  if constexpr (vector<V>::size > 3) same = same && at<3>(a) == at<3>(b);
  return same;
}
#define __CHV_FUNCTOR(name, op)                                                               \
  struct name {                                                                               \
    template <class T> __host__ __device__ T operator()(T a, T b) const { return T(a op b); } \
  };
__CHV_FUNCTOR(plus, +)
__CHV_FUNCTOR(minus, -)
__CHV_FUNCTOR(times, *)
__CHV_FUNCTOR(over, /)
#undef __CHV_FUNCTOR

}  // namespace __chv_hip

#define __CHV_VECTOR_OPERATOR(op, functor)                                                                              \
  template <class V> inline __host__ __device__ __chv_hip::if_vector<V> operator op(const V &a, const V &b) {           \
    return __chv_hip::each(a, b, __chv_hip::functor());                                                                 \
  }                                                                                                                     \
  template <class V, class S> inline __host__ __device__ __chv_hip::if_scaled<V, S> operator op(const V &a, S s) {      \
    return __chv_hip::each(a, __chv_hip::splat<V>(s), __chv_hip::functor());                                            \
  }                                                                                                                     \
  template <class V, class S> inline __host__ __device__ __chv_hip::if_scaled<V, S> operator op(S s, const V &a) {      \
    return __chv_hip::each(__chv_hip::splat<V>(s), a, __chv_hip::functor());                                            \
  }                                                                                                                     \
  template <class V> inline __host__ __device__ __chv_hip::if_vector<V, V &> operator op## = (V & a, const V &b) {      \
    return a = a op b;                                                                                                  \
  }                                                                                                                     \
  template <class V, class S> inline __host__ __device__ __chv_hip::if_scaled<V, S, V &> operator op## = (V & a, S s) { \
    return a = a op s;                                                                                                  \
  }
__CHV_VECTOR_OPERATOR(+, plus)
__CHV_VECTOR_OPERATOR(-, minus)
__CHV_VECTOR_OPERATOR(*, times)
__CHV_VECTOR_OPERATOR(/, over)
#undef __CHV_VECTOR_OPERATOR
template <class V> inline __host__ __device__ __chv_hip::if_vector<V> operator-(const V &a) {
  return __chv_hip::each(__chv_hip::splat<V>(0), a, __chv_hip::minus());
}
template <class V> inline __host__ __device__ __chv_hip::if_vector<V, bool> operator==(const V &a, const V &b) {
  return __chv_hip::equal(a, b);
}
template <class V> inline __host__ __device__ __chv_hip::if_vector<V, bool> operator!=(const V &a, const V &b) {
  return !__chv_hip::equal(a, b);
}
