//# A warp multiplies matrices by `nvcuda::wmma`; tiles that tensor cores do not have are refused.
//@ devices = ["cpu"]
#include <mma.h>
using namespace nvcuda;
__global__ void multiply(const __half *a, const __half *b, float *c) { wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left; wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> right; wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum; wmma::fill_fragment(sum, 0.5f); wmma::load_matrix_sync(left, a, 16); wmma::load_matrix_sync(right, b, 16); wmma::mma_sync(sum, left, right, sum); wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major); }
__half *a; float *c; cudaMallocManaged(&a, 256 * sizeof(__half)); cudaMallocManaged(&c, 256 * 4);
for (int i = 0; i < 256; ++i) a[i] = __float2half(i / 16 == i % 16 ? 2 : i % 16 == 0);
multiply<<<1, 32>>>(a, a, c); cudaDeviceSynchronize()
c[0]
c[16 * 3]
c[16 * 3 + 5]
c[16 * 3 + 3]
__global__ void odd(const float *p) { wmma::fragment<wmma::matrix_a, 16, 16, 16, float, wmma::row_major> left; wmma::fragment<wmma::matrix_b, 16, 16, 16, float, wmma::row_major> right; wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum; wmma::load_matrix_sync(left, p, 16); wmma::mma_sync(sum, left, right, sum); }
