// Sum of an array with warp shuffles, and once more with the tree in shared memory.
// After J. Luitjens, "Faster Parallel Reductions on Kepler", NVIDIA Technical Blog, 2014 (with the `_sync` shuffles of CUDA 9),
// and M. Harris, "Optimizing Parallel Reduction in CUDA", 2007.
#include <cstdio>
#include <vector>

#include "cuda_check.h"

__inline__ __device__ int warpReduceSum(int value) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}

__inline__ __device__ int blockReduceSum(int value) {
  static __shared__ int shared[32];
  int lane = threadIdx.x % warpSize;
  int warp = threadIdx.x / warpSize;
  value = warpReduceSum(value);
  if (lane == 0)
    shared[warp] = value;
  __syncthreads();
  value = threadIdx.x < blockDim.x / warpSize ? shared[lane] : 0;
  if (warp == 0)
    value = warpReduceSum(value);
  return value;
}

__global__ void deviceReduceKernel(const int *in, int *out, int n) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    sum += in[i];
  sum = blockReduceSum(sum);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

// Sequential addressing: one element per thread, the block's sum in dynamic shared memory.
__global__ void treeReduceKernel(const int *in, int *out, int n) {
  extern __shared__ int data[];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  data[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s)
      data[threadIdx.x] += data[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    atomicAdd(out, data[0]);
}

int main() {
  const int n = 500001, threads = 256, blocks = 128;
  std::vector<int> values(n);
  int expected = 0;
  for (int i = 0; i < n; ++i) {
    values[i] = (i * 7919) % 2003 - 1000;
    expected += values[i];
  }
  int *in, *out;
  CHECK(cudaMalloc(&in, n * sizeof(int)));
  CHECK(cudaMalloc(&out, blocks * sizeof(int)));
  CHECK(cudaMemcpy(in, values.data(), n * sizeof(int), cudaMemcpyHostToDevice));

  deviceReduceKernel<<<blocks, threads>>>(in, out, n);
  deviceReduceKernel<<<1, 1024>>>(out, out, blocks);
  CHECK(cudaGetLastError());
  int shuffled = 0;
  CHECK(cudaMemcpy(&shuffled, out, sizeof(int), cudaMemcpyDeviceToHost));

  CHECK(cudaMemset(out, 0, sizeof(int)));
  treeReduceKernel<<<(n + threads - 1) / threads, threads, threads * sizeof(int)>>>(in, out, n);
  CHECK(cudaGetLastError());
  int tree = 0;
  CHECK(cudaMemcpy(&tree, out, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));

  if (shuffled != expected || tree != expected) {
    std::printf("FAIL reduction: %d by shuffles and %d by the tree, not %d\n", shuffled, tree, expected);
    return 1;
  }
  std::printf("PASS reduction n=%d sum=%d\n", n, expected);
  return 0;
}
