//# `__noinline__` before or behind `__device__`, on host functions, members and templates.
__device__ __noinline__ int next(int i) { return i + 1; }
__noinline__ __device__ int after_next(int i) { return i + 2; }
__noinline__ int on_host(int i) { return i + 3; }
struct Two { __device__ __noinline__ int get() { return 2; } };
template <class T> __device__ __noinline__ T twice(T x) { return 2 * x; }
__global__ void k(int *p) { *p = next(after_next(0)) + Two().get() + twice(4); }
int *p; cudaMallocManaged(&p, 4);
k<<<1, 1>>>(p);
*p
//= (int) 13
on_host(3)
//= (int) 6
