// Quicksort by kernels that launch themselves on both halves, in streams of their own; short parts are sorted where they are.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "../cuda_check.h"

const int SHORT = 32, DEEPEST = 16;

__device__ void selectionSort(unsigned *data, int left, int right) {
  for (int i = left; i <= right; ++i) {
    int least = i;
    for (int j = i + 1; j <= right; ++j)
      if (data[j] < data[least])
        least = j;
    unsigned swapped = data[i];
    data[i] = data[least];
    data[least] = swapped;
  }
}

__global__ void quicksort(unsigned *data, int left, int right, int depth) {
  if (depth >= DEEPEST || right - left <= SHORT) {
    selectionSort(data, left, right);
    return;
  }
  unsigned *l = data + left, *r = data + right, pivot = data[(left + right) / 2];
  while (l <= r) {
    unsigned low = *l, high = *r;
    while (low < pivot)
      low = *++l;
    while (high > pivot)
      high = *--r;
    if (l <= r) {
      *l++ = high;
      *r-- = low;
    }
  }
  int newRight = r - data, newLeft = l - data;
  cudaStream_t stream;
  if (left < newRight) {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, stream>>>(data, left, newRight, depth + 1);
    cudaStreamDestroy(stream);
  }
  if (newLeft < right) {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, stream>>>(data, newLeft, right, depth + 1);
    cudaStreamDestroy(stream);
  }
}

int main() {
  const int n = 5000;
  std::vector<unsigned> host(n);
  for (int i = 0; i < n; ++i)
    host[i] = static_cast<unsigned>(i) * 2654435761u % 3001;
  unsigned *data;
  CHECK(cudaMalloc(&data, n * sizeof(unsigned)));
  CHECK(cudaMemcpy(data, host.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
  quicksort<<<1, 1>>>(data, 0, n - 1, 0);
  CHECK(cudaGetLastError());
  std::sort(host.begin(), host.end());
  std::vector<unsigned> sorted(n);
  CHECK(cudaMemcpy(sorted.data(), data, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(data));
  if (sorted != host) {
    std::printf("not sorted\n");
    return 1;
  }
}
