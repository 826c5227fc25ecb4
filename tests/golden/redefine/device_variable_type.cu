//# A device variable of another type takes the name; kernels compiled before keep the old one.
double *p; cudaMallocManaged(&p, sizeof(double));
__device__ int v = 1;
__global__ void k(double *out) { *out = v; }
__device__ double v = 2.5;
//? note: the `v` of cell 2 (`int`) is still used by `k`: its type has changed
__global__ void n(double *out) { *out = v; }
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (double) 1.0
n<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (double) 2.5
