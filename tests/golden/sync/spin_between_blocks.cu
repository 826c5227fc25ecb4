//# A block waits for a later block's flag: both are resident, so both go on.
__device__ volatile int flag_of_last;
__global__ void chain(int *out) {
  if (blockIdx.x == gridDim.x - 1) {
    out[1] = 7;
    __threadfence();
    flag_of_last = 1;
  } else {
    while (!flag_of_last) __nanosleep(100);
    __threadfence();
    out[0] = ((volatile int *)out)[1] * 6;
  }
}
int *out; cudaMallocManaged(&out, 2 * sizeof(int));
chain<<<2, 1>>>(out);
out[0]
//= (int) 42
