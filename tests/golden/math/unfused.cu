//# Without fusing, the product is rounded before the sum: nothing is left of it here.
//@ flags = ["-fmad=false"]
__global__ void k(float a, float b, float c, float *r) { r[0] = a * b + c; r[1] = __fmaf_rn(a, b, c); }
float *r; cudaMallocManaged(&r, 8); float a = 1 + 0x1p-12f;
k<<<1, 1>>>(a, a, -(1 + 0x1p-11f), r); cudaDeviceSynchronize(); r[0] == 0
//= (bool) true
r[1] == 0x1p-24f
//= (bool) true
