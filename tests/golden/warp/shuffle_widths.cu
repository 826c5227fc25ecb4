//# A width cuts the warp into segments; the source lane is taken modulo the width; only xor reaches another segment, and only an earlier one.
__global__ void widths(int *out) {
  int i = threadIdx.x;
  out[i] = __shfl_sync(0xffffffff, i, 5, 4);
  out[32 + i] = __shfl_up_sync(0xffffffff, i, 1, 8);
  out[64 + i] = __shfl_down_sync(0xffffffff, i, 2, 16);
  out[96 + i] = __shfl_xor_sync(0xffffffff, i, 4, 8);
  out[128 + i] = __shfl_xor_sync(0xffffffff, i, 8, 8);
  out[160 + i] = __shfl_sync(0xffffffff, i, -1);
}
int *out; cudaMallocManaged(&out, 192 * sizeof(int));
widths<<<1, 32>>>(out);
for (int row = 0; row < 6; ++row) { for (int i : {0, 3, 8, 14, 23, 24, 31}) printf("%3d", out[32 * row + i]); printf("\n"); }
//=   1  1  9 13 21 25 29
//=   0  2  8 13 22 24 30
//=   2  5 10 14 25 26 31
//=   4  7 12 10 19 28 27
//=   0  3  0  6 23 16 23
//=  31 31 31 31 31 31 31
