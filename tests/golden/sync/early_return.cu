//# Threads that returned are not waited for: on compute capability 7 and later a barrier counts the threads that are left.
//@ hip = true
__global__ void tail(int n, int *out) {
  if (threadIdx.x >= n) return;
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x * 10;
  __syncthreads();
  out[threadIdx.x] = s[n - 1 - threadIdx.x] + __syncthreads_count(1);
}
int *out; cudaMallocManaged(&out, 64 * sizeof(int));
tail<<<1, 64>>>(40, out);
printf("%d %d %d\n", out[0], out[39], out[40]);
//= 430 40 0
