//# What is right is not told: barriers, warps, atomics, fences, flags, padding, and memory of every kind.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
int *a; cudaMalloc(&a, 4096); cudaMemset(a, 0, 4096);
__global__ void tree(int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  for (int d = 128; d > 0; d /= 2) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
  if (t == 0) *out = s[0];
}
tree<<<1, 256>>>(a);
__global__ void flags(int *a) { if (a[threadIdx.x] == 0) a[100] = 1; __shared__ int any; any = 1; __syncthreads(); a[101] = any; }
flags<<<2, 64>>>(a);
__global__ void last_block(volatile int *part, unsigned *count, int *total) {
  __shared__ bool last;
  if (threadIdx.x < 8) part[blockIdx.x * 8 + threadIdx.x] = 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(count, gridDim.x) == gridDim.x - 1;
  __syncthreads();
  if (last && threadIdx.x == 0) { int sum = 0; for (int i = 0; i < gridDim.x * 8; i++) sum += part[i]; *total = sum; }
}
last_block<<<8, 32>>>(a + 200, (unsigned *)(a + 300), a + 301);
__device__ double add(double *address, double value) {
  unsigned long long *bits = (unsigned long long *)address, old = *bits, assumed;
  do { assumed = old; old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed))); } while (assumed != old);
  return __longlong_as_double(old);
}
__global__ void cas(double *sum) { add(sum, 1.0); }
cas<<<4, 32>>>((double *)(a + 400));
__global__ void lock(int *mutex, int *count) {
  if (threadIdx.x == 0) { while (atomicCAS(mutex, 0, 1) != 0) {} __threadfence(); *count += 1; __threadfence(); atomicExch(mutex, 0); }
}
lock<<<8, 32>>>(a + 500, a + 501);
__global__ void lanes(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, w = t / 32 * 32;
  for (int d = 1; d < 32; d *= 2) { s[t] = d + t; __syncwarp(); int v = s[w + (t % 32 ^ d)]; __syncwarp(); out[t] = v; }
  int sum = __reduce_add_sync(0xffffffff, t);
  if (t % 32 < 7) { s[t] = sum; __syncwarp(0x7f); out[64 + t] = s[w + (t + 1) % 7]; }
}
lanes<<<1, 64>>>(a + 600);
struct Padded { char c; double d; };
__global__ void padding(Padded *p) { p[0].c = 1; p[0].d = 2; __syncthreads(); p[1] = p[0]; Padded q = p[1]; p[2] = q; }
Padded *p; cudaMalloc(&p, 3 * sizeof(Padded));
padding<<<1, 1>>>(p);
#include <cooperative_groups.h>
__global__ void grid_wide(int *a) { auto g = cooperative_groups::this_grid(); a[g.thread_rank()] = g.thread_rank(); g.sync(); int v = a[g.size() - 1 - g.thread_rank()]; g.sync(); a[g.thread_rank()] = v; }
int *grid_memory; cudaMalloc(&grid_memory, 512);
void *arguments[] = {&grid_memory}; cudaLaunchCooperativeKernel((void *)grid_wide, dim3(4), dim3(32), arguments);
cudaFree(a); cudaFree(p); cudaFree(grid_memory);
//? note: memcheck,racecheck,initcheck,synccheck: nothing found
