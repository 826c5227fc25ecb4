//# Two threads of a block reach one word, one writes, and no barrier stands between.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
int *out; cudaMalloc(&out, 4096);
__global__ void no_barrier(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[(t + 1) % 64];
}
no_barrier<<<1, 64>>>(out);
//? initcheck #1: cell 3: kernel `no_barrier`: read of 4 bytes that nobody has written, 128 bytes into shared memory
//?   at cell 2:5, block (0,0,0), thread (31,0,0)
//? racecheck #2: cell 3: kernel `no_barrier`: two threads race for 4 bytes of shared memory, 4 bytes into it
//?   read of 4 bytes at cell 2:5, block (0,0,0), thread (0,0,0)
//?   write at cell 2:4, block (0,0,0), thread (1,0,0)
//?   63 times
__global__ void write_after_read(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  int v = s[63 - t];
  s[t] = v + 1;
  __syncthreads();
  out[t] = s[t];
}
write_after_read<<<1, 64>>>(out);
//? racecheck #3: cell 5: kernel `write_after_read`: two threads race for 4 bytes of shared memory, 0 bytes into it
//?   write of 4 bytes at cell 4:7, block (0,0,0), thread (0,0,0)
//?   read at cell 4:6, block (0,0,0), thread (63,0,0)
//?   64 times
__global__ void two_writes(int *out) {
  __shared__ int s;
  s = threadIdx.x + 1;
  __syncthreads();
  out[threadIdx.x] = s;
}
two_writes<<<1, 64>>>(out);
//? racecheck #4: cell 7: kernel `two_writes`: two threads race for 4 bytes of shared memory, 0 bytes into it
//?   write of 4 bytes at cell 6:3, block (0,0,0), thread (1,0,0)
//?   write at cell 6:3, block (0,0,0), thread (0,0,0)
//?   63 times
__global__ void second_barrier(int *out, int rounds) {
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < rounds; i++) {
    s[t] = i + t;
    __syncthreads();
    sum += s[(t + 1) % 64];
  }
  out[t] = sum;
}
second_barrier<<<1, 64>>>(out, 3);
//? racecheck #5: cell 9: kernel `second_barrier`: two threads race for 4 bytes of shared memory, 120 bytes into it
//?   write of 4 bytes at cell 8:5, block (0,0,0), thread (30,0,0)
//?   read at cell 8:7, block (0,0,0), thread (29,0,0)
//?   128 times
__global__ void no_syncwarp(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  s[t] += s[t ^ 1];
  __syncwarp();
  out[t] = s[t];
}
no_syncwarp<<<1, 32>>>(out);
//? racecheck #6: cell 11: kernel `no_syncwarp`: two threads race for 4 bytes of shared memory, 120 bytes into it
//?   write of 4 bytes at cell 10:6, block (0,0,0), thread (30,0,0)
//?   read at cell 10:6, block (0,0,0), thread (31,0,0)
//?   31 times
__global__ void old_reduction(int *out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
  }
  if (t == 0) *out = s[0];
}
old_reduction<<<1, 64>>>(out);
//? racecheck #7: cell 13: kernel `old_reduction`: two threads race for 4 bytes of shared memory, 64 bytes into it
//?   read of 4 bytes at cell 12:8, block (0,0,0), thread (0,0,0)
//?   write at cell 12:7, block (0,0,0), thread (16,0,0)
//?   16 times
//? racecheck #8: cell 13: kernel `old_reduction`: two threads race for 4 bytes of shared memory, 120 bytes into it
//?   write of 4 bytes at cell 12:8, block (0,0,0), thread (30,0,0)
//?   read at cell 12:8, block (0,0,0), thread (14,0,0)
//?   16 times
__global__ void other_warp(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  out[t] = s[(t + 32) % 64];
}
other_warp<<<1, 64>>>(out);
//? initcheck #9: cell 15: kernel `other_warp`: read of 4 bytes that nobody has written, 252 bytes into shared memory
//?   at cell 14:6, block (0,0,0), thread (31,0,0)
//?   32 times
//? racecheck #10: cell 15: kernel `other_warp`: two threads race for 4 bytes of shared memory, 124 bytes into it
//?   read of 4 bytes at cell 14:6, block (0,0,0), thread (63,0,0)
//?   write at cell 14:4, block (0,0,0), thread (31,0,0)
//?   32 times
__global__ void beside_atomics(int *out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 5;
  atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0) *out = count;
}
beside_atomics<<<1, 64>>>(out);
//? racecheck #11: cell 17: kernel `beside_atomics`: two threads race for 4 bytes of shared memory, 0 bytes into it
//?   atomic access of 4 bytes at cell 16:4, block (0,0,0), thread (31,0,0)
//?   write at cell 16:3, block (0,0,0), thread (0,0,0)
__global__ void half_of_the_warp(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  if (t < 16) __syncwarp(0xffff);
  out[t] = s[(t + 16) % 32];
}
half_of_the_warp<<<1, 32>>>(out);
//? racecheck #12: cell 19: kernel `half_of_the_warp`: two threads race for 4 bytes of shared memory, 60 bytes into it
//?   read of 4 bytes at cell 18:6, block (0,0,0), thread (31,0,0)
//?   write at cell 18:4, block (0,0,0), thread (15,0,0)
//?   32 times
cudaFree(out);
//? note: memcheck,racecheck,initcheck,synccheck: 12 findings
