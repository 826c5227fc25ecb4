// Histogram of bytes: each block counts in shared memory with atomics, then adds its counts to the whole.
// After J. Sanders and E. Kandrot, "CUDA by Example", chapter 9, and D. Kirk and W. Hwu, "Programming Massively Parallel
// Processors", chapter "Parallel histogram" (privatisation).
#include <cstdio>
#include <vector>

#include "cuda_check.h"

#define BINS 256

__global__ void histo_kernel(const unsigned char *buffer, long size, unsigned *histo) {
  __shared__ unsigned temp[BINS];
  temp[threadIdx.x] = 0;
  __syncthreads();
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int stride = blockDim.x * gridDim.x;
  while (i < size) {
    atomicAdd(&temp[buffer[i]], 1);
    i += stride;
  }
  __syncthreads();
  atomicAdd(&histo[threadIdx.x], temp[threadIdx.x]);
}

int main() {
  const long size = 1 << 20;
  std::vector<unsigned char> buffer(size);
  unsigned state = 12345;
  for (long i = 0; i < size; ++i) {
    state = state * 1664525u + 1013904223u;
    // A quarter of all bytes are zero, so that atomics collide.
    buffer[i] = (state >> 16 & 3) == 0 ? 0 : state >> 24;
  }
  unsigned char *device_buffer;
  unsigned *device_histo;
  CHECK(cudaMalloc(&device_buffer, size));
  CHECK(cudaMalloc(&device_histo, BINS * sizeof(unsigned)));
  CHECK(cudaMemcpy(device_buffer, buffer.data(), size, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(device_histo, 0, BINS * sizeof(unsigned)));

  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  histo_kernel<<<properties.multiProcessorCount * 2, BINS>>>(device_buffer, size, device_histo);
  CHECK(cudaGetLastError());

  unsigned histo[BINS], expected[BINS] = {};
  CHECK(cudaMemcpy(histo, device_histo, sizeof(histo), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_buffer));
  CHECK(cudaFree(device_histo));
  for (long i = 0; i < size; ++i)
    ++expected[buffer[i]];
  for (int bin = 0; bin < BINS; ++bin) {
    if (histo[bin] != expected[bin]) {
      std::printf("FAIL histogram: bin %d holds %u, not %u\n", bin, histo[bin], expected[bin]);
      return 1;
    }
  }
  std::printf("PASS histogram n=%ld zeros=%u\n", size, histo[0]);
  return 0;
}
