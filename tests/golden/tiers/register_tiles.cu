//# Threads that each add up a tile of sums in registers: of several shapes and types, with loops unrolled or not, with threads that end early, and without barriers.
//@ devices = ["cpu"]
#include <cstdio>
// A block of 8x8 threads makes 8 TM x 8 TN sums, from DEPTH columns of A at a time. Threads from `most` on end before the first barrier.
template <class T, int TM, int TN, int DEPTH, bool UNROLLED> __global__ void tile(int n, int most, const T *a, const T *b, T *c) {
  __shared__ T as[8 * TM * DEPTH], bs[DEPTH * 8 * TN];
  int t = threadIdx.x, tx = t % 8, ty = t / 8, row0 = blockIdx.y * 8 * TM, col0 = blockIdx.x * 8 * TN;
  if (t >= most)
    return;
  T sum[TM * TN] = {}, x[TM], y[TN];
  for (int k = 0; k < n; k += DEPTH) {
    for (int at = t; at < 8 * TM * DEPTH; at += most)
      as[at] = row0 + at / DEPTH < n && k + at % DEPTH < n ? a[(row0 + at / DEPTH) * n + k + at % DEPTH] : T(0);
    for (int at = t; at < DEPTH * 8 * TN; at += most)
      bs[at] = k + at / (8 * TN) < n && col0 + at % (8 * TN) < n ? b[(k + at / (8 * TN)) * n + col0 + at % (8 * TN)] : T(0);
    __syncthreads();
    auto round = [&](int d) {
      for (int i = 0; i < TM; ++i) x[i] = as[(ty * TM + i) * DEPTH + d];
      for (int j = 0; j < TN; ++j) y[j] = bs[d * 8 * TN + tx * TN + j];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) sum[i * TN + j] += x[i] * y[j];
    };
    if constexpr (UNROLLED) {
#pragma unroll
      for (int d = 0; d < DEPTH; ++d) round(d);
    } else {
#pragma unroll 1
      for (int d = 0; d < DEPTH; ++d) round(d);
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j)
      if (int r = row0 + ty * TM + i, s = col0 + tx * TN + j; r < n && s < n) c[r * n + s] = sum[i * TN + j];
}
// The same without shared memory: the loop has no barrier.
template <class T> __global__ void direct(int n, const T *a, const T *b, T *c) {
  int row = (blockIdx.y * 8 + threadIdx.y) * 4, col = (blockIdx.x * 8 + threadIdx.x) * 4;
  if (row + 4 > n || col + 4 > n)
    return;
  T sum[4][4] = {};
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) sum[i][j] += a[(row + i) * n + k] * b[k * n + col + j];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) c[(row + i) * n + col + j] = sum[i][j];
}
template <class T> struct Matrices {
  int n; T *a, *b, *c;
  Matrices(int n) : n(n) {
    for (T **it : {&a, &b, &c}) cudaMallocManaged(it, n * n * sizeof(T));
    for (int i = 0; i < n * n; ++i) a[i] = T(i * 7 % 13 - 6), b[i] = T(i * 5 % 11 - 5);
  }
  void clear() { for (int i = 0; i < n * n; ++i) c[i] = T(-1); }
  // How many elements are no product's. `rows`: of each 8 rows of threads, those that have run.
  int wrong(int rows, int tm) {
    int wrong = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        T sum = 0;
        for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
        wrong += c[i * n + j] != (i % (8 * tm) / tm < rows ? sum : T(-1));
      }
    return wrong;
  }
};
template <class T, int TM, int TN, int DEPTH, bool UNROLLED> void check(Matrices<T> &m, int most) {
  m.clear();
  dim3 blocks((m.n + 8 * TN - 1) / (8 * TN), (m.n + 8 * TM - 1) / (8 * TM));
  // Often enough to have the optimised code run.
  for (int run = 0; run < 3; ++run) tile<T, TM, TN, DEPTH, UNROLLED><<<blocks, 64>>>(m.n, most, m.a, m.b, m.c), cudaDeviceSynchronize();
  printf("%dx%d of %zu bytes, depth %d, unrolled %d, %d threads: %d wrong\n", TM, TN, sizeof(T), DEPTH, UNROLLED, most, m.wrong(most / 8, TM));
}
Matrices<float> f(100); Matrices<double> d(72); Matrices<int> i(96);
auto all = [] {
  check<float, 4, 4, 8, false>(f, 64); check<float, 4, 4, 8, true>(f, 64);
  check<float, 8, 8, 8, false>(f, 64); check<float, 8, 8, 4, true>(f, 48);
  check<double, 8, 4, 8, true>(d, 40); check<int, 2, 8, 8, false>(i, 56);
};
all();
//! rest 1200 ms
//= 4x4 of 4 bytes, depth 8, unrolled 0, 64 threads: 0 wrong
//= 4x4 of 4 bytes, depth 8, unrolled 1, 64 threads: 0 wrong
//= 8x8 of 4 bytes, depth 8, unrolled 0, 64 threads: 0 wrong
//= 8x8 of 4 bytes, depth 4, unrolled 1, 48 threads: 0 wrong
//= 8x4 of 8 bytes, depth 8, unrolled 1, 40 threads: 0 wrong
//= 2x8 of 4 bytes, depth 8, unrolled 0, 56 threads: 0 wrong
all();
//= 4x4 of 4 bytes, depth 8, unrolled 0, 64 threads: 0 wrong
//= 4x4 of 4 bytes, depth 8, unrolled 1, 64 threads: 0 wrong
//= 8x8 of 4 bytes, depth 8, unrolled 0, 64 threads: 0 wrong
//= 8x8 of 4 bytes, depth 4, unrolled 1, 48 threads: 0 wrong
//= 8x4 of 8 bytes, depth 8, unrolled 1, 40 threads: 0 wrong
//= 2x8 of 4 bytes, depth 8, unrolled 0, 56 threads: 0 wrong
i.clear(); direct<<<dim3(3, 3), dim3(8, 8)>>>(96, i.a, i.b, i.c); cudaDeviceSynchronize();
i.wrong(8, 4)
//= (int) 0
f.clear(); direct<<<dim3(4, 4), dim3(8, 8)>>>(100, f.a, f.b, f.c); cudaDeviceSynchronize();
//! rest 400 ms
f.clear(); direct<<<dim3(4, 4), dim3(8, 8)>>>(100, f.a, f.b, f.c); cudaDeviceSynchronize();
f.wrong(8, 4)
//= (int) 0
