//# What does not change from round to round of a strided loop is read before it, and still is what threads have behind it.
//@ devices = ["cpu"]
//@ tier = "regions"
#include <cstdio>
__global__ void last(unsigned *out, unsigned n, unsigned m) {
  unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), found = 100, which = t * 7;
  __syncthreads();
  unsigned a[4] = {t + 50, 1, t, m};
  for (unsigned i = threadIdx.x; i < m; i += n + 1) found = a[which & 3];
  __syncthreads();
  out[t] = found;
}
// The same of memory that all have, and used in the loop too.
__global__ void sum(const unsigned *in, unsigned *out, unsigned n, unsigned m) {
  unsigned t = threadIdx.x, found = 7, all = 0;
  for (unsigned i = t; i < m; i += n) { found = in[t & 7]; all += found + in[i]; }
  __syncthreads();
  out[t] = found * 1000 + all;
}
unsigned *out, *in; cudaMallocManaged(&out, 4096); cudaMallocManaged(&in, 4096);
for (int i = 0; i < 1024; ++i) in[i] = i + 1;
auto show = [](int n) { cudaDeviceSynchronize(); for (int i = 0; i < n; ++i) printf("%d ", out[i]); puts(""); };
last<<<1, dim3(1, 8, 2)>>>(out, 8, 30); show(16);
//= 50 30 2 1 54 30 6 1 58 30 10 1 62 30 14 1
last<<<1, 40>>>(out, 63, 30); show(40);
//= 50 30 2 1 54 30 6 1 58 30 10 1 62 30 14 1 66 30 18 1 70 30 22 1 74 30 26 1 78 30 100 100 100 100 100 100 100 100 100 100
sum<<<1, 32>>>(in, out, 32, 50); show(32);
//= 1036 2040 3044 4048 5052 6056 7060 8064 1052 2056 3060 4064 5068 6072 7076 8080 1068 2072 3022 4024 5026 6028 7030 8032 1026 2028 3030 4032 5034 6036 7038 8040
sum<<<1, 32>>>(in, out, 32, 20); show(32);
//= 1002 2004 3006 4008 5010 6012 7014 8016 1010 2012 3014 4016 5018 6020 7022 8024 1018 2020 3022 4024 7000 7000 7000 7000 7000 7000 7000 7000 7000 7000 7000 7000
