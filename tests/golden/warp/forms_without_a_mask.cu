//# Shuffles and votes without a mask, as CUDA had them before compute capability 7: over the lanes that come there together; a warning tells what to use.
//@ mistakes = true
//@ expected_failures = { toolkit = "nvcc has none of these for such GPUs" }
__global__ void sum(float *x) {
  float s = x[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) s += __shfl_xor(s, d);
  x[threadIdx.x] = s;
}
//? cell 1:3:40: warning: '__shfl_xor<float>' is deprecated: CUDA has `__shfl_xor` for GPUs before compute capability 7 alone: use `__shfl_xor_sync` with a mask; here it is that with `__activemask()` [-Wdeprecated-declarations]
//?     3 |   for (int d = 16; d > 0; d /= 2) s += __shfl_xor(s, d);
//?       |                                        ^
float *x; cudaMallocManaged(&x, 128);
for (int i = 0; i < 32; ++i) x[i] = i;
sum<<<1, 32>>>(x); cudaDeviceSynchronize(); x[0] + x[31]
//= (float) 992.0f
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
__global__ void others(int *o) {
  int t = threadIdx.x;
  o[t] = __shfl(t, 3) + 100 * __shfl_up(t, 1u, 8) + 10000 * __shfl_down(t, 2);
  if (t < 4) o[t] = __ballot(t & 1) + 100 * __any(t == 2) + 1000 * __all(t < 4) + 10000 * __all(t < 3);
}
int *o; cudaMallocManaged(&o, 128);
others<<<1, 32>>>(o); cudaDeviceSynchronize(); o[0]
//= (int) 1110
o[9]
//= (int) 110803
#include <hip/hip_runtime.h>
__global__ void of_hip(int *o) { o[threadIdx.x] = __shfl(int(threadIdx.x), 5) + __any(threadIdx.x == 7) + int(sizeof(__ballot(1))); }
of_hip<<<1, 32>>>(o); cudaDeviceSynchronize(); o[0]
//= (int) 14
