//# One thread spins on a flag that another thread of its block, even of its warp, sets: independent thread scheduling lets both go on.
__global__ void flag(int *out) {
  __shared__ volatile int ready, value;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    while (ready < 2) { }
    out[0] = value;
  } else if (threadIdx.x == 1 || threadIdx.x == 40) {
    value = 42;
    __threadfence_block();
    atomicAdd((int *)&ready, 1);
  }
}
int *out; cudaMallocManaged(&out, sizeof(int));
flag<<<1, 64>>>(out);
*out
//= (int) 42
