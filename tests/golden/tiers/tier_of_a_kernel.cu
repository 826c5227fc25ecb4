//# `%tier` tells what runs a kernel for which block, of instances and newer versions too, launched or not.
//@ devices = ["cpu"]
__global__ void count(int *p) { atomicAdd(p, 1); }
//! rest 200 ms
%tier count
__global__ void turned(int *p) {
  __shared__ int s[64];
  s[threadIdx.x] = atomicAdd(p + threadIdx.x, 1);
  __syncthreads();
  p[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
int *p; cudaMallocManaged(&p, 1024); turned<<<1, 48>>>(p); cudaDeviceSynchronize();
//! rest 200 ms
%tier turned 16
__global__ void exchanged(int *p) { int v = atomicAdd(p + threadIdx.x, 0); atomicExch(p + threadIdx.x, __shfl_xor_sync(0xffffffff, v, 1)); }
//! rest 200 ms
%tier exchanged 8, 8
%tier exchanged 48
__global__ void first_warp(int *p) { if (threadIdx.x < 32) { int v = __shfl_xor_sync(0xffffffff, atomicAdd(p, 0), 1); atomicExch(p, v); } }
//! rest 200 ms
%tier first_warp dim3(32, 2)
%tier first_warp 64x1x1
template <class T> __global__ void any(T *p) { T v = atomicAdd(p, 1); __syncthreads(); atomicExch(p + threadIdx.x, v); }
any<<<1, 32>>>(p); cudaDeviceSynchronize();
//! rest 200 ms
%tier any<int> 32
%tier any
// A newer version is another kernel.
__global__ void turned(int *p) { __syncthreads(); printf("%d\n", p[0]); }
//! rest 200 ms
%tier turned
%tier turned 2000
%tier nothing
%tier
