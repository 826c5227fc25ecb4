//# `%tier` tells what keeps a kernel from running in loops between barriers, with the lines that do.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void branch(float *p, int n) {
  __shared__ float s[64]; s[threadIdx.x] = p[threadIdx.x];
  if (threadIdx.x < n)
    __syncthreads();
  p[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void rounds(float *p) {
  __shared__ float s[64];
  for (int i = 0; i < (int)threadIdx.x; ++i) {
    s[threadIdx.x] += p[i];
    __syncthreads();
  }
  __syncthreads();
  p[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void by_data(int *p) {
  __shared__ int s[64]; s[threadIdx.x] = p[threadIdx.x];
  if (p[threadIdx.x] > 3)
    __syncthreads();
  p[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void by_atomic(int *p) {
  __shared__ int s[64]; s[threadIdx.x] = p[threadIdx.x];
  if (atomicAdd(&p[0], 1) == 5)
    __syncthreads();
  p[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void prints(int *p) {
  __syncthreads();
  printf("%d\n", p[threadIdx.x]);
}
__global__ void allocates(int **p) {
  __syncthreads();
  p[threadIdx.x] = (int *)malloc(4);
}
__global__ void some_lanes(int *p, unsigned mask) {
  p[threadIdx.x] = __shfl_down_sync(mask, p[threadIdx.x], 1);
}
__global__ void waits(volatile int *p) {
  __syncthreads();
  while (*p == 0) {}
}
__device__ int depth(int n) { return n < 2 ? n : depth(n - 1) + depth(n - 2); }
__global__ void recursive(int *p) {
  __syncthreads();
  p[threadIdx.x] = depth(p[threadIdx.x]);
}
__global__ void by_pointer(int *p, int (*f)(int)) {
  __syncthreads();
  p[threadIdx.x] = f(p[threadIdx.x]);
}
__global__ void large(int *p, int n) {
  int own[6000];
  for (int i = 0; i < n; ++i) own[p[i] % 6000] += i;
  __syncthreads();
  p[threadIdx.x] = own[n % 6000];
}
__global__ void ends(int *p, int n) {
  if (threadIdx.x >= n)
    return;
  p[threadIdx.x] = __shfl_xor_sync(0xffffffff, p[threadIdx.x], 1);
}
__global__ void votes(int *p) {
  p[threadIdx.x] = __syncthreads_count(p[threadIdx.x] > 0);
}
__global__ void active(unsigned *p) {
  __syncthreads();
  p[threadIdx.x] = __activemask();
}
cudaDeviceSynchronize();;
//! rest 200 ms
%tier branch
//= branch: a fiber for each thread
//=   no loops between barriers: the barrier at cell 1:4 stands in a branch that threads take differently (`if (threadIdx.x < n)`, cell 1:3), which depends on `threadIdx`
//=   memory: a stack of 64.0 KiB for each thread
//=   now it is the optimised code
//=   the choice took … ms of the … ms that optimising takes
%tier rounds
//= rounds: a fiber for each thread
//=   no loops between barriers: the barrier at cell 2:5 stands in a branch that threads take differently (`for (int i = 0; i < (int)threadIdx.x; ++i) {`, cell 2:3), which depends on `threadIdx`
//=   memory: a stack of 64.0 KiB for each thread
//=   now it is the optimised code
//=   cell 2:3: the loop was made no vector: it calls a function that takes one number at a time; it does what no vector can, such as an atomic operation
//=   the choice took … ms of the … ms that optimising takes
%tier by_data
//= by_data: a fiber for each thread
//=   no loops between barriers: the barrier at cell 3:4 stands in a branch that threads take differently (`if (p[threadIdx.x] > 3)`, cell 3:3), which depends on what each thread reads at cell 3:2
//=   memory: a stack of 64.0 KiB for each thread
//=   now it is the optimised code
//=   the choice took … ms of the … ms that optimising takes
%tier by_atomic
//= by_atomic: a fiber for each thread
//=   no loops between barriers: the barrier at cell 4:4 stands in a branch that threads take differently (`if (atomicAdd(&p[0], 1) == 5)`, cell 4:3), which depends on what the atomic operation at cell 4:3 gave
//=   memory: a stack of 64.0 KiB for each thread
//=   now it is the optimised code
//=   the choice took … ms of the … ms that optimising takes
%tier prints
//= prints: a fiber for each thread
//=   no loops between barriers: it prints at cell 5:3, and the lines keep the order that fibers have
//=   memory: a stack of 64.0 KiB for each thread
//=   now it is the optimised code
//=   the choice took … ms of the … ms that optimising takes
%tier allocates
//= allocates: a fiber for each thread
//=   no loops between barriers: it allocates memory at cell 6:3
//=   memory: a stack of 64.0 KiB for each thread
//=   now it is the optimised code
//=   the choice took … ms of the … ms that optimising takes
%tier some_lanes
//= some_lanes: a fiber for each thread
//=   no loops between barriers: the mask at cell 7:2 is not the number of all lanes (`0x…`)
//=   memory: a stack of 64.0 KiB for each thread
//=   now it is the optimised code
//=   the choice took … ms of the … ms that optimising takes
%tier waits
//= waits: a fiber for each thread
//=   no loops between barriers: its loop at cell 8:3 waits for other threads
//=   memory: a stack of 64.0 KiB for each thread
//=   now it is the optimised code
//=   cell 8:3: the loop was made no vector: it calls a function that takes one number at a time; how often it goes round is known only when it ends
//=   the choice took … ms of the … ms that optimising takes
%tier recursive
//= recursive: a fiber for each thread
//=   no loops between barriers: the function that it calls at cell 10:3 is not inlined: it is recursive, marked `__noinline__`, or called by its address
//=   memory: a stack of 64.0 KiB for each thread
//=   now it is the optimised code
//=   the choice took … ms of the … ms that optimising takes
%tier by_pointer
//= by_pointer: a fiber for each thread
//=   no loops between barriers: it calls a function by a pointer at cell 11:3
//=   memory: a stack of 64.0 KiB for each thread
//=   now it is the optimised code
//=   the choice took … ms of the … ms that optimising takes
%tier large
//= large: a fiber for each thread
//=   no loops between barriers: each thread keeps 24000 bytes from one barrier to the next, of 16384 at most: 24000 for an array that is used at cell 12:3
//=   memory: a stack of 64.0 KiB for each thread
//=   now it is the optimised code
//=   cell 12:3: the loop was made no vector: a round may need what an earlier one wrote
//=   the choice took … ms of the … ms that optimising takes
%tier ends
//= ends: a fiber for each thread
//=   no loops between barriers: threads may end at cell 13:2 before lanes exchange values at cell 13:4
//=   memory: a stack of 64.0 KiB for each thread
//=   now it is the optimised code
//=   the choice took … ms of the … ms that optimising takes
%tier votes
//= votes: a fiber for each thread
//=   no loops between barriers: the barrier at cell 14:2 gives what all threads vote
//=   memory: a stack of 64.0 KiB for each thread
//=   now it is the optimised code
//=   the choice took … ms of the … ms that optimising takes
%tier active
//= active: a fiber for each thread
//=   no loops between barriers: it asks at cell 15:3 which lanes are active, which depends on how threads run
//=   memory: a stack of 64.0 KiB for each thread
//=   now it is the optimised code
//=   the choice took … ms of the … ms that optimising takes
