//# A value that no thread needs after a loop is unrolled does not keep its kernel from being cut.
//@ devices = ["cpu"]
//@ tier = "regions"
__global__ void search(const unsigned *in, unsigned *out, unsigned n, unsigned m) {
  unsigned t = threadIdx.x, step = t * 7, last = in[t] ^ m;
  for (unsigned round = 0; round < 3; ++round) {
    for (unsigned i = m; i > 0; i >>= 1) {
      if (i % 10 == 3) { out[t] = step; return; }
      step += n + t;
    }
    last += round;
  }
  out[t] = last;
}
unsigned *in, *out; cudaMallocManaged(&in, 400); cudaMallocManaged(&out, 400);
for (int i = 0; i < 100; ++i) in[i] = i * 13 % 31;
search<<<1, 100>>>(in, out, 4, 9); cudaDeviceSynchronize();
for (int i = 0; i < 100; i += 17) printf("%u ", out[i]);
//= 12 16 4 8 28 32
search<<<1, 100>>>(in, out, 4, 6); cudaDeviceSynchronize();
for (int i = 0; i < 100; i += 17) printf("%u ", out[i]);
//= 4 140 276 412 548 684
