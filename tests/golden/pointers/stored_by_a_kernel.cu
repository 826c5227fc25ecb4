//# What one kernel stores of a function another one calls, and after the function is defined again it calls the newer.
using op = int (*)(int);
__device__ int f(int x) { return 10 * x; }
__device__ op at;
__global__ void choose() { at = f; }
__global__ void call(int *out) { *out = at(4); }
int *out; cudaMallocManaged(&out, sizeof(int));
choose<<<1, 1>>>(); call<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 40
__device__ int f(int x) { return 20 * x; }
call<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 80
