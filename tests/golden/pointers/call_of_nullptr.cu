//# The call of a null pointer is a fault of the kernel, told with it; the session goes on.
//@ devices = ["cpu"]
__device__ int (*at)(int);
__global__ void call(int *out) { *out = at(1); }
int *out; cudaMallocManaged(&out, sizeof(int));
call<<<1, 1>>>(out); cudaDeviceSynchronize();
__device__ int f(int x) { return x + 1; }
__global__ void set() { at = f; }
set<<<1, 1>>>(); call<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
