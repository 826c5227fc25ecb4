//# A product and a sum are one operation, as nvcc makes it by default.
__global__ void k(float a, float b, float c, float *r) { *r = a * b + c; }
__global__ void apart(float a, float b, float c, float *r) { *r = __fadd_rn(__fmul_rn(a, b), c); }
float *r; cudaMallocManaged(&r, 4); float a = 1 + 0x1p-12f;
k<<<1, 1>>>(a, a, -(1 + 0x1p-11f), r); cudaDeviceSynchronize(); *r == 0x1p-24f
//= (bool) true
apart<<<1, 1>>>(a, a, -(1 + 0x1p-11f), r); cudaDeviceSynchronize(); *r == 0
//= (bool) true
