//# The `__reduce_*_sync` functions, signed and unsigned, over parts of a warp.
//@ hip = true
__global__ void reduce(int *out, unsigned *uout) {
  int i = threadIdx.x, v = i - 10;
  unsigned mask = i < 12 ? 0xfff : 0xfffff000;
  int sum = __reduce_add_sync(mask, v), low = __reduce_min_sync(mask, v), high = __reduce_max_sync(mask, v);
  unsigned usum = __reduce_add_sync(mask, (unsigned)i), ulow = __reduce_min_sync(mask, (unsigned)v), uhigh = __reduce_max_sync(mask, (unsigned)v);
  unsigned bits_and = __reduce_and_sync(mask, ~(1u << i)), bits_or = __reduce_or_sync(mask, 1u << i), bits_xor = __reduce_xor_sync(mask, 3u << i);
  if (i == 0 || i == 31) {
    int at = i ? 3 : 0;
    out[at] = sum; out[at + 1] = low; out[at + 2] = high;
    uout[2 * at] = usum; uout[2 * at + 1] = ulow; uout[2 * at + 2] = uhigh; uout[2 * at + 3] = bits_and; uout[2 * at + 4] = bits_or; uout[2 * at + 5] = bits_xor;
  }
}
int *out; unsigned *uout; cudaMallocManaged(&out, 24); cudaMallocManaged(&uout, 48);
reduce<<<1, 32>>>(out, uout);
for (int i = 0; i < 6; ++i) printf("%d ", out[i]);
//= -54 -10 1 230 2 21
for (int i = 0; i < 12; ++i) printf("%x ", uout[i]);
//= 42 0 ffffffff fffff000 fff 1001 1ae 2 15 fff fffff000 1000
