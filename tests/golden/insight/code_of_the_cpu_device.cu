//# `%asm` and `%ir` show the optimised code, and tell how a kernel's threads are run and why not better.
//@ devices = ["cpu"]
__global__ void plain(float *p) { p[threadIdx.x] = p[threadIdx.x] * 2 + 1; }
__global__ void tiled(float *p) {
  __shared__ float tile[64];
  tile[threadIdx.x] = p[threadIdx.x]; __syncthreads();
  p[threadIdx.x] = tile[63 - threadIdx.x];
}
__global__ void waits(volatile int *p) { while (threadIdx.x == 0 && *p == 0) {} if (threadIdx.x == 1) *p = 1; }
%asm plain -o plain.s
//? note: `plain.s` is written
!head -2 plain.s
//= # plain: x86-64 code for the CPU device
//= # tier: plain loops over the threads of a block
!grep -c '^# cell 1:1  __global__ void plain' plain.s | grep -c '^[1-9]'
//= 1
!grep -c -e '[.]loc' -e debug -e cfi plain.s || true
//= 0
%asm tiled -o tiled.s
//? note: `tiled.s` is written
!sed -n 2p tiled.s
//= # tier: loops between barriers (regions); other blocks run on fibers
!grep -c '_regions:' tiled.s
//= 1
%asm waits -o waits.s
//? note: `waits.s` is written
!sed -n 2p waits.s
//= # tier: a fiber for each thread, because its loop at cell 3:1 waits for other threads
%ir plain -o plain.ll
//? note: `plain.ll` is written
!grep -c '^define' plain.ll
//= 1
!grep -c -e '!dbg' -e '!DI' plain.ll || true
//= 0
!grep -A3 'cell 1:1' plain.ll | grep -c -e fmul -e fma | grep -c '^[1-9]'
//= 1
%ir --arch sm_90 plain -o gpu.ll
//? note: `gpu.ll` is written
!grep -c 'ptx_kernel' gpu.ll
//= 1
