//# An instantiated kernel follows a device function that it uses.
int *p; cudaMallocManaged(&p, sizeof(int));
__device__ int f(int x) { return x; }
template <typename T> __global__ void k(T *out) { *out = f(4); }
void go() { k<int><<<1, 1>>>(p); cudaDeviceSynchronize(); }
go(); *p
//= (int) 4
__device__ int f(int x) { return 2 * x; }
go(); *p
//= (int) 8
