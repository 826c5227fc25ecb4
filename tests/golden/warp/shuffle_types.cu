//# Shuffles of every type: 4 and 8 bytes, integers and floating point, half types.
#include <cuda_fp16.h>
template <class T> __global__ void rotate(T *v) { v[threadIdx.x] = __shfl_sync(0xffffffff, v[threadIdx.x], threadIdx.x + 1); }
template <class T> T rotated(T first, T step) {
  T *v; cudaMallocManaged(&v, 32 * sizeof(T));
  for (int i = 0; i < 32; ++i) v[i] = first + T(i) * step;
  rotate<<<1, 32>>>(v);
  cudaDeviceSynchronize();
  T got = v[31] == first ? v[9] : v[31];
  cudaFree(v);
  return got;
}
rotated(-5, 3)
//= (int) 25
rotated(4000000000u, 1u)
//= (unsigned int) 4000000010
rotated(-5000000000l, 2l)
//= (long) -4999999980
rotated(1ul << 40, 1ul)
//= (unsigned long) 1099511627786
rotated(-5000000000ll, 2ll)
//= (long long) -4999999980
rotated(1ull << 63, 1ull)
//= (unsigned long long) 9223372036854775818
rotated(0.5f, 0.25f)
//= (float) 3.0f
rotated(1e100, 1e99)
//= (double) 2e+100
__global__ void halves(__half *h, __half2 *h2) {
  int i = threadIdx.x;
  h[i] = __shfl_xor_sync(0xffffffff, __float2half(i), 1);
  h2[i] = __shfl_down_sync(0xffffffff, __floats2half2_rn(i, -i), 4);
}
__half *h; __half2 *h2; cudaMallocManaged(&h, 64); cudaMallocManaged(&h2, 128);
halves<<<1, 32>>>(h, h2);
printf("%g %g %g %g\n", __half2float(h[0]), __half2float(h[31]), __low2float(h2[2]), __high2float(h2[2]));
//= 1 30 6 -6
