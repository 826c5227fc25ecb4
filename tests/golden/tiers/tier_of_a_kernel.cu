//# `%tier` tells what runs a kernel for which block, of instances and newer versions too, launched or not.
//@ devices = ["cpu"]
__global__ void count(int *p) { atomicAdd(p, 1); }
cudaDeviceSynchronize();;
//! rest 200 ms
%tier count
//= count: plain loops over a block's threads, for blocks of any shape
//=   memory: nothing is kept for a thread when the next one runs
//=   now it is the optimised code
//=   cell 1:1: threads run one after the other: it does what no vector can, such as an atomic operation
//=   the choice took … ms of the … ms that optimising takes
__global__ void turned(int *p) {
  __shared__ int s[64];
  s[threadIdx.x] = atomicAdd(p + threadIdx.x, 1);
  __syncthreads();
  atomicExch(p + threadIdx.x, s[blockDim.x - 1 - threadIdx.x]);
}
int *p; cudaMallocManaged(&p, 1024); turned<<<1, 48>>>(p); cudaDeviceSynchronize();;
//! rest 200 ms
%tier turned 16
//= turned, blocks of 16: loops between barriers (regions)
//=   memory: nothing is kept from one barrier to the next
//=   now it is the optimised code
//=   cell 3:3: threads run one after the other: it does what no vector can, such as an atomic operation
//=   cell 3:5: threads run one after the other: it does what no vector can, such as an atomic operation
//=   the choice took … ms of the … ms that optimising takes
__global__ void exchanged(int *p) { int v = atomicAdd(p + threadIdx.x, 0); atomicExch(p + threadIdx.x, __shfl_xor_sync(0xffffffff, v, 1)); }
cudaDeviceSynchronize();;
//! rest 200 ms
%tier exchanged 8, 8
//= exchanged, blocks of 8 x 8: a fiber for each thread, because its warps go different ways and rows of 8 threads are no whole warps of 32
//=   memory: a stack of 64.0 KiB for each thread
//=   now it is the optimised code
//=   cell 5:1: threads run one after the other: it does what no vector can, such as an atomic operation
//=   the choice took … ms of the … ms that optimising takes
%tier exchanged 48
//= exchanged, blocks of 48: a fiber for each thread, because its warps go different ways and rows of 48 threads are no whole warps of 32
//=   memory: a stack of 64.0 KiB for each thread
//=   now it is the optimised code
//=   cell 5:1: threads run one after the other: it does what no vector can, such as an atomic operation
//=   the choice took … ms of the … ms that optimising takes
__global__ void first_warp(int *p) { if (threadIdx.x < 32) { int v = __shfl_xor_sync(0xffffffff, atomicAdd(p, 0), 1); atomicExch(p, v); } }
cudaDeviceSynchronize();;
//! rest 200 ms
%tier first_warp dim3(32, 2)
//= first_warp, blocks of 32 x 2: a fiber for each thread, because whole warps go different ways and are told apart by x alone
//=   memory: a stack of 64.0 KiB for each thread
//=   now it is the optimised code
//=   cell 7:1: threads run one after the other: it does what no vector can, such as an atomic operation
//=   the choice took … ms of the … ms that optimising takes
%tier first_warp 64x1x1
//= first_warp, blocks of 64: loops between barriers (regions)
//=   memory: nothing is kept from one barrier to the next
//=   now it is the optimised code
//=   cell 7:1: threads run one after the other: it does what no vector can, such as an atomic operation
//=   the choice took … ms of the … ms that optimising takes
template <class T> __global__ void any(T *p) { T v = atomicAdd(p, 1); __syncthreads(); atomicExch(p + threadIdx.x, v); }
any<<<1, 32>>>(p); cudaDeviceSynchronize();;
//! rest 200 ms
%tier any<int> 32
//= any<int>, blocks of 32: loops between barriers (regions)
//=   memory: 4 bytes kept for each thread from one barrier to the next, 256 bytes for a block of 32
//=   now it is the optimised code
//=   cell 9:1: threads run one after the other: it does what no vector can, such as an atomic operation
//=   the choice took … ms of the … ms that optimising takes
%tier any
//= any<int>: loops between barriers (regions), for blocks of any shape
//=   last launched with blocks of 32: loops between barriers (regions)
//=   memory: 4 bytes kept for each thread from one barrier to the next, 256 bytes for a block of 32
//=   now it is the optimised code
//=   cell 9:1: threads run one after the other: it does what no vector can, such as an atomic operation
//=   the choice took … ms of the … ms that optimising takes
// A newer version is another kernel.
__global__ void turned(int *p) { __syncthreads(); printf("%d\n", p[0]); }
cudaDeviceSynchronize();;
//! rest 200 ms
%tier turned
//= turned: a fiber for each thread
//=   no loops between barriers: it prints at cell 11:1, and the lines keep the order that fibers have
//=   last launched with blocks of 48: a fiber for each thread
//=   memory: a stack of 64.0 KiB for each thread
//=   now it is the optimised code
//=   the choice took … ms of the … ms that optimising takes
%tier turned 2000
//? error: a block has 1 to 1024 threads, not 2000
%tier nothing
//? error: there is no kernel `nothing`
//? hint: kernels of this session: any<int>, count, exchanged, first_warp, turned
%tier
//? error: usage: `%tier KERNEL [BLOCK]`
