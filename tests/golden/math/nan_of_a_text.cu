//# `nan` and `nanf` give a NaN in device code, whatever the text says.
__global__ void k(double *d, float *f) { *d = nan("7"); *f = nanf(""); }
double *d; cudaMallocManaged(&d, sizeof(double)); float *f; cudaMallocManaged(&f, sizeof(float));
k<<<1, 1>>>(d, f); cudaDeviceSynchronize(); *d != *d && *f != *f
//= (bool) true
