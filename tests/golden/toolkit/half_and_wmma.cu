//# Half precision and tensor cores by NVIDIA's own headers.
//@ devices = ["toolkit"]
#include <cuda_fp16.h>
#include <mma.h>
__global__ void axpy(__half a, const __half *x, __half *y) { y[threadIdx.x] = __hfma(a, x[threadIdx.x], y[threadIdx.x]); }
__half *x; cudaMallocManaged(&x, 512 * sizeof(__half)); for (int i = 0; i < 512; ++i) x[i] = __float2half(i % 16);
axpy<<<1, 32>>>(__float2half(0.5f), x, x + 32);
x[35]
//= (__half) 4.5
using namespace nvcuda;
__global__ void tile(const __half *a, const __half *b, float *c) { wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa; wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb; wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc; wmma::fill_fragment(fc, 0.0f); wmma::load_matrix_sync(fa, a, 16); wmma::load_matrix_sync(fb, b, 16); wmma::mma_sync(fc, fa, fb, fc); wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major); }
for (int i = 0; i < 512; ++i) x[i] = __float2half(i % 3);
float *c; cudaMallocManaged(&c, 256 * 4); tile<<<1, 32>>>(x, x + 256, c); cudaDeviceSynchronize();
int wrong = 0; for (int i = 0; i < 16; ++i) for (int j = 0; j < 16; ++j) { float sum = 0; for (int k = 0; k < 16; ++k) sum += __half2float(x[i * 16 + k]) * __half2float(x[256 + j * 16 + k]); wrong += sum != c[i * 16 + j]; }
wrong
//= (int) 0
