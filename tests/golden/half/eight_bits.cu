//# 8-bit floats: the 256 numbers of both formats, and which of them a number becomes, beside a search among them, on host and device.
#include <cuda_fp8.h>
#include <cmath>
#include <vector>
float number(int bits, int mantissa) {
  int whole = bits & 127, exponent = whole >> mantissa, rest = whole & ((1 << mantissa) - 1), bias = mantissa == 3 ? 7 : 15;
  if (mantissa == 3 ? whole == 127 : whole > 124) return NAN;
  if (mantissa == 2 && whole == 124) return bits & 128 ? -INFINITY : INFINITY;
  float size = exponent ? std::ldexp(1 + rest / float(1 << mantissa), exponent - bias) : std::ldexp(rest / float(1 << mantissa), 1 - bias);
  return bits & 128 ? -size : size;
}
int nearest(float x, int mantissa) {
  int best = 0;
  for (int bits = 1; bits < (mantissa == 3 ? 127 : 124); ++bits) {
    float here = std::fabs(std::fabs(x) - number(bits, mantissa)), there = std::fabs(std::fabs(x) - number(best, mantissa));
    if (here < there || (here == there && bits % 2 == 0)) best = bits;
  }
  return best | (std::signbit(x) ? 128 : 0);
}
__managed__ float wide[2][256];
__managed__ float given[4096];
__managed__ unsigned char narrow[2][4096];
__global__ void widen() {
  __nv_fp8_e4m3 a; __nv_fp8_e5m2 b;
  a.__x = b.__x = threadIdx.x;
  wide[0][threadIdx.x] = float(a), wide[1][threadIdx.x] = float(b);
}
__global__ void convert() {
  int i = blockIdx.x * 256 + threadIdx.x;
  narrow[0][i] = __nv_fp8_e4m3(given[i]).__x, narrow[1][i] = __nv_fp8_e5m2(given[i]).__x;
}
widen<<<1, 256>>>(); cudaDeviceSynchronize();
int wrong = 0;
for (int kind = 0; kind < 2; ++kind) for (int i = 0; i < 256; ++i) {
  float is = wide[kind][i], told = number(i, 3 - kind);
  wrong += !(is == told && std::signbit(is) == std::signbit(told)) && !(std::isnan(is) && std::isnan(told));
}
wrong
//= (int) 0
unsigned state = 1;
for (int i = 0; i < 4096; ++i) { state = state * 1664525 + 1013904223; given[i] = std::ldexp(int(state >> 12) - 524288, int(state % 40) - 36); }
for (int i = 0; i < 256; ++i) given[i] = (number(i % 126, 3) + number(i % 126 + 1, 3)) / (i < 128 ? 2 : -2);
convert<<<16, 256>>>(); cudaDeviceSynchronize();
for (int kind = 0; kind < 2; ++kind) for (int i = 0; i < 4096; ++i) {
  unsigned char here = kind ? __nv_fp8_e5m2(given[i]).__x : __nv_fp8_e4m3(given[i]).__x;
  wrong += narrow[kind][i] != nearest(given[i], 3 - kind);
  wrong += here != narrow[kind][i];
}
wrong
//= (int) 0
printf("%x %x %x %x\n", __nv_cvt_float_to_fp8(-1e9f, __NV_SATFINITE, __NV_E4M3), __nv_cvt_float_to_fp8(1e9f, __NV_NOSAT, __NV_E4M3), __nv_cvt_float_to_fp8(-1e9f, __NV_SATFINITE, __NV_E5M2), __nv_cvt_float_to_fp8(1e9f, __NV_NOSAT, __NV_E5M2));
//= fe 7f fb 7c
printf("%x %x %x\n", __nv_cvt_float_to_fp8(NAN, __NV_SATFINITE, __NV_E4M3), __nv_cvt_float_to_fp8(464, __NV_NOSAT, __NV_E4M3), __nv_cvt_float_to_fp8(61440, __NV_NOSAT, __NV_E5M2));
//= 7f 7e 7c
float4 four(__nv_fp8x4_e4m3(make_float4(1, -2.5f, 0.3f, 1000)));
printf("%g %g %g %g\n", four.x, four.y, four.z, four.w);
//= 1 -2.5 0.3125 448
float2 two(__nv_fp8x2_e5m2(__floats2half2_rn(3.3f, -70000)));
printf("%g %g %d %d\n", two.x, two.y, int(__nv_fp8_e5m2(-7.9f)), (int)(unsigned char)__nv_fp8_e5m2(-7));
//= 3.5 -57344 -8 0
printf("%x %x\n", __nv_fp8x4_e5m2(__floats2bfloat162_rn(1, 2), __floats2bfloat162_rn(3, 4)).__x, __nv_fp8_e4m3(17).__x);
//= 4442403c 58
