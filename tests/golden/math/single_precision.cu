//# The single-precision math functions in a kernel, by their C names, against values known to all digits.
__global__ void k(float *o) { int i = 0; float one = 1, two = 2, half = 0.5f; o[i++] = sinf(half); o[i++] = cosf(half); o[i++] = tanf(half); o[i++] = expf(one); o[i++] = logf(two); o[i++] = sqrtf(two); o[i++] = cbrtf(27 * one); o[i++] = powf(two, 10); o[i++] = atan2f(one, two); o[i++] = hypotf(3, 4); o[i++] = fmodf(7.5f, two); o[i++] = erff(half); o[i++] = log2f(8 * one); o[i++] = exp2f(3 * one); o[i++] = fmaf(two, 3, one); o[i++] = rsqrtf(4 * one); }
float *o; cudaMallocManaged(&o, 16 * sizeof(float)); k<<<1, 1>>>(o); cudaDeviceSynchronize();
#include <cstdio>
for (int i = 0; i < 16; ++i) printf("%.5f%c", o[i], i % 8 == 7 ? '\n' : ' ');
//= 0.47943 0.87758 0.54630 2.71828 0.69315 1.41421 3.00000 1024.00000
//= 0.46365 5.00000 1.50000 0.52050 3.00000 8.00000 7.00000 0.50000
