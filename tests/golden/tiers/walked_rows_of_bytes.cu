//# Threads that each go along a row of bytes, or of numbers of 16 bits, read sixteen of it at once and see what they would see one by one, for any length.
//@ devices = ["cpu"]
//@ tier = "regions"
#include <cuda_fp16.h>
template <class T, class S> __global__ void rows(const T *a, const T *b, S *out, int count, int n) { int r = blockIdx.x * blockDim.x + threadIdx.x; if (r >= count) return; S s = 0; for (int c = 0; c < n; ++c) s += (S)a[(size_t)r * n + c] * (S)b[c]; out[r] = s; }
template <class T> __global__ void most(const T *a, int *out, int count, int n) { int r = blockIdx.x * blockDim.x + threadIdx.x; if (r >= count) return; int m = -70000; for (int c = 0; c < n; ++c) { int v = a[(size_t)r * n + c]; m = v > m ? v : m; } out[r] = m; }
const int M = 300 * 200; void *memory, *results; cudaMallocManaged(&memory, 2 * M); cudaMallocManaged(&results, 4096);
template <class T, class S> bool same(int count, int n, int threads) {
  T *a = (T *)memory; S *out = (S *)results; int *tops = (int *)results;
  for (int i = 0; i < M; ++i) a[i] = (T)(float)((i * 37 + i / 91) % 251 - (T(-1.f) < T(0.f) ? 125 : 0));
  rows<T, S><<<(count + threads - 1) / threads, threads>>>(a, a + 3, out, count, n); cudaDeviceSynchronize();
  for (int r = 0; r < count; ++r) { S s = 0; for (int c = 0; c < n; ++c) s += (S)a[r * n + c] * (S)a[3 + c]; if (out[r] != s) return printf("row %d of %d\n", r, n), false; }
  most<T><<<(count + threads - 1) / threads, threads>>>(a, tops, count, n); cudaDeviceSynchronize();
  for (int r = 0; r < count; ++r) { int m = -70000; for (int c = 0; c < n; ++c) { int v = a[r * n + c]; m = v > m ? v : m; } if (tops[r] != m) return printf("most of row %d of %d\n", r, n), false; }
  return true;
}
template <class T, class S> bool all() { for (int n : {0, 1, 15, 16, 17, 31, 32, 100, 192}) for (int threads : {32, 64, 96, 40}) if (!same<T, S>(200, n, threads)) return false; return true; }
all<signed char, int>() && all<unsigned char, int>()
//= (bool) true
all<short, int>() && all<unsigned short, int>()
//= (bool) true
all<__half, float>()
//= (bool) true
