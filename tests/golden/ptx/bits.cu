//# Bit instructions of inline PTX give what their manual says, at the edges of their operands too.
unsigned *o; unsigned long long *w; cudaMallocManaged(&o, 64 * sizeof *o); cudaMallocManaged(&w, 16 * sizeof *w)
//= (cudaError_t) cudaSuccess
__global__ void three(unsigned *o, unsigned a, unsigned b, unsigned c) {
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(o[0]) : "r"(a), "r"(b), "r"(c));
  asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(o[1]) : "r"(a), "r"(b), "r"(c));
  asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(o[2]) : "r"(a), "r"(b), "r"(c), "n"(0xca));
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(o[3]) : "r"(a), "r"(b), "r"(0x1054));
  asm("prmt.b32 %0, %1, %2, 0xf3a0;" : "=r"(o[4]) : "r"(a), "r"(b));
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(o[5]) : "r"(a), "r"(b), "r"(36));
  asm("shf.r.clamp.b32 %0, %1, %2, %3;" : "=r"(o[6]) : "r"(a), "r"(b), "r"(40));
}
unsigned a = 0x89abcdef, b = 0x01234567, c = 0xff00f00f;
three<<<1, 1>>>(o, a, b, c); (int)cudaDeviceSynchronize()
//= (int) 0
o[0] == (a ^ b ^ c) && o[1] == ((a & b) | (a & c) | (b & c)) && o[2] == ((a & b) | (~a & c))
//= (bool) true
printf("%08x %08x %d %d\n", o[3], o[4], o[5] == (b << 4 | a >> 28), o[6] == b);
//= cdef4567 0089ffef 1 1
__global__ void fields(unsigned *o, unsigned a) {
  int s; unsigned long long l;
  asm("bfe.u32 %0, %1, 8, 12;" : "=r"(o[0]) : "r"(a));
  asm("bfe.s32 %0, %1, %2, %3;" : "=r"(s) : "r"(a), "r"(4), "r"(4)); o[1] = s;
  asm("bfe.s32 %0, %1, 28, 16;" : "=r"(s) : "r"(a)); o[2] = s;
  asm("bfe.u32 %0, %1, 40, 4;" : "=r"(o[3]) : "r"(a));
  asm("bfe.u32 %0, %1, 4, 0;" : "=r"(o[4]) : "r"(a));
  asm("bfi.b32 %0, %1, %2, 4, 8;" : "=r"(o[5]) : "r"(0x5au), "r"(a));
  asm("bfi.b32 %0, %1, %2, 32, 8;" : "=r"(o[6]) : "r"(0x5au), "r"(a));
  asm("bfe.u64 %0, %1, 30, 40;" : "=l"(l) : "l"(0xfedcba9876543210ull)); o[7] = l; o[8] = l >> 32;
  asm("bfind.u32 %0, %1;" : "=r"(o[9]) : "r"(0x00f0u));
  asm("bfind.shiftamt.u32 %0, %1;" : "=r"(o[10]) : "r"(0x00f0u));
  asm("bfind.s32 %0, %1;" : "=r"(o[11]) : "r"(-2));
  asm("bfind.u32 %0, %1;" : "=r"(o[12]) : "r"(0));
  asm("clz.b64 %0, %1;" : "=r"(o[13]) : "l"(1ull << 40));
  asm("popc.b32 %0, %1;" : "=r"(o[14]) : "r"(a));
  asm("brev.b32 %0, %1;" : "=r"(o[15]) : "r"(1u));
}
fields<<<1, 1>>>(o, a); (int)cudaDeviceSynchronize()
//= (int) 0
for (int i = 0; i < 16; ++i) printf("%x ", o[i]);;
//= bcd fffffffe fffffff8 0 0 89abc5af 89abcdef fb72ea61 3 7 18 0 ffffffff 17 14 80000000
__global__ void shifts(unsigned *o, unsigned by) {
  asm("shl.b32 %0, %1, %2;" : "=r"(o[0]) : "r"(3u), "r"(by));
  asm("shr.u32 %0, %1, %2;" : "=r"(o[1]) : "r"(0x80000000u), "r"(by));
  asm("shr.s32 %0, %1, %2;" : "=r"(o[2]) : "r"(0x80000000u), "r"(by));
  asm("sad.u32 %0, %1, %2, %3;" : "=r"(o[3]) : "r"(3u), "r"(10u), "r"(100u));
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(o[4]) : "r"(0x01020304u), "r"(0x04030201u), "r"(7u));
  asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(o[5]) : "r"(0xff020304u), "r"(0x05060708u), "r"(1000u));
}
for (unsigned by : {31u, 32u, 4000u}) { shifts<<<1, 1>>>(o, by); cudaDeviceSynchronize(); printf("%x %x %x %u %u %d\n", o[0], o[1], o[2], o[3], o[4], (int)o[5]); }
//= 80000000 1 ffffffff 107 15 1060
//= 0 0 ffffffff 107 15 1060
//= 0 0 ffffffff 107 15 1060
