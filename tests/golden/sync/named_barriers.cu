//# Named barriers: two groups of warps meet at their own barriers, and a producer and its consumer at a third.
__global__ void groups(int *out) {
  __shared__ int s[128];
  int i = threadIdx.x, group = i / 64;
  s[i] = i;
  __barrier_sync_count(1 + group, 64);
  int partner = s[group * 64 + 63 - i % 64];
  __barrier_sync_count(1 + group, 64);
  if (group == 0) s[i] = 1000 + partner;
  __barrier_sync_count(3, 128);
  out[i] = group ? s[i - 64] + partner : partner;
}
int *out; cudaMallocManaged(&out, 128 * 4);
groups<<<1, 128>>>(out);
printf("%d %d %d %d\n", out[0], out[63], out[64], out[127]);
//= 63 0 1190 1064
