//# Ballot, all and any, with full and partial masks.
__global__ void vote(unsigned *out) {
  int i = threadIdx.x;
  unsigned multiples = __ballot_sync(0xffffffff, i % 3 == 0);
  int all = __all_sync(0xffffffff, i < 32), not_all = __all_sync(0xffffffff, i), any = __any_sync(0xffffffff, i == 31), none = __any_sync(0xffffffff, i > 31);
  unsigned half = 0; int half_all = -1;
  if (i >= 16) {
    half = __ballot_sync(0xffff0000, i % 2);
    half_all = __all_sync(0xffff0000, i >= 16);
  }
  if (i == 20) { out[0] = multiples; out[1] = all; out[2] = not_all; out[3] = any; out[4] = none; out[5] = half; out[6] = half_all; }
}
unsigned *out; cudaMallocManaged(&out, 28);
vote<<<1, 32>>>(out);
for (int i = 0; i < 7; ++i) printf("%u ", out[i]);
//= 1227133513 1 0 1 0 2863267840 1
__global__ void uniform(int *out) { int i = threadIdx.x, all = __uni_sync(~0u, i < 40), none = __uni_sync(~0u, i > 40), some = __uni_sync(~0u, i > 4); if (i == 9) *out = all * 100 + none * 10 + some; }
int *same; cudaMallocManaged(&same, 4); uniform<<<1, 32>>>(same); cudaDeviceSynchronize(); *same
//= (int) 110
