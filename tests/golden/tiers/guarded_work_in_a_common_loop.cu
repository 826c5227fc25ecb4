//# Threads work in some rounds of a loop only, and all meet at its barrier.
//@ devices = ["cpu"]
//@ tier = "regions"
__global__ void pour(const int *rounds, int *out, int most) {
  __shared__ int level[48];
  int t = threadIdx.x, mine = rounds[t];
  level[t] = t;
  __syncthreads();
  for (int i = 0; i < most; ++i) {
    int next = 0;
    if (i < mine) next = level[(t + 1) % blockDim.x] + 1;
    __syncthreads();
    if (i < mine) level[t] = next;
    __syncthreads();
  }
  out[t] = level[t];
}
int *rounds, *out; cudaMallocManaged(&rounds, 192); cudaMallocManaged(&out, 192);
for (int i = 0; i < 48; ++i) rounds[i] = i % 7;
pour<<<1, 48>>>(rounds, out, 6); cudaDeviceSynchronize();
for (int i = 0; i < 48; i += 5) printf("%d ", out[i]);
//= 0 9 16 17 22 31 34 35 44 3
