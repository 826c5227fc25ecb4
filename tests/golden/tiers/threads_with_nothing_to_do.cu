//# Only threads with something to do run in a region; bounds of any sign, none at all, and values that others left stay right.
//@ devices = ["cpu"]
//@ tier = "regions"
__global__ void halves(int *p, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = p[t];
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d >>= 1) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
  if (t == 0) p[64] = s[0];
}
__global__ void bounds(int *p, int low, unsigned high, long long wide) {
  __shared__ int s[64];
  int t = threadIdx.x, kept = t;
  s[t] = 1;
  __syncthreads();
  if (t < low) s[t] += 10;
  __syncthreads();
  if (t <= low) s[t] += 100;
  __syncthreads();
  if (threadIdx.x <= high) s[t] += 1000;
  __syncthreads();
  if (t >= wide) kept = -1; else { s[t] += 10000; kept += s[t]; }
  __syncthreads();
  if (t < 5 && p[t] > 2) s[t] += 100000;
  __syncthreads();
  p[t] = s[t]; p[64 + t] = kept;
}
__global__ void ends_early(int *p, int low) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t >= 40) return;
  s[t] = t;
  __syncthreads();
  if (t < low) s[t] = s[39 - t] * 2;
  __syncthreads();
  if (t >= low) return;
  p[t] = s[t];
}
int *p; cudaMallocManaged(&p, 4 * 128);
void show(int n) { cudaDeviceSynchronize(); for (int i = 0; i < n; ++i) printf("%d ", p[i]); printf("\n"); }
for (int i = 0; i < 64; ++i) p[i] = i; halves<<<1, 64>>>(p, 64); cudaDeviceSynchronize(); p[64]
//= (int) 2016
for (int i = 0; i < 64; ++i) p[i] = i; bounds<<<1, 8>>>(p, 3, 5, 6); show(8);
//= 11111 11111 11111 111101 111001 11001 1 1
p[64] + p[69] + p[70] + p[71]
//= (int) 22115
for (int i = 0; i < 64; ++i) p[i] = i; bounds<<<1, 8>>>(p, -1, 0xffffffffu, -2); show(8);
//= 1001 1001 1001 101001 101001 1001 1001 1001
for (int i = 0; i < 64; ++i) p[i] = i; bounds<<<1, 8>>>(p, 2147483647, 0, 1ll << 40); show(8);
//= 11111 10111 10111 110111 110111 10111 10111 10111
for (int i = 0; i < 64; ++i) p[i] = -i; ends_early<<<1, 64>>>(p, 6); show(8);
//= 78 76 74 72 70 68 -6 -7
for (int i = 0; i < 64; ++i) p[i] = -i; ends_early<<<1, 64>>>(p, 0); show(4);
//= 0 -1 -2 -3
