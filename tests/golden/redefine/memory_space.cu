//# A device variable is followed when it becomes constant or managed, and back: all have an address in the device's memory.
int *out; cudaMallocManaged(&out, 4);
__device__ int d = 1;
__device__ int get() { return d; }
__global__ void k(int *out) { *out = d + 10 * get(); }
int run() { k<<<1, 1>>>(out); cudaDeviceSynchronize(); return *out; }
run()
//= (int) 11
__constant__ int d = 2;
run()
//= (int) 22
int five = 5; cudaMemcpyToSymbol(d, &five, 4); run()
//= (int) 55
// A kernel of this cell, and a function of an earlier one.
__global__ void both(int *out) { *out = d + 10 * get(); }
both<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 55
__device__ int get() { return d + 1; }
run()
//= (int) 65
__device__ int d = 3;
run()
//= (int) 43
both<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 43
__managed__ int d = 4;
run()
//= (int) 54
d = 7; run()
//= (int) 87
