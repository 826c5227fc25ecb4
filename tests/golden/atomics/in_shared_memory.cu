//# Atomics on shared memory: a histogram per block, merged by atomics on global memory.
//@ hip = true
__global__ void histogram(const unsigned char *text, int n, unsigned *bins) {
  __shared__ unsigned local[8];
  if (threadIdx.x < 8) local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[text[i] % 8], 1);
  __syncthreads();
  if (threadIdx.x < 8) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
unsigned char *text; unsigned *bins; cudaMallocManaged(&text, 5000); cudaMallocManaged(&bins, 32);
for (int i = 0; i < 5000; ++i) text[i] = i * i;
histogram<<<5, 96>>>(text, 5000, bins);
for (int i = 0; i < 8; ++i) printf("%u ", bins[i]);
//= 1250 2500 0 0 1250 0 0 0
