//# The textbook reduction: shuffles inside warps, shared memory between them, one atomic a block.
//@ hip = true
__inline__ __device__ float warp_sum(float v) {
  for (int step = warpSize / 2; step > 0; step /= 2) v += __shfl_down_sync(0xffffffff, v, step);
  return v;
}
__global__ void sum(const float *in, float *out, int n) {
  __shared__ float partial[32];
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i];
  v = warp_sum(v);
  int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  if (lane == 0) partial[warp] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / warpSize ? partial[lane] : 0;
  if (warp == 0) { v = warp_sum(v); if (lane == 0) atomicAdd(out, v); }
}
float *in, *out; cudaMallocManaged(&in, 10000 * 4); cudaMallocManaged(&out, 4); for (int i = 0; i < 10000; ++i) in[i] = i % 10;
sum<<<7, 224>>>(in, out, 10000);
*out
//= (float) 45000.0f
