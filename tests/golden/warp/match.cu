//# `__match_any_sync` gives the lanes with the same value, `__match_all_sync` all of them or none; by bits, so 0.0 and -0.0 differ.
//@ hip = true
__global__ void match(unsigned *out) {
  int i = threadIdx.x, all, not_all, zeros;
  unsigned same = __match_any_sync(0xffffffff, i % 5);
  unsigned wide = __match_any_sync(0xffffffff, 1ull << (i / 8 + 32));
  unsigned every = __match_all_sync(0xffffffff, 3.5, &all);
  unsigned no = __match_all_sync(0xffffffff, i / 31, &not_all);
  unsigned zero = __match_all_sync(0xffffffff, i ? 0.0f : -0.0f, &zeros);
  if (i == 7) { unsigned v[] = {same, wide, every, (unsigned)all, no, (unsigned)not_all, zero, (unsigned)zeros}; for (int k = 0; k < 8; ++k) out[k] = v[k]; }
}
unsigned *out; cudaMallocManaged(&out, 32);
match<<<1, 32>>>(out);
for (int i = 0; i < 8; ++i) printf("%u ", out[i]);
//= 138547332 255 4294967295 1 0 0 0 0
