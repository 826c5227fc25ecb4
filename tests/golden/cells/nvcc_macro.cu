//# Text that asks for nvcc by its macro gets the device's side of itself, as other people's headers do; after a HIP header it does not.
//@ expected_failures = { toolkit = "`__NVCC__` is defined with the embedded headers alone" }
#if defined(__NVCC__) || defined(__HIPCC__)
#define BOTH __host__ __device__
#else
#define BOTH
#endif
BOTH int twice(int n) { return 2 * n; }
__global__ void k(int *o) { *o = twice(21); }
int *o; cudaMallocManaged(&o, 4); k<<<1, 1>>>(o); cudaDeviceSynchronize(); *o
//= (int) 42
#include <hip/hip_runtime.h>
#ifdef __NVCC__
int nvcc = 1;
#else
int nvcc = 0;
#endif
nvcc
//= (int) 0
