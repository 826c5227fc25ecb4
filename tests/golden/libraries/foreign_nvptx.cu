//# Bitcode that clang made for NVIDIA GPUs: a kernel whose mangled name tells its type needs no declaration.
//@ devices = ["cuda"]
%load device.bc
//? note: declare what you use of it, as in `extern "C" __device__ float f(float);`: `k`, `dd(float)`
int *p; cudaMallocManaged(&p, 32);
extern "C" __global__ void k(int *, int);
k<<<1, 8>>>(p, 5); cudaDeviceSynchronize(); p[7]
//= (int) 5
kk<<<1, 1>>>(nullptr, 3); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
__device__ float dd(float x);
__global__ void mine(float *p) { *p = dd(2.5f); }
float *q; cudaMallocManaged(&q, 4); mine<<<1, 1>>>(q); cudaDeviceSynchronize(); *q
//= (float) 2.5f
