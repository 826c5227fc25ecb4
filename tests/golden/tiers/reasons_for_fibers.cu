//# `%tier` tells what keeps a kernel from running in loops between barriers, with the lines that do.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void branch(float *p, int n) {
  __shared__ float s[64]; s[threadIdx.x] = p[threadIdx.x];
  if (threadIdx.x < n)
    __syncthreads();
  p[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void rounds(float *p) {
  __shared__ float s[64];
  for (int i = 0; i < (int)threadIdx.x; ++i) {
    s[threadIdx.x] += p[i];
    __syncthreads();
  }
  p[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void by_data(int *p) {
  __shared__ int s[64]; s[threadIdx.x] = p[threadIdx.x];
  if (p[threadIdx.x] > 3)
    __syncthreads();
  p[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void by_flag(int *p) {
  __shared__ int s[64], done; s[threadIdx.x] = p[threadIdx.x];
  if (p[threadIdx.x] == 7) done = 1;
  if (done)
    __syncthreads();
  p[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void by_atomic(int *p) {
  __shared__ int s[64]; s[threadIdx.x] = p[threadIdx.x];
  if (atomicAdd(&p[0], 1) == 5)
    __syncthreads();
  p[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void prints(int *p) {
  __syncthreads();
  printf("%d\n", p[threadIdx.x]);
}
__global__ void allocates(int **p) {
  __syncthreads();
  p[threadIdx.x] = (int *)malloc(4);
}
__global__ void some_lanes(int *p, unsigned mask) {
  p[threadIdx.x] = __shfl_down_sync(mask, p[threadIdx.x], 1);
}
__global__ void waits(volatile int *p) {
  __syncthreads();
  while (*p == 0) {}
}
__device__ int depth(int n) { return n < 2 ? n : depth(n - 1) + depth(n - 2); }
__global__ void recursive(int *p) {
  __syncthreads();
  p[threadIdx.x] = depth(p[threadIdx.x]);
}
__global__ void by_pointer(int *p, int (*f)(int)) {
  __syncthreads();
  p[threadIdx.x] = f(p[threadIdx.x]);
}
__global__ void large(int *p, int n) {
  int own[6000];
  for (int i = 0; i < n; ++i) own[p[i] % 6000] = i;
  __syncthreads();
  p[threadIdx.x] = own[n % 6000];
}
__global__ void ends(int *p, int n) {
  if (threadIdx.x >= n)
    return;
  p[threadIdx.x] = __shfl_xor_sync(0xffffffff, p[threadIdx.x], 1);
}
__global__ void votes(int *p) {
  p[threadIdx.x] = __syncthreads_count(p[threadIdx.x] > 0);
}
__global__ void active(unsigned *p) {
  __syncthreads();
  p[threadIdx.x] = __activemask();
}
//! rest 200 ms
%tier branch
%tier rounds
%tier by_data
%tier by_flag
%tier by_atomic
%tier prints
%tier allocates
%tier some_lanes
%tier waits
%tier recursive
%tier by_pointer
%tier large
%tier ends
%tier votes
%tier active
