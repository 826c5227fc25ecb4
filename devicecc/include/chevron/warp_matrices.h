// Tiles of matrices that the lanes of a warp hold together: `nvcuda::wmma`'s fragments, loaded, stored and filled.
#pragma once

#include "../cuda_bf16.h"
#include "../cuda_fp16.h"

namespace nvcuda {
namespace wmma {

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
// A float with ten bits behind the point, in 32 bits.
struct tf32 {};
} // namespace precision

// What a fragment's elements are kept as.
template <class __T> struct __chv_kept { typedef __T type; };
template <> struct __chv_kept<precision::tf32> { typedef float type; };

// What sums are made in.
template <class __D> struct __chv_sum { typedef __D type; };
template <> struct __chv_sum<__half> { typedef float type; };

// Which tiles there are, by factors and sums.
template <int __m, int __n, int __k> constexpr bool __chv_has_sixteen = __k == 16 && (__m == 16 && __n == 16 || __m == 32 && __n == 8 || __m == 8 && __n == 32);
template <int __m, int __n, int __k, class __T, class __D> constexpr bool __chv_multiplies = false;
template <int __m, int __n, int __k> constexpr bool __chv_multiplies<__m, __n, __k, __half, float> = __chv_has_sixteen<__m, __n, __k>;
template <int __m, int __n, int __k> constexpr bool __chv_multiplies<__m, __n, __k, __half, __half> = __chv_has_sixteen<__m, __n, __k>;
template <int __m, int __n, int __k> constexpr bool __chv_multiplies<__m, __n, __k, __nv_bfloat16, float> = __chv_has_sixteen<__m, __n, __k>;
template <int __m, int __n, int __k> constexpr bool __chv_multiplies<__m, __n, __k, signed char, int> = __chv_has_sixteen<__m, __n, __k>;
template <int __m, int __n, int __k> constexpr bool __chv_multiplies<__m, __n, __k, unsigned char, int> = __chv_has_sixteen<__m, __n, __k>;
template <> constexpr bool __chv_multiplies<16, 16, 8, precision::tf32, float> = true;
template <> constexpr bool __chv_multiplies<8, 8, 4, double, double> = true;

// Where an element of a lane stands. `__number` counts the elements of all lanes: 32 to each place in `x`.
template <class __Use, int __m, int __n, int __k> struct __chv_tile {
  static constexpr int __rows = __m, __columns = __n;
  __device__ static int __row(int __number) { return __number / __columns; }
  __device__ static int __column(int __number) { return __number % __columns; }
};
template <int __m, int __n, int __k> struct __chv_tile<matrix_b, __m, __n, __k> {
  static constexpr int __rows = __k, __columns = __n;
  __device__ static int __row(int __number) { return __number / __columns; }
  __device__ static int __column(int __number) { return __number % __columns; }
};
// Of the left factor those stand together that one step of a multiplication takes: a column's piece, as high as the rows that a warp makes at a time.
template <int __m, int __n, int __k> struct __chv_tile<matrix_a, __m, __n, __k> {
  static constexpr int __rows = __m, __columns = __k, __height = 32 / __n;
  __device__ static int __row(int __number) { return __number / (__height * __columns) * __height + __number % __height; }
  __device__ static int __column(int __number) { return __number % (__height * __columns) / __height; }
};

template <class __Use, int __m, int __n, int __k, class __T, class __Layout = void> class fragment {
public:
  typedef __chv_tile<__Use, __m, __n, __k> __chv_place;
  typedef __T __chv_type;
  typedef typename __chv_kept<__T>::type element_type;
  typedef element_type storage_element_type;
  enum { num_elements = __chv_place::__rows * __chv_place::__columns / 32, num_storage_elements = num_elements };
  element_type x[num_elements];
};

__device__ inline float __float_to_tf32(float __value) {
  // To nearest, ties away from zero; what is not finite stays.
  unsigned __bits = __float_as_uint(__value);
  return (__bits & 0x7f800000u) == 0x7f800000u ? __value : __uint_as_float(__bits + 0x1000u & 0xffffe000u);
}

// An element as a sum or a factor of another type.
template <class __To, class __From> __device__ inline __To __chv_as(__From __value) { return static_cast<__To>(__value); }
template <> __device__ inline float __chv_as<float, __half>(__half __value) { return __half2float(__value); }
template <> __device__ inline __half __chv_as<__half, float>(float __value) { return __float2half(__value); }
template <> __device__ inline float __chv_as<float, __nv_bfloat16>(__nv_bfloat16 __value) { return __bfloat162float(__value); }
// What is behind a factor's ten bits is not read.
template <class __T> struct __chv_factor {
  template <class __Sum, class __Kept> __device__ static __Sum __of(__Kept __value) { return __chv_as<__Sum>(__value); }
};
template <> struct __chv_factor<precision::tf32> {
  template <class __Sum> __device__ static __Sum __of(float __value) { return __uint_as_float(__float_as_uint(__value) & 0xffffe000u); }
};
__device__ inline float __chv_add_product(float __sum, float __a, float __b) { return __fmaf_rn(__a, __b, __sum); }
__device__ inline double __chv_add_product(double __sum, double __a, double __b) { return __fma_rn(__a, __b, __sum); }
__device__ inline int __chv_add_product(int __sum, int __a, int __b) { return __sum + __a * __b; }
__device__ inline long long __chv_add_product(long long __sum, long long __a, long long __b) { return __sum + __a * __b; }

template <class __Use, int __m, int __n, int __k, class __T, class __Layout>
__device__ inline void fill_fragment(fragment<__Use, __m, __n, __k, __T, __Layout> &__f, const typename fragment<__Use, __m, __n, __k, __T, __Layout>::element_type &__value) {
  for (int __i = 0; __i < __f.num_elements; ++__i) __f.x[__i] = __value;
}

template <class __Fragment, class __T> __device__ inline void __chv_load(__Fragment &__f, const __T *__from, unsigned __pitch, bool __by_rows) {
  typedef typename __Fragment::__chv_place __place;
  __syncwarp();
  for (int __i = 0; __i < __f.num_elements; ++__i) {
    const int __number = __i * 32 + (int)__chv_lane();
    const unsigned __row = __place::__row(__number), __column = __place::__column(__number);
    __f.x[__i] = __from[__by_rows ? (size_t)__row * __pitch + __column : (size_t)__column * __pitch + __row];
  }
}

template <class __Use, int __m, int __n, int __k, class __T>
__device__ inline void load_matrix_sync(fragment<__Use, __m, __n, __k, __T, row_major> &__f, const typename __chv_kept<__T>::type *__from, unsigned __ldm) {
  __chv_load(__f, __from, __ldm, true);
}
template <class __Use, int __m, int __n, int __k, class __T>
__device__ inline void load_matrix_sync(fragment<__Use, __m, __n, __k, __T, col_major> &__f, const typename __chv_kept<__T>::type *__from, unsigned __ldm) {
  __chv_load(__f, __from, __ldm, false);
}
template <int __m, int __n, int __k, class __T>
__device__ inline void load_matrix_sync(fragment<accumulator, __m, __n, __k, __T> &__f, const __T *__from, unsigned __ldm, layout_t __layout) {
  __chv_load(__f, __from, __ldm, __layout == mem_row_major);
}

template <int __m, int __n, int __k, class __T>
__device__ inline void store_matrix_sync(__T *__to, const fragment<accumulator, __m, __n, __k, __T> &__f, unsigned __ldm, layout_t __layout) {
  typedef __chv_tile<accumulator, __m, __n, __k> __place;
  for (int __i = 0; __i < __f.num_elements; ++__i) {
    const int __number = __i * 32 + (int)__chv_lane();
    const unsigned __row = __place::__row(__number), __column = __place::__column(__number);
    __to[__layout == mem_row_major ? (size_t)__row * __ldm + __column : (size_t)__column * __ldm + __row] = __f.x[__i];
  }
  __syncwarp();
}

} // namespace wmma
} // namespace nvcuda
