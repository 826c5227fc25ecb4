//# A fault in code that runs a whole block names the thread, and the line.
//@ devices = ["cpu"]
//@ tier = "regions"
__global__ void shift(int *data, int *table) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  if (s[63 - t] == 20)
    data[t] = table[1 << 28];
  __syncthreads();
  data[t] += s[t];
}
int *data; cudaMallocManaged(&data, 256); for (int i = 0; i < 64; ++i) data[i] = i;
shift<<<3, 64>>>(data, data); cudaDeviceSynchronize();
data[5]
#include <cassert>
__global__ void check(const int *data, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  assert(s[threadIdx.x ^ 1] != 33);
  out[threadIdx.x] = s[63 - threadIdx.x];
}
for (int i = 0; i < 64; ++i) data[i] = i;
int *out; cudaMalloc(&out, 256);
check<<<1, 64>>>(data, out); cudaDeviceSynchronize();
