// Quicksort whose parts are split by all warps of a grid: ballots find places, atomics keep the counts, the last block launches the halves, and short
// parts go to a bitonic sort in shared memory.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "../cuda_check.h"

const int BLOCK = 128, SHORT = 256;

// One for each part that is being split.
struct Part {
  unsigned left, right, blocks;
};

__global__ void bitonic(const unsigned *from, unsigned *to, int n) {
  __shared__ unsigned keys[SHORT];
  for (int i = threadIdx.x; i < SHORT; i += blockDim.x)
    keys[i] = i < n ? from[i] : ~0u;
  __syncthreads();
  for (int size = 2; size <= SHORT; size *= 2)
    for (int stride = size / 2; stride > 0; stride /= 2) {
      int i = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      bool up = (i & size) == 0;
      if ((keys[i] > keys[i + stride]) == up) {
        unsigned swapped = keys[i];
        keys[i] = keys[i + stride];
        keys[i + stride] = swapped;
      }
      __syncthreads();
    }
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    to[i] = keys[i];
}

__global__ void split(unsigned *in, unsigned *out, unsigned *result, int n, unsigned pivot, Part *part, int depth);

__device__ unsigned middle(unsigned a, unsigned b, unsigned c) { return max(min(a, b), min(max(a, b), c)); }

__device__ void go(unsigned *from, unsigned *other, unsigned *result, int n, int depth) {
  if (n == 0)
    return;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  if (n <= SHORT) {
    bitonic<<<1, SHORT / 2, 0, stream>>>(from, result, n);
  } else if (depth == 20) {
    // Equal keys.
    cudaMemcpyAsync(result, from, n * sizeof(unsigned), cudaMemcpyDeviceToDevice, stream);
  } else {
    Part *part;
    cudaMalloc(&part, sizeof(Part));
    cudaMemsetAsync(part, 0, sizeof(Part), stream);
    split<<<(n + BLOCK - 1) / BLOCK, BLOCK, 0, stream>>>(from, other, result, n, middle(from[0], from[n / 2], from[n - 1]), part, depth);
  }
  cudaStreamDestroy(stream);
}

__global__ void split(unsigned *in, unsigned *out, unsigned *result, int n, unsigned pivot, Part *part, int depth) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned lane = threadIdx.x % 32, before = (1u << lane) - 1;
  // Keys that are the pivot go to either side in turn, so that a part of the greatest or the least key grows smaller too.
  bool valid = i < n, equal = depth % 2 == 0;
  unsigned key = valid ? in[i] : 0;
  bool goesLeft = valid && (key < pivot || (equal && key == pivot)), goesRight = valid && !goesLeft;
  unsigned less = __ballot_sync(~0u, goesLeft), greater = __ballot_sync(~0u, goesRight);
  unsigned left = 0, right = 0;
  if (lane == 0) {
    left = atomicAdd(&part->left, __popc(less));
    right = atomicAdd(&part->right, __popc(greater));
  }
  left = __shfl_sync(~0u, left, 0);
  right = __shfl_sync(~0u, right, 0);
  if (goesLeft)
    out[left + __popc(less & before)] = key;
  if (goesRight)
    out[n - 1 - right - __popc(greater & before)] = key;
  __threadfence();
  __syncthreads();
  if (threadIdx.x || atomicAdd(&part->blocks, 1) != gridDim.x - 1)
    return;
  // The last block knows where the halves are.
  int leftOnes = part->left;
  cudaFree(part);
  go(out, in, result, leftOnes, depth + 1);
  go(out + leftOnes, in + leftOnes, result + leftOnes, n - leftOnes, depth + 1);
}

__global__ void start(unsigned *data, unsigned *other, unsigned *result, int n) { go(data, other, result, n, 0); }

int main() {
  const int n = 20000;
  std::vector<unsigned> host(n), sorted(n);
  unsigned key = 1;
  for (unsigned &it : host)
    it = (key = key * 1664525u + 1013904223u) >> 12;
  unsigned *data, *other, *result;
  CHECK(cudaMalloc(&data, n * sizeof(unsigned)));
  CHECK(cudaMalloc(&other, n * sizeof(unsigned)));
  CHECK(cudaMalloc(&result, n * sizeof(unsigned)));
  CHECK(cudaMemcpy(data, host.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
  start<<<1, 1>>>(data, other, result, n);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(sorted.data(), result, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
  std::sort(host.begin(), host.end());
  CHECK(cudaFree(data));
  CHECK(cudaFree(other));
  CHECK(cudaFree(result));
  if (sorted != host) {
    std::printf("not sorted\n");
    return 1;
  }
}
