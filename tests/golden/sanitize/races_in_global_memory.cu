//# Races in global memory: within a block, and between the blocks of a launch, which nothing orders but atomics behind fences.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
int *a; cudaMalloc(&a, 4096); cudaMemset(a, 0, 4096);
__global__ void within(int *a) {
  a[threadIdx.x] = threadIdx.x + 1;
  a[threadIdx.x + 64] = a[(threadIdx.x + 1) % 64];
}
within<<<1, 64>>>(a);
//? racecheck #1: cell 3: kernel `within`: two threads race for 4 bytes, 4 bytes into an allocation of 4096 bytes
//?   write of 4 bytes at cell 2:2, block (0,0,0), thread (1,0,0)
//?   read at cell 2:3, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 1:1
//?   64 times
__global__ void in_place(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) a[i] = a[i + 1] + 1;
}
in_place<<<4, 32>>>(a, 128);
//? racecheck #2: cell 5: kernel `in_place`: two threads race for 4 bytes, 124 bytes into an allocation of 4096 bytes
//?   write of 4 bytes at cell 4:3, block (0,0,0), thread (31,0,0)
//?   read at cell 4:3, block (0,0,0), thread (30,0,0)
//?   the memory was allocated at cell 1:1
//?   126 times
__global__ void sum(int *total, const int *a) { *total += a[blockIdx.x] + 1; }
sum<<<4, 1>>>(a + 512, a);
//? racecheck #3: cell 7: kernel `sum`: two blocks race for 4 bytes, 2048 bytes into an allocation of 4096 bytes
//?   read of 4 bytes at cell 6:1, block (1,0,0), thread (0,0,0)
//?   write at cell 6:1, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 1:1
//?   6 times
__global__ void histogram(int *bins) { bins[threadIdx.x % 4] += 1; }
histogram<<<2, 32>>>(a + 600);
//? racecheck #4: cell 9: kernel `histogram`: two threads race for 4 bytes, 2400 bytes into an allocation of 4096 bytes
//?   read of 4 bytes at cell 8:1, block (0,0,0), thread (4,0,0)
//?   write at cell 8:1, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 1:1
//?   120 times
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
//? racecheck #5: cell 11: kernel `last_block`: two blocks race for 4 bytes, 2800 bytes into an allocation of 4096 bytes
//?   read of 4 bytes at cell 10:7, block (3,0,0), thread (0,0,0)
//?   write at cell 10:3, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 1:1
//?   3 times
__global__ void plain_and_atomic(int *a) {
  if (threadIdx.x == 0) a[800] = blockIdx.x + 1;
  else atomicMax(&a[800], (int)threadIdx.x);
}
plain_and_atomic<<<2, 32>>>(a);
//? racecheck #6: cell 13: kernel `plain_and_atomic`: two threads race for 4 bytes, 3200 bytes into an allocation of 4096 bytes
//?   atomic access of 4 bytes at cell 12:3, block (0,0,0), thread (1,0,0)
//?   write at cell 12:2, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 1:1
//?   3 times
__global__ void wait_for_flag(int *a) {
  if (blockIdx.x == 0) { a[900] = 42; *(volatile int *)&a[901] = 1; }
  else { while (*(volatile int *)&a[901] == 0) {} a[902] = a[900]; }
}
wait_for_flag<<<2, 1>>>(a);
//? racecheck #7: cell 15: kernel `wait_for_flag`: two blocks race for 4 bytes, 3600 bytes into an allocation of 4096 bytes
//?   read of 4 bytes at cell 14:3, block (1,0,0), thread (0,0,0)
//?   write at cell 14:2, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 1:1
cudaFree(a);
//? note: memcheck,racecheck,initcheck,synccheck: 7 findings
