//# Races in global memory: within a block, and between the blocks of a launch, which nothing orders but atomics behind fences.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
int *a; cudaMalloc(&a, 4096); cudaMemset(a, 0, 4096);
__global__ void within(int *a) {
  a[threadIdx.x] = threadIdx.x + 1;
  a[threadIdx.x + 64] = a[(threadIdx.x + 1) % 64];
}
within<<<1, 64>>>(a);
__global__ void in_place(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) a[i] = a[i + 1] + 1;
}
in_place<<<4, 32>>>(a, 128);
__global__ void sum(int *total, const int *a) { *total += a[blockIdx.x] + 1; }
sum<<<4, 1>>>(a + 512, a);
__global__ void histogram(int *bins) { bins[threadIdx.x % 4] += 1; }
histogram<<<2, 32>>>(a + 600);
__global__ void last_block(int *part, unsigned *count, int *total) {
  __shared__ bool last;
  part[blockIdx.x] = blockIdx.x + 1;
  last = atomicAdd(count, 1u) == gridDim.x - 1;
  if (last) {
    int sum = 0;
    for (int i = 0; i < gridDim.x; i++) sum += part[i];
    *total = sum;
  }
}
last_block<<<4, 1>>>(a + 700, (unsigned *)(a + 710), a + 711);
__global__ void plain_and_atomic(int *a) {
  if (threadIdx.x == 0) a[800] = blockIdx.x + 1;
  else atomicMax(&a[800], (int)threadIdx.x);
}
plain_and_atomic<<<2, 32>>>(a);
__global__ void wait_for_flag(int *a) {
  if (blockIdx.x == 0) { a[900] = 42; *(volatile int *)&a[901] = 1; }
  else { while (*(volatile int *)&a[901] == 0) {} a[902] = a[900]; }
}
wait_for_flag<<<2, 1>>>(a);
cudaFree(a);
