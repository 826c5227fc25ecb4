//# `atomicInc` goes to 0 behind its limit, `atomicDec` from 0 and from above its limit to the limit.
//@ hip = true
__global__ void wrap(unsigned *p, unsigned *old) {
  old[0] = atomicInc(p + 0, 9); old[1] = atomicInc(p + 1, 9); old[2] = atomicInc(p + 2, 9);
  old[3] = atomicDec(p + 3, 9); old[4] = atomicDec(p + 4, 9); old[5] = atomicDec(p + 5, 9);
}
unsigned *p, *old; cudaMallocManaged(&p, 24); cudaMallocManaged(&old, 24);
p[0] = 8; p[1] = 9; p[2] = 12; p[3] = 1; p[4] = 0; p[5] = 10;
wrap<<<1, 1>>>(p, old);
for (int i = 0; i < 6; ++i) printf("%u->%u ", old[i], p[i]);
//= 8->9 9->0 12->0 1->0 0->9 10->9
__global__ void ring(unsigned *p) { atomicInc(p, 6); }
p[0] = 0;
ring<<<10, 10>>>(p);
p[0]
//= (unsigned int) 2
