//# Kernels that call a device function follow it when it is defined again, through other device functions too.
int *p; cudaMallocManaged(&p, sizeof(int));
__device__ int f(int x) { return x + 1; }
__device__ int g(int x) { return 10 * f(x); }
__global__ void direct(int *out) { *out = f(1); }
__global__ void indirect(int *out) { *out = g(1); }
direct<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
__device__ int f(int x) { return x + 2; }
direct<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 3
indirect<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 30
