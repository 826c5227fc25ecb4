// Matrices that a warp multiplies (`nvcuda::wmma`), as NVIDIA's `mma.h` has them. Lanes exchange elements by shuffles: tensor cores are not used.
#pragma once

#include "chevron/qualifiers.h"
#if __CHEVRON_WARP_SIZE__ != 32
#error "mma.h (nvcuda::wmma) has tiles for warps of 32 lanes, and this device's warps have 64: choose a device of 32"
#endif
#include "chevron/warp_matrices.h"

namespace nvcuda {
namespace wmma {

// D = A x B + C, in the type that sums are made in.
template <int __m, int __n, int __k, class __Sum, class __Left, class __Right, class __C, class __D>
__device__ inline void __chv_multiply(__D &__d, const __Left &__a, const __Right &__b, const __C &__c) {
  // Neighbouring lanes have elements of one row of D, and a warp has these many rows at a time.
  constexpr int __rows = 32 / __n;
  const int __lane = (int)__chv_lane(), __row = __lane / __n, __column = __lane % __n;
  __Sum __left[__Left::num_elements], __right[__Right::num_elements], __sums[__D::num_elements];
  for (int __i = 0; __i < __Left::num_elements; ++__i) __left[__i] = __chv_factor<typename __Left::__chv_type>::template __of<__Sum>(__a.x[__i]);
  for (int __i = 0; __i < __Right::num_elements; ++__i) __right[__i] = __chv_factor<typename __Right::__chv_type>::template __of<__Sum>(__b.x[__i]);
  for (int __i = 0; __i < __D::num_elements; ++__i) __sums[__i] = __chv_as<__Sum>(__c.x[__i]);
#pragma unroll
  for (int __at = 0; __at < __k; ++__at) {
    const int __there = __at * __n;
    const __Sum __factor = __shfl_sync(0xffffffffu, __right[__there / 32], __there % 32 + __column);
#pragma unroll
    for (int __i = 0; __i < __D::num_elements; ++__i) {
      const int __here = (__i * __k + __at) * __rows;
      __sums[__i] = __chv_add_product(__sums[__i], __shfl_sync(0xffffffffu, __left[__here / 32], __here % 32 + __row), __factor);
    }
  }
  for (int __i = 0; __i < __D::num_elements; ++__i) __d.x[__i] = __chv_as<typename __D::element_type>(__sums[__i]);
}

template <int __m, int __n, int __k, class __T, class __D, class __C, class __LayoutA, class __LayoutB>
__device__ inline void mma_sync(fragment<accumulator, __m, __n, __k, __D> &__d, const fragment<matrix_a, __m, __n, __k, __T, __LayoutA> &__a,
                                const fragment<matrix_b, __m, __n, __k, __T, __LayoutB> &__b, const fragment<accumulator, __m, __n, __k, __C> &__c) {
  static_assert(__chv_multiplies<__m, __n, __k, __T, __D>, "tensor cores have no tiles of this shape and these types");
  __chv_multiply<__m, __n, __k, typename __chv_sum<__D>::type>(__d, __a, __b, __c);
}

// Of integers; `satf`: a sum that does not fit is the nearest that does.
template <int __m, int __n, int __k, class __T, class __LayoutA, class __LayoutB>
__device__ inline void mma_sync(fragment<accumulator, __m, __n, __k, int> &__d, const fragment<matrix_a, __m, __n, __k, __T, __LayoutA> &__a,
                                const fragment<matrix_b, __m, __n, __k, __T, __LayoutB> &__b, const fragment<accumulator, __m, __n, __k, int> &__c, bool __satf = false) {
  static_assert(__chv_multiplies<__m, __n, __k, __T, int>, "tensor cores have no tiles of this shape and these types");
  if (!__satf) return __chv_multiply<__m, __n, __k, int>(__d, __a, __b, __c);
  fragment<accumulator, __m, __n, __k, long long> __wide;
  __chv_multiply<__m, __n, __k, long long>(__wide, __a, __b, __c);
  for (int __i = 0; __i < __d.num_elements; ++__i) __d.x[__i] = (int)max(-2147483648ll, min(2147483647ll, __wide.x[__i]));
}

} // namespace wmma
} // namespace nvcuda
