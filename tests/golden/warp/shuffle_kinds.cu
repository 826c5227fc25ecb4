//# The four shuffles over a full warp; up and down keep the own value where there is no source lane.
//@ hip = true
__global__ void shuffles(int *out) {
  int i = threadIdx.x, v = 100 + i;
  out[i] = __shfl_sync(0xffffffff, v, (i * 7) % 32);
  out[32 + i] = __shfl_up_sync(0xffffffff, v, 3);
  out[64 + i] = __shfl_down_sync(0xffffffff, v, 5);
  out[96 + i] = __shfl_xor_sync(0xffffffff, v, 9);
}
int *out; cudaMallocManaged(&out, 128 * sizeof(int));
shuffles<<<1, 32>>>(out);
for (int kind = 0; kind < 4; ++kind) printf("%d %d %d %d %d\n", out[32 * kind], out[32 * kind + 2], out[32 * kind + 3], out[32 * kind + 27], out[32 * kind + 31]);
//= 100 114 121 129 125
//= 100 102 100 124 128
//= 105 107 108 127 131
//= 109 111 110 118 122
