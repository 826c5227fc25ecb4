//# A lane that no value depends on in the end: the code of a shuffle was made from it once it was gone.
//@ devices = ["cpu"]
//@ tier = "regions"
__global__ void k6(const unsigned *in, unsigned *out, unsigned *total, unsigned n, unsigned m) {
  __shared__ unsigned s[256], flag;
  unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), B = blockDim.x * blockDim.y * blockDim.z;
  unsigned g = blockIdx.x * B + t, u = blockIdx.x + 3, v0 = in[g], v1 = t * 7, v2 = n + g, v3 = in[B + t] ^ m;
  if (t == 0) flag = n;
  s[t] = v0;
  __syncthreads();
  s[t] = v0;
  __syncthreads();
  v1 += s[(t + 33) % B];
  __syncthreads();
  s[t] = in[(g + v3) % 148u];
  __syncthreads();
  if (t == 25 % B) v1 = s[(t * 5 + 1) % B];
  __syncthreads();
  if (t == 0 % B) flag = (v0 >> 4);
  __syncthreads();
  if (((flag) & 5u) != 0) {
    v0 += flag;
    __syncthreads();
    s[t] = t;
    __syncthreads();
    if (t % 3 == 1) v3 ^= s[B - 1 - t];
    __syncthreads();
  }
  __syncthreads();
  for (unsigned i0 = (6) % 4u; i0 < n; i0 += 1) {
    v2 = (v1 >> 2);
    s[t] = t;
    __syncthreads();
    if (t == 6 % B) v0 = s[(t * 5 + 1) % B];
    __syncthreads();
    v1 += __shfl_sync(0xffffffffu, v0, (t + 8) & 31);
    v1 -= v1;
  }
  s[t] = (v0 * 42u + t);
  __syncthreads();
  if (t % 3 == 1) v2 ^= s[B - 1 - t];
  __syncthreads();
  if (((v1 * 67u + t)) % 3u == 0u) {
    v2 += 8;
    for (unsigned i0 = 0; i0 < 3u; ++i0) {
      v3 ^= t;
    }
    v1 ^= (v1 * 6u + t);
  }
  for (unsigned i0 = m; i0 > 0; i0 >>= 1) {
    if ((i0) % 2u == 1u) {
      v3 *= t;
      s[t] = v1;
      __syncthreads();
      v0 += s[(t + 7) % B];
      __syncthreads();
      v0 *= i0;
    } else {
      s[t] = v3;
      __syncthreads();
      if (t % 3 == 1) v3 ^= s[B - 1 - t];
      __syncthreads();
    }
    v2 ^= i0;
    v1 += __shfl_xor_sync(0xffffffffu, v1, 1);
    __syncwarp();
    v1 -= n;
  }
  out[g * 4] = v0 + u; out[g * 4 + 1] = v1; out[g * 4 + 2] = v2; out[g * 4 + 3] = v3;
}
unsigned *in, *out, *total;
void reset() { memset(out, 0, 16384); memset(total, 0, 64); for (int i = 0; i < 1024; ++i) in[i] = i * 2654435761u >> 7; }
void show(const char *name) { auto error = cudaDeviceSynchronize(); unsigned sum = 17;
for (int i = 0; i < 4096; ++i) sum = sum * 31 + out[i];
for (int i = 0; i < 16; ++i) sum = sum * 31 + total[i];
printf("%s %d %08x\n", name, int(error), sum); fflush(stdout); }
int run() {
  reset(); k6<<<3, dim3(128, 1, 1)>>>(in, out, total, 0, 6); show("k6");
  return 1;
}
cudaMallocManaged(&in, 4096); cudaMallocManaged(&out, 16384); cudaMallocManaged(&total, 64);
run()
//= k6 0 b9a9b0af
//= (int) 1
