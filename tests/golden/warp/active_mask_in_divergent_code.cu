//# `__activemask` in divergent code names lanes of its own side only, the asking lane always among them.
//@ hip = true
__global__ void mask(unsigned *out) {
  int i = threadIdx.x;
  unsigned lanes = i % 4 == 1 ? __activemask() : i % 4 == 3 ? __activemask() : 0xffffffff;
  unsigned side = i % 4 == 1 ? 0x22222222 : i % 4 == 3 ? 0x88888888 : 0xffffffff;
  bool right = (lanes & ~side) == 0 && (lanes >> i & 1);
  atomicAdd(out, right);
}
unsigned *right; cudaMallocManaged(&right, 4);
mask<<<1, 32>>>(right);
*right
//= (unsigned int) 32
__global__ void last_warp(unsigned *out) { *out = __activemask(); }
last_warp<<<1, 5>>>(right);
*right
//= (unsigned int) 31
