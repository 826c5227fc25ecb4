//# Threads that have ended are not waited for; those that are left, and their arrays, go on.
//@ devices = ["cpu"]
//@ tier = "regions"
__global__ void shrink(int *out, int n) {
  __shared__ int s[40];
  int t = threadIdx.x, history[4] = {t, 0, 0, 0};
  s[t] = t * t;
  __syncthreads();
  if (t >= n) return;
  for (int i = 1; i < 4; ++i) {
    history[i] = s[(t + i) % n];
    __syncthreads();
    if (t % (i + 3) == 2) { out[t] = -t; return; }
    s[t] += history[i];
    __syncthreads();
  }
  int sum = 0;
  for (int i = 0; i < 4; ++i) sum += history[(i + t) & 3] * (i + 1);
  out[t] = sum;
}
int *out; cudaMallocManaged(&out, 160);
shrink<<<1, 40>>>(out, 37); cudaDeviceSynchronize();
for (int i = 0; i < 40; i += 3) printf("%d ", out[i]);
//= 358 334 -6 1605 -12 3574 -18 8409 9354 -27 -30 10233 67 0
