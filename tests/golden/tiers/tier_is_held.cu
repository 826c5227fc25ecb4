//# `%tier` says that kernels are held to fibers.
//@ devices = ["cpu"]
//@ tier = "fibers"
__global__ void k(int *p) { __shared__ int s; if (threadIdx.x == 0) s = atomicAdd(p, 1); __syncthreads(); atomicAdd(p + 1, s); }
//! rest 200 ms
%tier k 64
