//# A function that cannot be compiled is named where kernels call by addresses, until it can.
__device__ int missing(int x);
__device__ int f(int x) { return missing(x) + 1; }
__device__ int (*at)(int) = f;
__global__ void call(int *out) { *out = at(1); }
__global__ void plain(int *out) { *out = 5; }
int *out; cudaMallocManaged(&out, sizeof(int));
plain<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
call<<<1, 1>>>(out);
__device__ int missing(int x) { return 40 * x; }
call<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
