//# The halves of a warp reduce on their own, each with its mask and width 16, in a branch and without one.
//@ hip = true
__global__ void halves(int *out) {
  int i = threadIdx.x, v = i;
  unsigned mask = i < 16 ? 0x0000ffff : 0xffff0000;
  for (int step = 8; step; step /= 2) v += __shfl_down_sync(mask, v, step, 16);
  int w = 1;
  if (i >= 16) for (int step = 1; step < 16; step *= 2) w += __shfl_xor_sync(0xffff0000, w, step, 16);
  out[i] = v * 100 + w;
}
int *out; cudaMallocManaged(&out, 128);
halves<<<1, 32>>>(out);
printf("%d %d %d\n", out[0], out[16], out[31] % 100);
//= 12001 37616 16
