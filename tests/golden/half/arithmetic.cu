//# Half arithmetic rounds to nearest even after each operation, overflows to infinity, keeps subnormals; the same on host and device.
//@ expected_failures = { toolkit = "`__hfma` is for device code alone in a toolkit's headers" }
#include <cuda_fp16.h>
__host__ __device__ void work(float *out) {
  __half one = __float2half(1.0f), tiny = __float2half(0x1p-11f), big = __float2half(65504.0f);
  float v[] = {__half2float(__hadd(one, tiny)), __half2float(one + __float2half(0x1.8p-10f)), __half2float(big + big), __half2float(__float2half(0x1p-24f)),
               __half2float(__float2half(0x1p-26f)), __half2float(__hfma(one, __float2half(3.0f), tiny)), __half2float(one / __float2half(3.0f)), __half2float(-big)};
  for (int i = 0; i < 8; ++i) out[i] = v[i];
}
__global__ void device(float *out) { work(out); }
float *out, host[8]; cudaMallocManaged(&out, 32);
device<<<1, 1>>>(out);
work(host);
for (int i = 0; i < 8; ++i) printf("%g ", out[i]);
//= 1 1.00195 inf 5.96046e-08 0 3 0.333252 -65504
memcmp(host, out, 32)
//= (int) 0
