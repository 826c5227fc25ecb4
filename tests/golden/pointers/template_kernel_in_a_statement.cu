//# A statement instantiates a kernel that takes an address: what it stored still leads to the function after later cells and redefinitions.
__device__ int f(int x) { return x + 1; }
__device__ int (*at)(int);
template <int N> __global__ void choose() { at = f; }
__global__ void call(int *out) { *out = at(1); }
int *out; cudaMallocManaged(&out, sizeof(int));
choose<1><<<1, 1>>>(); call<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 2
__device__ int f(int x) { return x + 50; }
call<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 51
choose<2><<<1, 1>>>(); call<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 51
