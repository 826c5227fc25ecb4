//# bf16 has float's range and 8 bits: rounding, arithmetic, and a value shown.
#include <cuda_bf16.h>
__global__ void work(float *f) {
  __nv_bfloat16 a = __float2bfloat16(1.0f), b = __float2bfloat16(0x1p-8f), c = __float2bfloat16(3e38f);
  f[0] = __bfloat162float(a + b); f[1] = __bfloat162float(a + __float2bfloat16(0x1.8p-7f)); f[2] = __bfloat162float(c); f[3] = __bfloat162float(__hmul(c, a)); f[4] = __bfloat162float(__float2bfloat16(0.1f));
}
float *f; cudaMallocManaged(&f, 20);
work<<<1, 1>>>(f);
for (int i = 0; i < 5; ++i) printf("%.9g ", f[i]);
//= 1 1.015625 3.00405527e+38 3.00405527e+38 0.100097656
__float2bfloat16(2.5f)
//= (__nv_bfloat16) 2.5
