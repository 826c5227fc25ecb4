//# Lanes that count on steps: each reads before any of its warp writes. In branches, nested ones too, in both tiers.
//@ devices = ["cpu"]
//@ tier = "regions"
__global__ void prefix(const int *in, int *out) {
  __shared__ int s[512];
  int t = threadIdx.x, n = 512, off = 1;
  s[2 * t] = in[2 * t]; s[2 * t + 1] = in[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) { __syncthreads(); if (t < d) { int a = off * (2 * t + 1) - 1, c = off * (2 * t + 2) - 1; s[c] += s[a]; } off *= 2; }
  if (t == 0) s[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) { off >>= 1; __syncthreads(); if (t < d) { int a = off * (2 * t + 1) - 1, c = off * (2 * t + 2) - 1; int x = s[a]; s[a] = s[c]; s[c] += x; } }
  __syncthreads();
  out[2 * t] = s[2 * t]; out[2 * t + 1] = s[2 * t + 1];
}
__global__ void order(int *all) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = all[t]; s[t + 128] = all[t + 128];
  for (int size = 2; size <= 256; size <<= 1)
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      int at = 2 * t - (t & (stride - 1));
      int a = s[at], c = s[at + stride];
      if ((a > c) == ((at & size) == 0)) { s[at] = c; s[at + stride] = a; }
    }
  __syncthreads();
  all[t] = s[t]; all[t + 128] = s[t + 128];
}
__global__ void old_sum(const int *in, int *out) {
  __shared__ volatile int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 128) s[t] += s[t + 128];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) { s[t] += s[t + 32]; s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4]; s[t] += s[t + 2]; s[t] += s[t + 1]; }
  if (t == 0) *out = s[0];
}
__global__ void nested(int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, other = (t & 32) + ((t + 5) & 31), v = 0;
  s[t] = t;
  __syncthreads();
  if (t % 4 != 1) {
    v = s[other];
    s[t] = v * 2;
    if (t % 3 == n) { v += s[other]; s[t] = v + 1; } else v -= 1;
  }
  __syncthreads();
  out[t] = s[t] * 1000 + v;
}
int *in, *out; cudaMallocManaged(&in, 2048); cudaMallocManaged(&out, 2048);
for (int i = 0; i < 512; ++i) in[i] = i * 7 % 11;
prefix<<<1, 256>>>(in, out); cudaDeviceSynchronize();
int wrong = 0; for (int i = 0, sum = 0; i < 512; ++i) { wrong += out[i] != sum; sum += in[i]; }
wrong
//= (int) 0
for (int i = 0; i < 256; ++i) out[i] = i * 97 % 256;
order<<<1, 128>>>(out); cudaDeviceSynchronize();
for (int i = 0; i < 256; ++i) wrong += out[i] != i;
wrong
//= (int) 0
old_sum<<<1, 256>>>(in, out); cudaDeviceSynchronize();
int sum = 0; for (int i = 0; i < 256; ++i) sum += in[i];
out[0] == sum
//= (bool) true
nested<<<1, 64>>>(out, 2); cudaDeviceSynchronize();
for (int i = 0; i < 64; i += 7) printf("%d ", out[i]);
//= 10004 24011 68067 21000 2000 131130 94046 49000 123122 72035
