//# Device functions are overloaded from cell to cell, and chosen by type in a kernel.
__device__ int kind(int) { return 1; }
__device__ int kind(float) { return 2; }
__device__ int kind(const int *) { return 3; }
__global__ void k(int *out) { out[0] = kind(1); out[1] = kind(1.f); out[2] = kind(out); }
int *out; cudaMallocManaged(&out, 3 * sizeof(int)); k<<<1, 1>>>(out);
out
//= (int *) managed int[3] {1, 2, 3}
