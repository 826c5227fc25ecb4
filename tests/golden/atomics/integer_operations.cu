//# Every atomic of 32-bit integers, in global memory: what is stored and what is returned.
//@ hip = true
__global__ void signed_ones(int *p, int *old) {
  old[0] = atomicAdd(p + 0, 5); old[1] = atomicSub(p + 1, 5); old[2] = atomicExch(p + 2, -7); old[3] = atomicMin(p + 3, -1);
  old[4] = atomicMax(p + 4, -1); old[5] = atomicAnd(p + 5, 12); old[6] = atomicOr(p + 6, 12); old[7] = atomicXor(p + 7, 12);
  old[8] = atomicCAS(p + 8, 10, 99); old[9] = atomicCAS(p + 9, 11, 99);
}
__global__ void unsigned_ones(unsigned *p, unsigned *old) {
  old[0] = atomicAdd(p + 0, 5u); old[1] = atomicSub(p + 1, 15u); old[2] = atomicExch(p + 2, 7u); old[3] = atomicMin(p + 3, 0x80000000u);
  old[4] = atomicMax(p + 4, 0x80000000u); old[5] = atomicAnd(p + 5, 12u); old[6] = atomicOr(p + 6, 12u); old[7] = atomicXor(p + 7, 12u);
  old[8] = atomicCAS(p + 8, 10u, 99u); old[9] = atomicCAS(p + 9, 11u, 99u);
}
int *p, *old; cudaMallocManaged(&p, 40); cudaMallocManaged(&old, 40);
void show() { for (int i = 0; i < 10; ++i) printf("%d->%d ", old[i], p[i]); for (int i = 0; i < 10; ++i) p[i] = 10; }
for (int i = 0; i < 10; ++i) p[i] = 10;
signed_ones<<<1, 1>>>(p, old);
show();
//= 10->15 10->5 10->-7 10->-1 10->10 10->8 10->14 10->6 10->99 10->10
unsigned_ones<<<1, 1>>>((unsigned *)p, (unsigned *)old);
show();
//= 10->15 10->-5 10->7 10->10 10->-2147483648 10->8 10->14 10->6 10->99 10->10
