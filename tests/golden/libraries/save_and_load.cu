//# A library has kernels, device functions, variables and the types that they speak of; a session without them takes it in.
//# `%reset` makes the session a fresh one.
struct V { float x, y; };
static __device__ int helper(int a) { return a + 1; }
__device__ float square(float x) { return x * x; }
__device__ float weight(V v) { return v.x + v.y + helper(1); }
__device__ int count = 5;
namespace ns { extern "C" __global__ void scale(float *p, float by = 2.0f) { p[threadIdx.x] *= by; atomicAdd(&count, 1); } }
%save --lib scale.bc
//? note: `scale.bc` has 1 kernel: `ns::scale`; 2 functions: `square`, `weight`; 1 variable: `count`
//? note: it is for the CPU device, NVIDIA GPUs, AMD GPUs
%reset
%load scale.bc
float *p; cudaMallocManaged(&p, 32); for (int i = 0; i < 8; ++i) p[i] = i;
ns::scale<<<1, 8>>>(p); cudaDeviceSynchronize(); p[7]
//= (float) 14.0f
__global__ void mine(float *p) { p[threadIdx.x] = square(p[threadIdx.x]) + weight(V{1, 2}); }
mine<<<1, 8>>>(p); cudaDeviceSynchronize(); p[7]
//= (float) 201.0f
int c; cudaMemcpyFromSymbol(&c, count, 4); c
//= (int) 13
