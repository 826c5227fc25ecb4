//# What only the first warps of a block do with their lanes is done for them alone, and leaves the others' values as they were.
//@ devices = ["cpu"]
//@ tier = "regions"
__global__ void sums(const float *in, float *out, int warps) {
  __shared__ float part[32];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  float v = in[blockIdx.x * blockDim.x + t];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
  if (lane == 0) part[warp] = v;
  __syncthreads();
  float own = v;
  if (warp == 0) {
    v = lane < warps ? part[lane] : 0;
    for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffff, v, d);
    part[lane] = v;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = warp == 0 ? v : own + part[lane];
}
__global__ void two_warps(const float *in, float *out) {
  int t = threadIdx.x; float v = in[t], w = 1;
  if (t < 64) { w = __shfl_down_sync(0xffffffff, v, 1); v = w + __shfl_up_sync(0xffffffff, v, 2); }
  out[t] = v * 2 + w;
}
float *in, *out; cudaMallocManaged(&in, 4 * 256); cudaMallocManaged(&out, 4 * 256);
for (int i = 0; i < 256; ++i) in[i] = i % 7;
sums<<<2, 128>>>(in, out, 4); cudaDeviceSynchronize();
for (int i = 0; i < 256; i += 31) printf("%g ", out[i]);
//= 379 379 475 475 475 383 479 479 479
sums<<<8, 32>>>(in, out, 1); cudaDeviceSynchronize();
for (int i = 0; i < 256; i += 31) printf("%g ", out[i]);
//= 90 90 99 94 96 98 93 102 90
two_warps<<<1, 128>>>(in, out); cudaDeviceSynchronize();
for (int i = 0; i < 128; i += 9) printf("%g ", out[i]);
//= 3 9 19 8 18 14 24 10 5 9 13 3 7 11 1
