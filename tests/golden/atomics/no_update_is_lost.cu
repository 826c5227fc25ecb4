//# Many threads of many blocks on one address: no addition is lost, in any type.
//@ hip = true
#include <cuda_fp16.h>
struct Sums { int i; unsigned u; unsigned long long l; float f; double d; __half2 h; int low, high; };
__global__ void all(Sums *s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&s->i, -1); atomicAdd(&s->u, 2u); atomicAdd(&s->l, 1ull << 33); atomicAdd(&s->f, 0.5f); atomicAdd(&s->d, 0.25);
  if (i < 1000) atomicAdd(&s->h, __floats2half2_rn(1, -2));
  atomicMin(&s->low, -i); atomicMax(&s->high, i);
}
Sums *s; cudaMallocManaged(&s, sizeof *s); *s = {};
all<<<100, 100>>>(s);
printf("%d %u %llu %g %g %g %g %d %d\n", s->i, s->u, s->l >> 33, s->f, s->d, __low2float(s->h), __high2float(s->h), s->low, s->high);
//= -10000 20000 10000 5000 2500 1000 -2000 -9999 9999
