//# The device side reads a cell that speaks of device code while the host side does. Whichever refuses it, or has no need of it, the session stays whole.
int a = 3; // a __global__ variable, so to speak
a
//= (int) 3
__global__ void k(int *out) { out[0] = nothing; }
//? cell 3:1:40: error: use of undeclared identifier 'nothing'
//?     1 | __global__ void k(int *out) { out[0] = nothing; }
//?       |                                        ^~~~~~~
__global__ void k(int *out) {
#ifdef __CUDA_ARCH__
  out[0] = nothing;
#endif
}
//? cell 3:3:12: error: use of undeclared identifier 'nothing'
//?     3 |   out[0] = nothing;
//?       |            ^~~~~~~
__global__ void k(int *out) {
#ifndef __CUDA_ARCH__
  out[0] = nothing;
#endif
}
//? cell 3:3:12: error: use of undeclared identifier 'nothing'
//?     3 |   out[0] = nothing;
//?       |            ^~~~~~~
#define KERNEL(name) __global__ void name(int *out) { out[0] = 10 * blockDim.x + gridDim.x; }
KERNEL(k)
int *d; cudaMallocManaged(&d, sizeof(int));
k<<<2, 5>>>(d); cudaDeviceSynchronize();
*d
//= (int) 52
__device__ int twice(int x) { return 2 * x; }
__global__ void k(int *out) { *out = twice(21); }
KERNEL(other) __device__ int twice(int x) { return 3 * x; }
k<<<1, 1>>>(d); cudaDeviceSynchronize();
*d
//= (int) 63
struct Tile : dim3 { Tile(unsigned x) : dim3(x, 2 * x) {} };
Tile(4).y
//= (unsigned int) 8
