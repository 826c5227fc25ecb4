//# `%tier` says that kernels are held to fibers.
//@ devices = ["cpu"]
//@ tier = "fibers"
__global__ void k(int *p) { __shared__ int s; if (threadIdx.x == 0) s = atomicAdd(p, 1); __syncthreads(); atomicAdd(p + 1, s); }
cudaDeviceSynchronize();;
//! rest 200 ms
%tier k 64
//= k, blocks of 64: loops between barriers (regions)
//=   memory: nothing is kept from one barrier to the next
//=   not now: CHEVRON_CPU_TIER=fibers is set, so each thread of a kernel without plain loops runs on a fiber
//=   cell 1:1: threads run one after the other: it does what no vector can, such as an atomic operation
//=   the choice took … ms of the … ms that optimising takes
