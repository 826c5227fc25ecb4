//# Prefix sums within a warp through shared memory without a sync, with and without a condition, in a device function that stays a call.
//@ devices = ["cpu"]
//@ mistakes = true
__device__ int scanned(volatile int *s, int value) {
  int lane = threadIdx.x & 31;
  s[lane] = value;
  if (lane >= 1) s[lane] += s[lane - 1];
  if (lane >= 2) s[lane] += s[lane - 2];
  if (lane >= 4) s[lane] += s[lane - 4];
  if (lane >= 8) s[lane] += s[lane - 8];
  if (lane >= 16) s[lane] += s[lane - 16];
  return s[lane];
}
__global__ void scan(int *out) {
  __shared__ int s[3][32];
  out[threadIdx.x] = scanned(s[threadIdx.x / 32], threadIdx.x % 7);
}
int *out; cudaMallocManaged(&out, 96 * sizeof(int));
scan<<<1, 96>>>(out);
cudaDeviceSynchronize();
printf("%d %d %d %d %d %d\n", out[0], out[10], out[31], out[32], out[64], out[95]);
//= 0 27 90 4 1 94
// The usual padding: zeros before the numbers make conditions unnecessary. Distances grow in a loop.
__global__ void padded(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 0;
  int *mine = s + 32 + t;
  *mine = t;
  for (int k = 1; k < 32; k *= 2) *mine += mine[-k];
  out[t] = *mine;
}
padded<<<1, 32>>>(out);
cudaDeviceSynchronize();
printf("%d %d %d %d\n", out[1], out[2], out[30], out[31]);
//= 1 3 465 496
// A function that calls itself stays a call.
__device__ void sweep(int *s, int k) {
  int t = threadIdx.x;
  if (t < k) s[t] += s[t + k];
  if (k > 1) sweep(s, k / 2);
}
__global__ void swept(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = 1 + threadIdx.x;
  s[threadIdx.x + 32] = 100;
  sweep(s, 32);
  if (threadIdx.x == 0) *out = s[0];
}
swept<<<1, 32>>>(out);
cudaDeviceSynchronize();
*out
//= (int) 3728
