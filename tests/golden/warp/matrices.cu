//# A warp multiplies matrices by `nvcuda::wmma`; tiles that tensor cores do not have are refused.
//@ devices = ["cpu"]
#include <mma.h>
using namespace nvcuda;
__global__ void multiply(const __half *a, const __half *b, float *c) { wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left; wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> right; wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum; wmma::fill_fragment(sum, 0.5f); wmma::load_matrix_sync(left, a, 16); wmma::load_matrix_sync(right, b, 16); wmma::mma_sync(sum, left, right, sum); wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major); }
__half *a; float *c; cudaMallocManaged(&a, 256 * sizeof(__half)); cudaMallocManaged(&c, 256 * 4);
for (int i = 0; i < 256; ++i) a[i] = __float2half(i / 16 == i % 16 ? 2 : i % 16 == 0);
multiply<<<1, 32>>>(a, a, c); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
c[0]
//= (float) 4.5f
c[16 * 3]
//= (float) 2.5f
c[16 * 3 + 5]
//= (float) 1.5f
c[16 * 3 + 3]
//= (float) 5.5f
__global__ void odd(const float *p) { wmma::fragment<wmma::matrix_a, 16, 16, 16, float, wmma::row_major> left; wmma::fragment<wmma::matrix_b, 16, 16, 16, float, wmma::row_major> right; wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum; wmma::load_matrix_sync(left, p, 16); wmma::mma_sync(sum, left, right, sum); }
//? In file included from cell 1:1:
//? /chevron/include/mma.h:39:17: error: static assertion failed due to requirement '__chv_multiplies<16, 16, 16, float, float>': tensor cores have no tiles of this shape and these types
//?    39 |   static_assert(__chv_multiplies<__m, __n, __k, __T, __D>, "tensor cores have no tiles of this shape and these types");
//?       |                 ^
//? cell 11:1:287: note: in instantiation of function template specialization 'nvcuda::wmma::mma_sync<16, 16, 16, float, float, float, nvcuda::wmma::row_major, nvcuda::wmma::row_major>' requested here
//?     1 | __global__ void odd(const float *p) { wmma::fragment<wmma::matrix_a, 16, 16, 16, float, wmma::row_major> left; wmma::fragment<wmma::matrix_b, 16, 16, 16, float, wmma::row_major> right; wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum; wmma::load_matrix_sync(left, p, 16); wmma::mma_sync(sum, left, right, sum); }
//?       |                                                                                                                                                                                                                                                                                               ^
