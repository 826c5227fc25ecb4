//# A `constexpr` function takes the place of a device function and of another `constexpr` one: kernels follow.
int *p; cudaMallocManaged(&p, 4);
__device__ int f() { return 1; }
__global__ void k(int *p) { *p = f(); }
constexpr int f() { return 2; }
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
constexpr int f() { return 3; }
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 3
f()
//= (int) 3
constexpr int g() { return 1; }
constexpr int g() { return 2; }
__global__ void useg(int *p) { *p = g(); }
useg<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
// A kernel is of both sides: a host function of its signature takes its place.
__global__ void h(int *p) { *p = 1; }
void h(int *p) { *p = 2; }
h(p); *p
//= (int) 2
