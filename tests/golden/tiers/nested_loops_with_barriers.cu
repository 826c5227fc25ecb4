//# Barriers in loops within each other, whose bounds depend on the outer counter and on shared memory.
//@ devices = ["cpu"]
//@ tier = "regions"
__global__ void sort(int *data) {
  __shared__ int s[64], passes;
  int t = threadIdx.x;
  s[t] = data[blockIdx.x * 64 + t];
  if (t == 5) passes = 0;
  __syncthreads();
  for (int k = 2; k <= 64; k <<= 1) {
    for (int j = k >> 1; j > 0; j >>= 1) {
      int other = t ^ j;
      if (other > t) {
        bool up = (t & k) == 0;
        if ((s[t] > s[other]) == up) { int x = s[t]; s[t] = s[other]; s[other] = x; }
      }
      __syncthreads();
      if (t == 0) ++passes;
      __syncthreads();
      if (passes == 1000) break;
    }
    __syncthreads();
  }
  data[blockIdx.x * 64 + t] = s[t] + (t == 0 ? passes * 1000 : 0);
}
int *data; cudaMallocManaged(&data, 512);
for (int i = 0; i < 128; ++i) data[i] = i * 37 % 101;
sort<<<2, 64>>>(data); cudaDeviceSynchronize();
for (int i = 0; i < 128; i += 9) printf("%d ", data[i]);
//= 21000 13 29 42 57 72 86 100 13 27 41 54 68 82 97
