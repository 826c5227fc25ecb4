//# Kernels hand addresses of device functions to each other, drafts and optimised code alike, from a session's first kernel on.
typedef int (*F)(int);
__device__ int twice(int x) { return 2 * x; }
__device__ int thrice(int x) { return 3 * x; }
F *f; int *out; cudaMallocManaged(&f, 16); cudaMallocManaged(&out, 8);
//! rest 500 ms
__global__ void give(F *f) { f[0] = twice; f[1] = thrice; }
give<<<1, 1>>>(f);
__global__ void call(F *f, int *out) { out[threadIdx.x] = f[threadIdx.x](5); }
call<<<1, 2>>>(f, out); cudaDeviceSynchronize();
printf("%d %d\n", out[0], out[1]);
//! rest 400 ms
//= 10 15
call<<<1, 2>>>(f, out); cudaDeviceSynchronize();
printf("%d %d\n", out[1], out[0]);
//= 15 10
__global__ void call_both(F *f, int *out) { out[0] = f[0](f[1](7)); }
call_both<<<1, 1>>>(f, out); cudaDeviceSynchronize();
out[0]
//= (int) 42
