//# Own atomics by compare-and-swap loops, as the programming guide has them: a double's product, a float's maximum, a saturating counter.
//@ hip = true
__device__ double atomic_multiply(double *address, double value) {
  unsigned long long *bits = (unsigned long long *)address, old = *bits, assumed;
  do { assumed = old; old = atomicCAS(bits, assumed, __double_as_longlong(__longlong_as_double(assumed) * value)); } while (assumed != old);
  return __longlong_as_double(old);
}
__device__ void atomic_max(float *address, float value) {
  int old = __float_as_int(*address);
  while (value > __int_as_float(old)) {
    int seen = atomicCAS((int *)address, old, __float_as_int(value));
    if (seen == old) break;
    old = seen;
  }
}
__device__ void saturating(unsigned short *address) {
  unsigned short old = *address, seen;
  while (old < 100 && (seen = atomicCAS(address, old, (unsigned short)(old + 1))) != old) old = seen;
}
__global__ void loops(double *d, float *f, unsigned short *s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomic_multiply(d, i % 2 ? 2.0 : 0.5); atomic_multiply(d + 1, i < 40 ? 2.0 : 1.0); atomic_max(f, (float)((i * 37) % 211)); saturating(s);
}
double *d; float *f; unsigned short *s; cudaMallocManaged(&d, 16); cudaMallocManaged(&f, 4); cudaMallocManaged(&s, 2);
d[0] = 3; d[1] = 1; *f = -1; *s = 0;
loops<<<8, 32>>>(d, f, s);
printf("%g %g %g %d\n", d[0], d[1], *f, *s);
//= 3 1.09951e+12 210 100
