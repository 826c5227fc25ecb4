//# The last warp of a block may have fewer lanes: its mask names those there are.
//@ hip = true
__global__ void last(int *out) {
  int i = threadIdx.x;
  unsigned mask = i < 32 ? 0xffffffff : (1u << 13) - 1;
  int sum = __reduce_add_sync(mask, 1);
  int next = __shfl_down_sync(mask, i, 1, 16);
  if (i == 0) out[0] = sum;
  if (i == 32) out[1] = sum, out[2] = next;
}
int *out; cudaMallocManaged(&out, 12);
last<<<1, 45>>>(out);
printf("%d %d %d\n", out[0], out[1], out[2]);
//= 32 13 33
