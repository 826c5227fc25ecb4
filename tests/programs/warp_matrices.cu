// `nvcuda::wmma`: all shapes and types of tiles, both layouts of each matrix, against products made by the host.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace nvcuda;

static int failures = 0;

// Row or column major, by its pitch.
template <class T> __host__ __device__ T &at(T *p, int row, int column, int pitch, bool by_rows) { return by_rows ? p[row * pitch + column] : p[column * pitch + row]; }

template <int M, int N, int K, class T, class Kept, class Sum, class LayoutA, class LayoutB>
__global__ void product(const Kept *a, int pitch_a, const Kept *b, int pitch_b, Sum *c, int pitch_c, wmma::layout_t layout) {
  wmma::fragment<wmma::matrix_a, M, N, K, T, LayoutA> left;
  wmma::fragment<wmma::matrix_b, M, N, K, T, LayoutB> right;
  wmma::fragment<wmma::accumulator, M, N, K, Sum> sum;
  wmma::load_matrix_sync(left, a, pitch_a);
  wmma::load_matrix_sync(right, b, pitch_b);
  wmma::load_matrix_sync(sum, c, pitch_c, layout);
  wmma::mma_sync(sum, left, right, sum);
  // What is done to each element of a fragment needs no place.
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = sum.x[i] + sum.x[i];
  wmma::store_matrix_sync(c, sum, pitch_c, layout);
}

template <int M, int N, int K, class T, class Kept, class Sum, class LayoutA, class LayoutB> void check(const char *name) {
  const bool rows_a = std::is_same_v<LayoutA, wmma::row_major>, rows_b = std::is_same_v<LayoutB, wmma::row_major>;
  for (bool rows_c : {true, false}) {
    const int pitch_a = (rows_a ? K : M) + 8, pitch_b = (rows_b ? N : K) + 16, pitch_c = (rows_c ? N : M) + 4;
    Kept *a, *b;
    Sum *c;
    cudaMallocManaged(&a, sizeof(Kept) * 1024);
    cudaMallocManaged(&b, sizeof(Kept) * 1024);
    cudaMallocManaged(&c, sizeof(Sum) * 1024 * 2);
    // Small whole numbers: every type has them and their sums exactly.
    for (int i = 0; i < 1024; ++i) a[i] = Kept(i * 7 % 5), b[i] = Kept(i * 11 % 3);
    for (int i = 0; i < 2048; ++i) c[i] = Sum(i % 4);
    double wanted[32][32];
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < N; ++j) {
        wanted[i][j] = (double)at(c, i, j, pitch_c, rows_c);
        for (int k = 0; k < K; ++k) wanted[i][j] += (double)(float)at(a, i, k, pitch_a, rows_a) * (double)(float)at(b, k, j, pitch_b, rows_b);
      }
    product<M, N, K, T, Kept, Sum, LayoutA, LayoutB><<<1, 32>>>(a, pitch_a, b, pitch_b, c, pitch_c, rows_c ? wmma::mem_row_major : wmma::mem_col_major);
    if (cudaError_t error = cudaDeviceSynchronize()) std::printf("%s: %s\n", name, cudaGetErrorName(error)), std::exit(1);
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < N; ++j)
        if ((double)at(c, i, j, pitch_c, rows_c) != 2 * wanted[i][j] && failures++ < 9)
          std::printf("%s %d x %d x %d, %d %d: %g, not %g\n", name, M, N, K, i, j, (double)at(c, i, j, pitch_c, rows_c), 2 * wanted[i][j]);
    // What lies between the rows is nobody's.
    if (rows_c)
      for (int i = 0; i + 1 < M; ++i) failures += (double)c[i * pitch_c + N] != (i * pitch_c + N) % 4;
    cudaFree(a), cudaFree(b), cudaFree(c);
  }
}

template <int M, int N, int K, class T, class Kept, class Sum> void layouts(const char *name) {
  check<M, N, K, T, Kept, Sum, wmma::row_major, wmma::row_major>(name);
  check<M, N, K, T, Kept, Sum, wmma::row_major, wmma::col_major>(name);
  check<M, N, K, T, Kept, Sum, wmma::col_major, wmma::row_major>(name);
  check<M, N, K, T, Kept, Sum, wmma::col_major, wmma::col_major>(name);
}

template <class T, class Sum> void shapes(const char *name) {
  layouts<16, 16, 16, T, T, Sum>(name);
  layouts<32, 8, 16, T, T, Sum>(name);
  layouts<8, 32, 16, T, T, Sum>(name);
}

// Sums that do not fit, and factors with more bits than tensor cores read.
__global__ void limits(const signed char *a, int *c, float *rounded) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum, wrapped;
  wmma::load_matrix_sync(left, a, 16);
  wmma::load_matrix_sync(right, a, 16);
  wmma::fill_fragment(sum, 2147483647);
  wmma::mma_sync(wrapped, left, right, sum);
  wmma::mma_sync(sum, left, right, sum, true);
  c[threadIdx.x] = sum.x[0], c[32 + threadIdx.x] = wrapped.x[0];
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> ones;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fine;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> total;
  wmma::fill_fragment(ones, 1.0f);
  wmma::fill_fragment(fine, wmma::__float_to_tf32(1.0f + 1.0f / 4096));
  wmma::fill_fragment(total, 0.0f);
  wmma::mma_sync(total, ones, fine, total);
  rounded[threadIdx.x] = total.x[0];
}

int main() {
  shapes<__half, float>("half to float");
  shapes<__half, __half>("half");
  shapes<__nv_bfloat16, float>("bfloat16");
  shapes<signed char, int>("signed char");
  shapes<unsigned char, int>("unsigned char");
  layouts<16, 16, 8, wmma::precision::tf32, float, float>("tf32");
  layouts<8, 8, 4, double, double, double>("double");
  signed char *a;
  int *c;
  float *rounded;
  cudaMallocManaged(&a, 256);
  cudaMallocManaged(&c, 64 * sizeof(int));
  cudaMallocManaged(&rounded, 32 * sizeof(float));
  for (int i = 0; i < 256; ++i) a[i] = 1;
  limits<<<1, 32>>>(a, c, rounded);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) failures += c[i] != 2147483647 || c[32 + i] != -2147483633 || rounded[i] != 8;
  if (failures) std::printf("%d wrong\n", failures);
  return failures != 0;
}
