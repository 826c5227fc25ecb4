//# `static __device__` variables and functions of one cell are reached from the kernels of others, and from the host as symbols.
static __device__ unsigned seed = 42;
static __device__ unsigned step() { return seed = seed * 1664525u + 1013904223u; }
__global__ void k(unsigned *out) { *out = step(); }
unsigned *out; cudaMallocManaged(&out, sizeof(unsigned)); k<<<1, 1>>>(out);
*out == 42u * 1664525u + 1013904223u
//= (bool) true
unsigned one = 1; cudaMemcpyToSymbol(seed, &one, sizeof one)
//= (cudaError_t) cudaSuccess
k<<<1, 1>>>(out);
*out
//= (unsigned int) 1015568748
