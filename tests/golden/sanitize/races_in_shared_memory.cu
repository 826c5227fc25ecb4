//# Two threads of a block reach one word, one writes, and no barrier stands between.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
int *out; cudaMalloc(&out, 4096);
__global__ void no_barrier(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[(t + 1) % 64];
}
no_barrier<<<1, 64>>>(out);
__global__ void write_after_read(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  int v = s[63 - t];
  s[t] = v + 1;
  __syncthreads();
  out[t] = s[t];
}
write_after_read<<<1, 64>>>(out);
__global__ void two_writes(int *out) {
  __shared__ int s;
  s = threadIdx.x + 1;
  __syncthreads();
  out[threadIdx.x] = s;
}
two_writes<<<1, 64>>>(out);
__global__ void second_barrier(int *out, int rounds) {
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < rounds; i++) {
    s[t] = i + t;
    __syncthreads();
    sum += s[(t + 1) % 64];
  }
  out[t] = sum;
}
second_barrier<<<1, 64>>>(out, 3);
__global__ void no_syncwarp(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  s[t] += s[t ^ 1];
  __syncwarp();
  out[t] = s[t];
}
no_syncwarp<<<1, 32>>>(out);
__global__ void old_reduction(int *out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
  }
  if (t == 0) *out = s[0];
}
old_reduction<<<1, 64>>>(out);
__global__ void other_warp(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  out[t] = s[(t + 32) % 64];
}
other_warp<<<1, 64>>>(out);
__global__ void beside_atomics(int *out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 5;
  atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0) *out = count;
}
beside_atomics<<<1, 64>>>(out);
__global__ void half_of_the_warp(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  if (t < 16) __syncwarp(0xffff);
  out[t] = s[(t + 16) % 32];
}
half_of_the_warp<<<1, 32>>>(out);
cudaFree(out);
