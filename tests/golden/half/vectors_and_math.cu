//# half2 works on both parts; comparisons, minimum with NaN, and the math functions.
#include <cuda_fp16.h>
__global__ void work(float *f) {
  __half2 a = __floats2half2_rn(1.5f, -2), b = __floats2half2_rn(0.5f, 4);
  __half2 s = __hadd2(a, b), p = a * b, m = __hfma2(a, b, a), w = __lowhigh2highlow(a);
  float2 v[] = {__half22float2(s), __half22float2(p), __half22float2(m), __half22float2(w), __half22float2(h2sqrt(b)), __half22float2(__hmax2(a, b))};
  for (int i = 0; i < 6; ++i) f[2 * i] = v[i].x, f[2 * i + 1] = v[i].y;
  __half nan = __ushort_as_half(0x7fff), two = __float2half(2);
  f[12] = __half2float(__hmin(nan, two)); f[13] = __hisnan(nan); f[14] = __hlt(two, nan); f[15] = __half2float(hexp2(two)); f[16] = __half2float(hrsqrt(__float2half(4))); f[17] = __hbgt2(b, a);
}
float *f; cudaMallocManaged(&f, 72);
work<<<1, 1>>>(f);
for (int i = 0; i < 18; ++i) printf("%g ", f[i]);
//= 2 2 0.75 -8 2.25 -10 -2 1.5 0.707031 2 1.5 4 2 1 0 4 0.5 0
