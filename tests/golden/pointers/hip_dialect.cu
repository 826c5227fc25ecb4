//# HIP's names: a table of functions, and an address that the host has copied.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
#include <hip/hip_runtime.h>
typedef int (*op)(int);
__device__ int inc(int x) { return x + 1; }
__device__ int dec(int x) { return x - 1; }
__device__ op table[] = {inc, dec};
__global__ void run(int *out, op p) { out[0] = table[1](7); out[1] = p(7); }
op p; hipMemcpyFromSymbol(&p, HIP_SYMBOL(table), sizeof p);
int *out; hipMallocManaged(&out, 2 * sizeof(int));
hipLaunchKernelGGL(run, dim3(1), dim3(1), 0, 0, out, p); hipDeviceSynchronize(); printf("%d %d\n", out[0], out[1]);
//= 6 8
