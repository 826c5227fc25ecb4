//# HIP_SYMBOL names device variables for copies to and from, and for their address and size.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu", "cuda", "hip"]
#include <hip/hip_runtime.h>
__device__ int table[3] = {1, 2, 3}; __constant__ int factor;
__global__ void scale() { table[threadIdx.x] *= factor; }
int ten = 10; hipMemcpyToSymbol(HIP_SYMBOL(factor), &ten, sizeof ten)
//= (hipError_t) hipSuccess
scale<<<1, 3>>>();
int back[3]; hipMemcpyFromSymbol(back, HIP_SYMBOL(table), sizeof back)
//= (hipError_t) hipSuccess
back
//= (int[3]) {10, 20, 30}
size_t bytes; hipGetSymbolSize(&bytes, HIP_SYMBOL(table)); bytes
//= (size_t) 12
int *address; hipGetSymbolAddress((void **) &address, HIP_SYMBOL(table)); address
//= (int *) device int[3] {10, 20, 30}
