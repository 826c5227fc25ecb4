//# Conversions with every rounding, from and to integers, and the bits of a half.
#include <cuda_fp16.h>
__global__ void convert(int *i, float *f) {
  float x = 1.0f + 0x1.8p-11f;
  f[0] = __half2float(__float2half_rn(x)); f[1] = __half2float(__float2half_rz(x)); f[2] = __half2float(__float2half_ru(x)); f[3] = __half2float(__float2half_rd(-x));
  i[0] = __half2int_rn(__float2half(2.5f)); i[1] = __half2int_rz(__float2half(-2.75f)); i[2] = __half2int_ru(__float2half(2.25f)); i[3] = __half2int_rd(__float2half(-2.25f));
  i[4] = __half_as_ushort(__float2half(-2.0f)); i[5] = __half2int_rn(__ushort_as_half(0x7bff)); i[6] = __half2int_rn(__int2half_rn(2049)); i[7] = __half2short_rz(__float2half(1e5f));
}
int *i; float *f; cudaMallocManaged(&i, 32); cudaMallocManaged(&f, 16);
convert<<<1, 1>>>(i, f);
for (int k = 0; k < 4; ++k) printf("%.10g ", f[k]);
//= 1.000976562 1 1.000976562 -1.000976562
for (int k = 0; k < 8; ++k) printf("%d ", i[k]);
//= 2 -2 3 -3 49152 65504 2048 32767
