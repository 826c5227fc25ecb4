//# CUDA and HIP names work on the same memory, streams, variables and kernels in one session.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu", "cuda", "hip"]
__device__ int hits;
__global__ void add(int by) { atomicAdd(&hits, by); }
#include <hip/hip_runtime.h>
hipStream_t stream; hipStreamCreate(&stream)
//= (hipError_t) hipSuccess
add<<<1, 3, 0, stream>>>(2); cudaStreamSynchronize(stream)
//= (cudaError_t) cudaSuccess
hipLaunchKernelGGL(add, 1, 1, 0, stream, 100); hipStreamSynchronize(stream)
//= (hipError_t) hipSuccess
int seen; cudaMemcpyFromSymbol(&seen, hits, sizeof seen)
//= (cudaError_t) cudaSuccess
seen
//= (int) 106
int *p; cudaMalloc(&p, 8); hipMemset(p, 1, 8)
//= (hipError_t) hipSuccess
hipFree(p)
//= (hipError_t) hipSuccess
