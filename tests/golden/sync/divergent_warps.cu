//# The two sides of a branch inside one warp each do their own warp operations, as often as they like.
//@ hip = true
__global__ void sides(int *out) {
  int i = threadIdx.x, sum = 0;
  if (i % 2) {
    for (int round = 0; round < 3; ++round) sum += __shfl_sync(0xaaaaaaaa, i, 31);
  } else {
    for (int round = 0; round < 7; ++round) sum += __reduce_add_sync(0x55555555, 1);
  }
  __syncwarp();
  out[i] = __shfl_xor_sync(0xffffffff, sum, 1);
}
int *out; cudaMallocManaged(&out, 32 * sizeof(int));
sides<<<1, 32>>>(out);
printf("%d %d %d\n", out[0], out[1], out[30]);
//= 93 112 93
