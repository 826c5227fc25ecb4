//# Special registers, barriers, shuffles, votes, loads, stores, atomics and branches of inline PTX do what CUDA's functions do.
unsigned *o; cudaMallocManaged(&o, 256 * sizeof *o)
//= (cudaError_t) cudaSuccess
__device__ unsigned lane() { unsigned l; asm volatile("mov.u32 %0, %%laneid;" : "=r"(l)); return l; }
__global__ void who(unsigned *o) {
  unsigned lt, ge, warp, x, blocks;
  asm("mov.u32 %0, %lanemask_lt;" : "=r"(lt));
  asm("mov.u32 %0, %%lanemask_ge;" : "=r"(ge));
  asm("mov.u32 %0, %%tid.x; mov.u32 %1, %%nctaid.x;" : "=r"(x), "=r"(blocks));
  warp = x / 32;
  o[x] = lt == (1u << lane()) - 1 && ge == ~lt && lane() == x % 32 && blocks == gridDim.x ? warp : 99;
}
who<<<1, 64>>>(o); cudaDeviceSynchronize(); o[0] * 100 + o[31] * 10 + o[63]
//= (unsigned int) 1
__global__ void exchange(unsigned *o) {
  __shared__ unsigned kept[64];
  unsigned mine = threadIdx.x * 3, other, votes, in, sum;
  kept[63 - threadIdx.x] = mine;
  asm volatile("bar.sync 0;" ::: "memory");
  asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(other) : "r"(mine));
  asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, 4, 0x1800, 0xffffffff; selp.u32 %1, 1, 0, p; }" : "=r"(sum), "=r"(in) : "r"(mine));
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(votes) : "r"(threadIdx.x & 1));
  o[threadIdx.x] = other + kept[threadIdx.x];
  o[64 + threadIdx.x] = in * 1000 + sum;
  if (threadIdx.x == 0) o[128] = votes;
}
exchange<<<1, 64>>>(o); (int)cudaDeviceSynchronize()
//= (int) 0
bool right = true;
for (unsigned t = 0; t < 64; ++t) right = right && o[t] == (t ^ 1) * 3 + (63 - t) * 3 && o[64 + t] == (t % 8 < 4 ? t * 3 : 1000 + (t - 4) * 3);
right && o[128] == 0xaaaaaaaa
//= (bool) true
__global__ void memory(unsigned *o, const uint4 *in, unsigned *sum) {
  uint4 v; unsigned before;
  asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(in + threadIdx.x));
  asm volatile("st.global.cs.v2.u32 [%0+8], {%1, %2};" :: "l"(o + 4 * threadIdx.x), "r"(v.w), "r"(v.z) : "memory");
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" :: "l"(o + 4 * threadIdx.x), "r"(v.x) : "memory");
  asm volatile("{ .reg .u64 p; cvta.to.global.u64 p, %0; st.global.u8 [p+4], %1; }" :: "l"(o + 4 * threadIdx.x), "r"(0x1ff) : "memory");
  asm volatile("red.global.add.u32 [%0], %1;" :: "l"(sum), "r"(v.y) : "memory");
  asm volatile("atom.global.cas.b32 %0, [%1], 0, %2;" : "=r"(before) : "l"(sum + 1), "r"(5u) : "memory");
  asm volatile("membar.gl;" ::: "memory");
  asm volatile("atom.add.release.gpu.u32 %0, [%1], %2;" : "=r"(before) : "l"(sum + 2), "r"(before) : "memory");
}
uint4 *in; cudaMallocManaged(&in, 8 * sizeof *in);
for (unsigned i = 0; i < 8; ++i) in[i] = {i, i * 10, i * 100, i * 1000};
for (unsigned i = 0; i < 256; ++i) o[i] = 0;
memory<<<1, 8>>>(o, in, o + 100); (int)cudaDeviceSynchronize()
//= (int) 0
printf("%u %u %u %u, %u %u %u\n", o[28], o[29], o[30], o[31], o[100], o[101], o[102]);
//= 7 255 7000 700, 280 5 35
__global__ void loop(unsigned *o, unsigned n) {
  unsigned sum;
  asm("{\n .reg .pred p;\n .reg .u32 i;\n mov.u32 %0, 0; mov.u32 i, 0;\n AGAIN_%=:\n setp.ge.u32 p, i, %1;\n @p bra DONE_%=;\n add.u32 i, i, 1;\n add.u32 %0, %0, i;\n bra AGAIN_%=;\n DONE_%=:\n @!p add.u32 %0, %0, 100; // never\n}" : "=&r"(sum) : "r"(n));
  o[threadIdx.x] = sum;
}
loop<<<1, 4>>>(o, 10); cudaDeviceSynchronize(); o[3]
//= (unsigned int) 55
