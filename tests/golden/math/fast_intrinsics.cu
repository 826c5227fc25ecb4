//# Fast intrinsics and those with a rounding mode; the rounded ones are exact.
__global__ void k(float *o) { float x = 0.5f; o[0] = __sinf(x); o[1] = __expf(x); o[2] = __logf(x); o[3] = __powf(2.f, x); o[4] = __fdividef(1.f, 4.f); o[5] = __saturatef(1.5f); o[6] = __frcp_rn(8.f); o[7] = __fsqrt_rn(9.f); }
__global__ void rounded(float *o) { float tiny = 1e-10f; o[0] = __fadd_ru(1.f, tiny) - 1.f; o[1] = __fadd_rd(1.f, tiny) - 1.f; o[2] = __fdiv_rd(1.f, 3.f) < __fdiv_ru(1.f, 3.f); o[3] = __fmul_rz(3.f, 5.f); o[4] = __fmaf_rn(2.f, 3.f, 4.f); o[5] = __float2int_rn(2.5f); o[6] = __float2int_rz(-2.7f); o[7] = __float2int_ru(2.1f); }
float *o; cudaMallocManaged(&o, 8 * sizeof(float)); k<<<1, 1>>>(o); cudaDeviceSynchronize();
#include <cstdio>
for (int i = 0; i < 8; ++i) printf("%.4f%c", o[i], i == 7 ? '\n' : ' ');
//= 0.4794 1.6487 -0.6931 1.4142 0.2500 1.0000 0.1250 3.0000
rounded<<<1, 1>>>(o); cudaDeviceSynchronize();
o
//= (float *) managed float[8] {1.1920929e-07, 0, 1, 15, 10, 2, -2, 3}
