//# `__launch_bounds__` limits the block: a larger one is refused.
//@ hip = true
__global__ void __launch_bounds__(64) small(int *n) { atomicAdd(n, 1); }
int *n; cudaMallocManaged(&n, 4);
small<<<1, 64>>>(n);
*n
//= (int) 64
small<<<1, 65>>>(n); cudaError_t e = cudaGetLastError();
e
//= (cudaError_t) cudaErrorInvalidValue
*n
//= (int) 64
