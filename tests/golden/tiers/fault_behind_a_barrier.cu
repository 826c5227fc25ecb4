//# A fault in code that runs a whole block names the thread, and the line.
//@ devices = ["cpu"]
//@ tier = "regions"
//@ mistakes = true
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
shift<<<1, 64>>>(data, data); cudaDeviceSynchronize();
//? error: cell 3: kernel `shift` <<<(1,1,1), (64,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (43,0,0)
//?   invalid read of address 0x…
//?   at cell 1:7 in `shift`
data[5]
//= (int) 5
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
//? cell 6:5: void check(const int *, int *): block: [0,0,0], thread: [32,0,0] Assertion `s[threadIdx.x ^ 1] != 33` failed.
//? error: cell 9: kernel `check` <<<(1,1,1), (64,1,1)>>>: cudaErrorAssert at block (0,0,0), thread (32,0,0)
//?   cell 6:5: void check(const int *, int *): block: [0,0,0], thread: [32,0,0] Assertion `s[threadIdx.x ^ 1] != 33` failed.
