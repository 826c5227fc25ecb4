//# Bitcode that clang made for this processor: its functions are device functions and kernels, as the session declares them, before or after.
//@ devices = ["cpu"]
extern "C" __global__ void fill(float *, int);
%load host.bc
//? note: declare what you use of it, as in `extern "C" __device__ float f(float);`: `twice`, `uses`
extern "C" __device__ float twice(float);
__global__ void k(float *p) { p[threadIdx.x] = twice(p[threadIdx.x]); }
float *p; cudaMallocManaged(&p, 32); fill<<<1, 1>>>(p, 3); k<<<1, 2>>>(p); cudaDeviceSynchronize(); p[1]
//= (float) 6.0f
extern "C" __device__ float uses(float);
__global__ void u(float *p) { *p = uses(7); }
u<<<1, 1>>>(p); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
//? error: cell 8: kernel `u` <<<(1,1,1), (1,1,1)>>>: cudaErrorInvalidDeviceFunction
//?   `missing` is used in device code and defined nowhere; define it and launch again
extern "C" __device__ float missing(float x) { return x + 1; }
u<<<1, 1>>>(p); cudaDeviceSynchronize(); p[0]
//= (float) 8.0f
