// Copies and kernels of two streams, part by part, so that one part's copies overlap with another part's kernel.
// After M. Harris, "How to Overlap Data Transfers in CUDA C/C++", NVIDIA Technical Blog, 2012, with an event between the
// streams.
#include <cmath>
#include <cstdio>
#include <vector>

#include "cuda_check.h"

__global__ void kernel(float *a, int offset) {
  int i = offset + threadIdx.x + blockIdx.x * blockDim.x;
  float x = (float)i;
  float s = sinf(x);
  float c = cosf(x);
  a[i] = a[i] + sqrtf(s * s + c * c);
}

// What the parts' kernels have made, added up once both streams have got here.
__global__ void total(const float *a, int n, double *sum) {
  double part = 0;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    part += a[i];
  atomicAdd(sum, part);
}

// After adding 1 to each element, how far the worst one is from its value.
float maxError(const float *a, int n) {
  float worst = 0;
  for (int i = 0; i < n; i++)
    worst = std::fmax(worst, std::fabs(a[i] - (static_cast<float>(i % 8) + 1)));
  return worst;
}

void reset(float *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = static_cast<float>(i % 8);
}

int main() {
  const int blockSize = 256, nStreams = 2, parts = 8;
  const int n = parts * 32 * blockSize, partSize = n / parts;
  const int bytes = n * sizeof(float), partBytes = partSize * sizeof(float);
  float *a, *d_a;
  double *d_sum, sum = 0;
  CHECK(cudaMallocHost(&a, bytes));
  CHECK(cudaMalloc(&d_a, bytes));
  CHECK(cudaMalloc(&d_sum, sizeof(double)));
  cudaStream_t stream[nStreams];
  cudaEvent_t start, stop, ready;
  for (cudaStream_t &one : stream)
    CHECK(cudaStreamCreate(&one));
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));

  // Each stream takes every other part: copy in, kernel, copy out.
  reset(a, n);
  CHECK(cudaEventRecord(start, 0));
  for (int i = 0; i < parts; ++i) {
    int offset = i * partSize;
    cudaStream_t s = stream[i % nStreams];
    CHECK(cudaMemcpyAsync(&d_a[offset], &a[offset], partBytes, cudaMemcpyHostToDevice, s));
    kernel<<<partSize / blockSize, blockSize, 0, s>>>(d_a, offset);
    CHECK(cudaMemcpyAsync(&a[offset], &d_a[offset], partBytes, cudaMemcpyDeviceToHost, s));
  }
  // The second stream's work must be seen by the first one's.
  CHECK(cudaMemsetAsync(d_sum, 0, sizeof(double), stream[0]));
  CHECK(cudaEventRecord(ready, stream[1]));
  CHECK(cudaStreamWaitEvent(stream[0], ready, 0));
  total<<<8, blockSize, 0, stream[0]>>>(d_a, n, d_sum);
  CHECK(cudaMemcpyAsync(&sum, d_sum, sizeof(double), cudaMemcpyDeviceToHost, stream[0]));
  CHECK(cudaGetLastError());
  CHECK(cudaEventRecord(stop, 0));
  CHECK(cudaEventSynchronize(stop));
  CHECK(cudaDeviceSynchronize());

  float milliseconds = -1, error = maxError(a, n);
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  bool idle = cudaStreamQuery(stream[0]) == cudaSuccess && cudaStreamQuery(stream[1]) == cudaSuccess;
  for (cudaStream_t one : stream)
    CHECK(cudaStreamDestroy(one));
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  CHECK(cudaEventDestroy(ready));
  CHECK(cudaFree(d_a));
  CHECK(cudaFree(d_sum));
  CHECK(cudaFreeHost(a));

  double expected = n * 4.5;
  if (!(error < 1e-5f) || !(std::fabs(sum - expected) < 1e-6 * expected) || !(milliseconds > 0) || !idle) {
    std::printf("FAIL stream_pipeline: error %g, sum %g of %g, %g ms%s\n", error, sum, expected, milliseconds,
                idle ? "" : ", a stream is still busy");
    return 1;
  }
  std::printf("PASS stream_pipeline n=%d streams=%d\n", n, nStreams);
  return 0;
}
