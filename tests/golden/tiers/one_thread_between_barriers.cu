//# What stands behind `if (t == 0)` between two barriers is one thread's, in each round.
//@ devices = ["cpu"]
//@ tier = "regions"
__global__ void queue(int *log, int *out, int rounds) {
  __shared__ int head, turn[64];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  if (t == 0) head = 0;
  __syncthreads();
  for (int r = 0; r < rounds; ++r) {
    if (t == 0) { log[r] = head; ++head; }
    __syncthreads();
    turn[t] = head * 100 + t;
    __syncthreads();
    if (t == 63 - r) head += turn[(t + 1) % 64] % 3;
    __syncthreads();
  }
  out[t] = turn[t] + head;
}
int *log_, *out; cudaMallocManaged(&log_, 64); cudaMallocManaged(&out, 256);
queue<<<1, dim3(16, 4)>>>(log_, out, 5); cudaDeviceSynchronize();
for (int i = 0; i < 5; ++i) printf("%d ", log_[i]);
//= 0 2 3 4 5
printf("| %d %d %d\n", out[0], out[17], out[63]);
//= | 606 623 669
