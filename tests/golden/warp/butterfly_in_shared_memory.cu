//# Each lane adds what its partner has: all lanes read before any of them writes, in plain memory too, in a loop, and in pieces of a warp.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void all_lanes(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t * t;
  for (int k = 16; k > 0; k /= 2) s[t] += s[t ^ k];
  out[t] = s[t];
}
int *out; cudaMallocManaged(&out, 64 * sizeof(int));
all_lanes<<<1, 32>>>(out);
cudaDeviceSynchronize();
printf("%d %d %d\n", out[0], out[13], out[31]);
//= 10416 10416 10416
// With a sync between the steps, but none between reading and writing.
__global__ void synced_steps(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  for (int k = 1; k < 8; k *= 2) {
    s[t] += s[t ^ k];
    __syncwarp();
  }
  out[t] = s[t];
}
synced_steps<<<1, 64>>>(out);
cudaDeviceSynchronize();
printf("%d %d %d %d\n", out[0], out[7], out[8], out[63]);
//= 28 28 92 476
// Each half of a warp does something else, and they meet again.
__global__ void halves(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  if (t < 16) {
    for (int k = 8; k > 0; k /= 2) s[t] += s[t ^ k];
  } else {
    s[t] = s[47 - t];
  }
  out[t] = s[31 - t];
}
halves<<<1, 32>>>(out);
cudaDeviceSynchronize();
printf("%d %d %d %d\n", out[0], out[15], out[16], out[31]);
//= 16 31 120 120
