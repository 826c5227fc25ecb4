// Sum of an array with wavefront shuffles, which take no mask in HIP, and once more with the tree in shared memory. For
// wavefronts of 32 and 64 lanes.
// After AMD's tutorial "Reduction" in the HIP documentation.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

#include "hip_check.h"

__inline__ __device__ int warpReduceSum(int value) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    value += __shfl_down(value, offset);
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
  CHECK(hipMalloc(&in, n * sizeof(int)));
  CHECK(hipMalloc(&out, blocks * sizeof(int)));
  CHECK(hipMemcpy(in, values.data(), n * sizeof(int), hipMemcpyHostToDevice));

  deviceReduceKernel<<<blocks, threads>>>(in, out, n);
  deviceReduceKernel<<<1, 128>>>(out, out, blocks);
  CHECK(hipGetLastError());
  int shuffled = 0;
  CHECK(hipMemcpy(&shuffled, out, sizeof(int), hipMemcpyDeviceToHost));

  CHECK(hipMemset(out, 0, sizeof(int)));
  treeReduceKernel<<<(n + threads - 1) / threads, threads, threads * sizeof(int)>>>(in, out, n);
  CHECK(hipGetLastError());
  int tree = 0;
  CHECK(hipMemcpy(&tree, out, sizeof(int), hipMemcpyDeviceToHost));
  CHECK(hipFree(in));
  CHECK(hipFree(out));

  if (shuffled != expected || tree != expected) {
    std::printf("FAIL reduction: %d by shuffles and %d by the tree, not %d\n", shuffled, tree, expected);
    return 1;
  }
  std::printf("PASS reduction n=%d sum=%d\n", n, expected);
  return 0;
}
