//# `__syncthreads` in a loop: every round sees all writes of the round before.
__global__ void prefix(int *data) {
  __shared__ int a[64], b[64];
  int *from = a, *to = b, i = threadIdx.x;
  from[i] = data[i];
  for (int step = 1; step < 64; step *= 2) {
    __syncthreads();
    to[i] = i >= step ? from[i] + from[i - step] : from[i];
    int *swap = from; from = to; to = swap;
  }
  data[i] = from[i];
}
int *data; cudaMallocManaged(&data, 64 * sizeof(int)); for (int i = 0; i < 64; ++i) data[i] = i + 1;
prefix<<<1, 64>>>(data);
int wrong = 0; for (int i = 0; i < 64; ++i) wrong += data[i] != (i + 1) * (i + 2) / 2;
wrong
//= (int) 0
data[63]
//= (int) 2080
