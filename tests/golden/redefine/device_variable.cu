//# A device variable defined again has a new storage, and kernels compiled before use it.
int *p; cudaMallocManaged(&p, sizeof(int));
__device__ int v = 1;
__global__ void k(int *out) { *out = v; }
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 1
__device__ int v = 2;
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
int three = 3; cudaMemcpyToSymbol(v, &three, sizeof three); k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 3
