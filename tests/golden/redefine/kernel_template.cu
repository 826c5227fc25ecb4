//# Instantiations of a kernel template defined again are the new ones, deduced and explicit.
int *p; cudaMallocManaged(&p, sizeof(int));
template <typename T> __global__ void k(T *out) { *out = T(1); }
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 1
template <typename T> __global__ void k(T *out) { *out = T(2); }
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
k<int><<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
