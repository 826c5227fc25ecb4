// Bitonic sort: short distances in shared memory, long ones in global memory.
// After K. Batcher, "Sorting Networks and Their Applications", 1968, in the form of NVIDIA's CUDA sample `sortingNetworks`.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "cuda_check.h"

const unsigned SHARED = 512; // keys of a block, two per thread

__device__ inline void compareExchange(float &a, float &b, bool ascending) {
  if ((a > b) == ascending) {
    float t = a;
    a = b;
    b = t;
  }
}

// Sorts each part of SHARED keys, in alternating order.
__global__ void sortShared(float *keys) {
  __shared__ float part[SHARED];
  float *mine = keys + blockIdx.x * SHARED;
  part[threadIdx.x] = mine[threadIdx.x];
  part[threadIdx.x + SHARED / 2] = mine[threadIdx.x + SHARED / 2];
  for (unsigned size = 2; size <= SHARED; size <<= 1) {
    unsigned global = blockIdx.x * (SHARED / 2) + threadIdx.x;
    bool ascending = (global & (size / 2)) == 0;
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      compareExchange(part[at], part[at + stride], ascending);
    }
  }
  __syncthreads();
  mine[threadIdx.x] = part[threadIdx.x];
  mine[threadIdx.x + SHARED / 2] = part[threadIdx.x + SHARED / 2];
}

// One step of a merge whose distance is longer than a part.
__global__ void mergeGlobal(float *keys, unsigned size, unsigned stride) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned at = 2 * i - (i & (stride - 1));
  compareExchange(keys[at], keys[at + stride], (i & (size / 2)) == 0);
}

// All remaining steps of a merge, within each part.
__global__ void mergeShared(float *keys, unsigned size) {
  __shared__ float part[SHARED];
  float *mine = keys + blockIdx.x * SHARED;
  part[threadIdx.x] = mine[threadIdx.x];
  part[threadIdx.x + SHARED / 2] = mine[threadIdx.x + SHARED / 2];
  unsigned i = blockIdx.x * (SHARED / 2) + threadIdx.x;
  bool ascending = (i & (size / 2)) == 0;
  for (unsigned stride = SHARED / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    compareExchange(part[at], part[at + stride], ascending);
  }
  __syncthreads();
  mine[threadIdx.x] = part[threadIdx.x];
  mine[threadIdx.x + SHARED / 2] = part[threadIdx.x + SHARED / 2];
}

int main() {
  const unsigned n = 1 << 15;
  std::vector<float> keys(n);
  unsigned state = 1;
  for (float &key : keys) {
    state = state * 1664525u + 1013904223u;
    key = static_cast<float>(state >> 8) / 1000 - 5000;
  }
  float *device_keys;
  CHECK(cudaMalloc(&device_keys, n * sizeof(float)));
  CHECK(cudaMemcpy(device_keys, keys.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  sortShared<<<n / SHARED, SHARED / 2>>>(device_keys);
  for (unsigned size = 2 * SHARED; size <= n; size <<= 1) {
    for (unsigned stride = size / 2; stride >= SHARED; stride >>= 1)
      mergeGlobal<<<n / 2 / 256, 256>>>(device_keys, size, stride);
    mergeShared<<<n / SHARED, SHARED / 2>>>(device_keys, size);
  }
  CHECK(cudaGetLastError());

  std::vector<float> sorted(n);
  CHECK(cudaMemcpy(sorted.data(), device_keys, n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_keys));
  std::sort(keys.begin(), keys.end());
  if (sorted != keys) {
    unsigned at = std::mismatch(sorted.begin(), sorted.end(), keys.begin()).first - sorted.begin();
    std::printf("FAIL bitonic_sort: key %u is %g, not %g\n", at, sorted[at], keys[at]);
    return 1;
  }
  std::printf("PASS bitonic_sort n=%u\n", n);
  return 0;
}
