//# Lanes exchange values that nobody wants: the exchange stays, and what else the kernel does is right each time that it is compiled.
//@ devices = ["cpu"]
//@ tier = "regions"
__global__ void shifted(const unsigned *in, unsigned *out, unsigned n) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x + blockDim.x * threadIdx.y, v = n + t, w = t;
  for (unsigned i = 0; i < n; i += 3) { v += __shfl_down_sync(0xffffffffu, t, 4); v = in[(t + i) % 8u]; }
  __syncthreads();
  s[t] = v; w += __any_sync(0xffffffffu, w & 1) + 2 * __all_sync(0xffffffffu, v % 3u); __syncthreads();
  w = s[(t * 5 + 1) % 256] + v;
  out[t] = w;
}
unsigned *in, *out; cudaMallocManaged(&in, 1024); cudaMallocManaged(&out, 1024);
for (int i = 0; i < 256; ++i) in[i] = i * 2654435761u >> 7;
shifted<<<1, dim3(16, 16)>>>(in, out, 5); cudaDeviceSynchronize();
int bad = 0; for (unsigned t = 0; t < 256; ++t) bad += out[t] != in[(t + 3) % 8] + in[((t * 5 + 1) % 256 + 3) % 8];
bad
//= (int) 0
