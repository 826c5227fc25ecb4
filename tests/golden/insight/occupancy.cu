//# `%occupancy` tells how many blocks a multiprocessor holds, and what keeps it from holding more.
//@ devices = ["cpu"]
__global__ void k(float *p) { p[threadIdx.x] = 1; }
template <class T> __global__ void shared(T *p) {
  __shared__ T tile[4096]; tile[threadIdx.x] = p[threadIdx.x]; __syncthreads(); p[threadIdx.x] = tile[31 - threadIdx.x];
}
__global__ void __launch_bounds__(64) small(int *p) { *p = 1; }
%occupancy k 256
//= k on a multiprocessor:
//=   a thread: 32 registers, 0 bytes of local memory; a block: 0 bytes of shared memory
//=    256 threads: 8 blocks, 64 of 64 warps (100 %); limited by threads, registers
%occupancy k
//= k on a multiprocessor:
//=   a thread: 32 registers, 0 bytes of local memory; a block: 0 bytes of shared memory
//=     32 threads: 32 blocks, 32 of 64 warps (50 %); limited by blocks
//=     64 threads: 32 blocks, 64 of 64 warps (100 %); limited by threads, registers, blocks
//=    128 threads: 16 blocks, 64 of 64 warps (100 %); limited by threads, registers
//=    256 threads: 8 blocks, 64 of 64 warps (100 %); limited by threads, registers
//=    512 threads: 4 blocks, 64 of 64 warps (100 %); limited by threads, registers
//=   1024 threads: 2 blocks, 64 of 64 warps (100 %); limited by threads, registers
//=   most warps with the fewest blocks: 1024 threads
%occupancy shared<float> 64
//= shared<float> on a multiprocessor:
//=   a thread: 32 registers, 0 bytes of local memory; a block: 16384 bytes of shared memory
//=     64 threads: 13 blocks, 26 of 64 warps (40 %); limited by shared memory
%occupancy small 128
//= small on a multiprocessor:
//=   a thread: 32 registers, 0 bytes of local memory; a block: 0 bytes of shared memory
//=    128 threads: 0 blocks, 0 of 64 warps (0 %); the kernel takes 64 threads at most
%occupancy k 128 16384
//= k on a multiprocessor:
//=   a thread: 32 registers, 0 bytes of local memory; a block: 16384 bytes of shared memory
//=    128 threads: 13 blocks, 52 of 64 warps (81 %); limited by shared memory
%occupancy shared
//? error: `shared` is a template, not a kernel yet
//? hint: name an instance, `%occupancy shared<float>`
%occupancy nothing
//? error: there is no kernel `nothing`
//? hint: kernels of this session: k, shared<float>, small
%occupancy
//? error: usage: `%occupancy KERNEL [BLOCK [SHARED]]`
%occupancy k 0
//? error: a block has 1 thread or more, not 0
%occupancy k -3
//? error: a block has 1 thread or more, not -3
__global__ void k(int *p, int n) { if (n) p[threadIdx.x] = 1; }
%occupancy k 256
//= k(float *) on a multiprocessor:
//=   a thread: 32 registers, 0 bytes of local memory; a block: 0 bytes of shared memory
//=    256 threads: 8 blocks, 64 of 64 warps (100 %); limited by threads, registers
//= k(int *, int) on a multiprocessor:
//=   a thread: 32 registers, 0 bytes of local memory; a block: 0 bytes of shared memory
//=    256 threads: 8 blocks, 64 of 64 warps (100 %); limited by threads, registers
