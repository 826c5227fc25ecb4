//# Kernels of a library with shared memory, barriers, static variables of functions and dynamic shared memory.
__device__ int turns() { static __device__ int n = 0; return atomicAdd(&n, 1); }
__global__ void reverse(int *o) { __shared__ int s[32]; s[threadIdx.x] = threadIdx.x; __syncthreads(); o[threadIdx.x] = s[31 - threadIdx.x] + (threadIdx.x ? 0 : turns()); }
__global__ void dynamic(int *o) { extern __shared__ int d[]; d[threadIdx.x] = threadIdx.x; __syncthreads(); o[threadIdx.x] = d[7 - threadIdx.x]; }
%save --lib shared.bc
//? note: `shared.bc` has 2 kernels: `reverse`, `dynamic`; 1 function: `turns`
//? note: it is for the CPU device, NVIDIA GPUs, AMD GPUs
%reset
%load shared.bc
int *o; cudaMallocManaged(&o, 128); reverse<<<1, 32>>>(o); cudaDeviceSynchronize(); o[0]
//= (int) 31
reverse<<<1, 32>>>(o); cudaDeviceSynchronize(); o[0]
//= (int) 32
dynamic<<<1, 8, 32>>>(o); cudaDeviceSynchronize(); o[0]
//= (int) 7
