//# One thread that has something to do behind a loop of the block: the others are left out, and a guard that is a loop's own is none.
//@ devices = ["cpu"]
//@ tier = "regions"
__global__ void reduce(const int *in, int *out) {
  __shared__ int s[256]; int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t]; __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d >>= 1) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void several(const int *in, int *out, int most) {
  __shared__ int s[256]; int t = threadIdx.x, sum = 0;
  s[t] = in[t]; __syncthreads();
  for (int d = 0; d < most; ++d) { sum += s[(t + d) % blockDim.x]; __syncthreads(); s[t] ^= sum; __syncthreads(); }
  for (int k = t; k < most; ++k) sum += k * s[k & 255];
  if (t < most) out[t] = sum; else if (t == most + 1) out[t] = -sum;
}
int *in, *out; cudaMallocManaged(&in, 4096); cudaMallocManaged(&out, 4096);
for (int i = 0; i < 1024; ++i) in[i] = i % 97; memset(out, 0, 4096);
reduce<<<4, 256>>>(in, out); cudaDeviceSynchronize();
out[0] + out[1] * 3 + out[2] * 5 + out[3] * 7
//= (int) 193253
reduce<<<8, 128>>>(in, out); cudaDeviceSynchronize();
out[0] + out[1] + out[7]
//= (int) 17037
several<<<1, 64>>>(in, out, 20); cudaDeviceSynchronize();
int all = 0; for (int i = 0; i < 64; ++i) all = all * 31 + out[i];
all
//= (int) -1489018138
