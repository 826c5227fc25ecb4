//# `warpSize` in kernels, and lanes of blocks with two dimensions: numbered x first.
//@ hip = true
__global__ void lanes(int *out) {
  int linear = threadIdx.x + blockDim.x * threadIdx.y;
  int leader = __shfl_sync(0xffffffff, threadIdx.x + 100 * threadIdx.y, 0);
  out[linear] = leader * 100 + warpSize;
}
int *out; cudaMallocManaged(&out, 96 * 4);
lanes<<<1, dim3(12, 8)>>>(out);
printf("%d %d %d\n", out[0], out[32], out[95]);
//= 32 20832 50432
