//# A class that kernels use is defined again: kernels compiled before keep the old layout, new ones use the new.
int *p; cudaMallocManaged(&p, sizeof(int));
struct S { int a = 3; __device__ int get() const { return a; } };
__global__ void k(int *out) { *out = S().get(); }
struct S { char pad[64]; int a = 4; __device__ int get() const { return 10 * a; } };
__global__ void n(int *out) { *out = S().get(); }
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 3
n<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 40
