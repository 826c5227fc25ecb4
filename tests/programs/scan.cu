// Work-efficient exclusive prefix sum of an array of any length.
// After G. Blelloch, "Prefix Sums and Their Applications", 1990, as in M. Harris, S. Sengupta and J. Owens, "Parallel
// Prefix Sum (Scan) with CUDA", GPU Gems 3, chapter 39: each block scans a part, the parts' sums are scanned and added.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "cuda_check.h"

#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)

const int PART = 512; // elements of a block, two per thread

__global__ void prescan(const unsigned *in, unsigned *out, unsigned *sums, int n) {
  extern __shared__ unsigned temp[];
  int thread = threadIdx.x, first = blockIdx.x * PART, offset = 1;
  int ai = thread, bi = thread + PART / 2;
  int bankA = CONFLICT_FREE_OFFSET(ai), bankB = CONFLICT_FREE_OFFSET(bi);
  temp[ai + bankA] = first + ai < n ? in[first + ai] : 0;
  temp[bi + bankB] = first + bi < n ? in[first + bi] : 0;
  for (int d = PART >> 1; d > 0; d >>= 1) { // up-sweep: build sums in place up the tree
    __syncthreads();
    if (thread < d) {
      int a = offset * (2 * thread + 1) - 1, b = offset * (2 * thread + 2) - 1;
      temp[b + CONFLICT_FREE_OFFSET(b)] += temp[a + CONFLICT_FREE_OFFSET(a)];
    }
    offset *= 2;
  }
  if (thread == 0) {
    int last = PART - 1 + CONFLICT_FREE_OFFSET(PART - 1);
    sums[blockIdx.x] = temp[last];
    temp[last] = 0;
  }
  for (int d = 1; d < PART; d *= 2) { // down-sweep: traverse down the tree and build the scan
    offset >>= 1;
    __syncthreads();
    if (thread < d) {
      int a = offset * (2 * thread + 1) - 1, b = offset * (2 * thread + 2) - 1;
      a += CONFLICT_FREE_OFFSET(a);
      b += CONFLICT_FREE_OFFSET(b);
      unsigned t = temp[a];
      temp[a] = temp[b];
      temp[b] += t;
    }
  }
  __syncthreads();
  if (first + ai < n)
    out[first + ai] = temp[ai + bankA];
  if (first + bi < n)
    out[first + bi] = temp[bi + bankB];
}

__global__ void uniformAdd(unsigned *data, const unsigned *sums, int n) {
  int i = blockIdx.x * PART + threadIdx.x;
  for (int end = (blockIdx.x + 1) * PART; i < end && i < n; i += blockDim.x)
    data[i] += sums[blockIdx.x];
}

void scan(const unsigned *in, unsigned *out, int n) {
  int parts = (n + PART - 1) / PART;
  unsigned *sums;
  CHECK(cudaMalloc(&sums, parts * sizeof(unsigned)));
  size_t shared = (PART + CONFLICT_FREE_OFFSET(PART)) * sizeof(unsigned);
  prescan<<<parts, PART / 2, shared>>>(in, out, sums, n);
  CHECK(cudaGetLastError());
  if (parts > 1) {
    scan(sums, sums, parts);
    uniformAdd<<<parts, PART / 2>>>(out, sums, n);
    CHECK(cudaGetLastError());
  }
  CHECK(cudaFree(sums));
}

int main() {
  // 100,000 elements take 196 parts and one more level; 300,000 take two more levels.
  for (int n : {1, 512, 1000, 100000, 300000}) {
    std::vector<unsigned> in(n), out(n);
    for (int i = 0; i < n; ++i)
      in[i] = static_cast<unsigned>(i) * 2654435761u >> 22;
    unsigned *device_in, *device_out;
    CHECK(cudaMalloc(&device_in, n * sizeof(unsigned)));
    CHECK(cudaMalloc(&device_out, n * sizeof(unsigned)));
    CHECK(cudaMemcpy(device_in, in.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
    scan(device_in, device_out, n);
    CHECK(cudaMemcpy(out.data(), device_out, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_in));
    CHECK(cudaFree(device_out));
    unsigned sum = 0;
    for (int i = 0; i < n; ++i) {
      if (out[i] != sum) {
        std::printf("FAIL scan: element %d of %d is %u, not %u\n", i, n, out[i], sum);
        return 1;
      }
      sum += in[i];
    }
  }
  std::printf("PASS scan n=1..300000\n");
  return 0;
}
