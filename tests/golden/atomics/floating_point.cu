//# Floating-point atomics give back the old value; `atomicExch` takes float; half, half2 and bf16 additions round as their types do.
//@ hip = true
#include <cuda_fp16.h>
#include <cuda_bf16.h>
__global__ void add(float *f, double *d, __half *h, __half2 *h2, __nv_bfloat16 *b) {
  f[1] = atomicAdd(f, 1.5f); f[3] = atomicExch(f + 2, 9.0f); d[1] = atomicAdd(d, 1e-3);
  h[1] = atomicAdd(h, __float2half(1.0f)); h2[1] = atomicAdd(h2, __floats2half2_rn(1, 2)); b[1] = atomicAdd(b, __float2bfloat16(1.0f));
}
float *f; double *d; __half *h; __half2 *h2; __nv_bfloat16 *b;
cudaMallocManaged(&f, 16); cudaMallocManaged(&d, 16); cudaMallocManaged(&h, 4); cudaMallocManaged(&h2, 8); cudaMallocManaged(&b, 4);
f[0] = 2; f[2] = 3; d[0] = 1; h[0] = __float2half(2048.0f); h2[0] = __floats2half2_rn(0.5f, 2046.0f); b[0] = __float2bfloat16(256.0f);
add<<<1, 1>>>(f, d, h, h2, b);
printf("%g %g %g %g  %g %g\n", f[0], f[1], f[2], f[3], d[0], d[1]);
//= 3.5 2 9 3  1.001 1
printf("%g %g  %g %g %g %g  %g %g\n", __half2float(h[0]), __half2float(h[1]), __low2float(h2[0]), __high2float(h2[0]), __low2float(h2[1]), __high2float(h2[1]), __bfloat162float(b[0]), __bfloat162float(b[1]));
//= 2048 2048  1.5 2048 0.5 2046  256 256
