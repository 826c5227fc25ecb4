//# Device code is listed: kernels with their parameters, device functions, variables with their sizes.
//@ devices = ["cpu"]
%symbols
__device__ int f(int x) { return x + 1; }
__device__ int g(int x) { return 2 * x; }
namespace data { __constant__ float weights[16]; }
__device__ int (*at)(int) = f;
__managed__ double sum;
__global__ void k(int *out, char c) { __shared__ int row[8]; row[threadIdx.x] = at(c); __syncthreads(); *out = g(row[0]); }
template <class T> __global__ void scale(T *x) { *x *= 2; }
int *out; cudaMallocManaged(&out, sizeof(int)); scale<<<1, 1>>>(out); cudaDeviceSynchronize();
%symbols
%symbols weights
%symbols scale
%symbols nothing
