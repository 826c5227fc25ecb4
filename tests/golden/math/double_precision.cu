//# The double-precision math functions in a kernel: those of C, and those that CUDA adds.
__global__ void k(double *o) { int i = 0; double one = 1, two = 2; o[i++] = sin(one); o[i++] = pow(two, 0.5); o[i++] = exp(one); o[i++] = log10(1000 * one); o[i++] = tgamma(5 * one); o[i++] = lgamma(3 * one); o[i++] = sinpi(one / 6); o[i++] = cospi(one / 3); o[i++] = exp10(two); o[i++] = rsqrt(16 * one); o[i++] = rcbrt(8 * one); o[i++] = normcdf(0 * one); o[i++] = erfcinv(one); o[i++] = norm3d(2., 3., 6.); o[i++] = floor(-1.5 * one); o[i++] = rint(2.5 * one); }
double *o; cudaMallocManaged(&o, 16 * sizeof(double)); k<<<1, 1>>>(o); cudaDeviceSynchronize();
#include <cstdio>
for (int i = 0; i < 16; ++i) printf("%.9f%c", o[i] + 0., i % 8 == 7 ? '\n' : ' ');
//= 0.841470985 1.414213562 2.718281828 3.000000000 24.000000000 0.693147181 0.500000000 0.500000000
//= 100.000000000 0.250000000 0.500000000 0.500000000 0.000000000 7.000000000 -2.000000000 2.000000000
