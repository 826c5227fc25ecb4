//# Arithmetic of inline PTX: wide products, carries from one statement to the next, saturation, floats that flush, conversions.
unsigned *o; float *f; double *d; cudaMallocManaged(&o, 64 * sizeof *o); cudaMallocManaged(&f, 64 * sizeof *f); cudaMallocManaged(&d, 64 * sizeof *d)
//= (cudaError_t) cudaSuccess
__global__ void carries(unsigned *o, unsigned long long a, unsigned long long b) {
  unsigned al = a, ah = a >> 32, bl = b, bh = b >> 32;
  asm("add.cc.u32 %0, %3, %5;\n\taddc.cc.u32 %1, %4, %6;\n\taddc.u32 %2, 0, 0;" : "=r"(o[0]), "=r"(o[1]), "=r"(o[2]) : "r"(al), "r"(ah), "r"(bl), "r"(bh));
  asm volatile("sub.cc.u32 %0, %1, %2;" : "=r"(o[3]) : "r"(al), "r"(bl));
  asm volatile("subc.u32 %0, %1, %2;" : "=r"(o[4]) : "r"(ah), "r"(bh));
  asm volatile("mad.lo.cc.u32 %0, %1, %2, %3;" : "=r"(o[5]) : "r"(al), "r"(bl), "r"(0xffffffffu));
  asm volatile("madc.hi.u32 %0, %1, %2, 0;" : "=r"(o[6]) : "r"(al), "r"(bl));
}
unsigned long long a = 0xfedcba98f6543210ull, b = 0x23456789abcdef01ull;
carries<<<1, 1>>>(o, a, b); (int)cudaDeviceSynchronize()
//= (int) 0
auto both = [](unsigned low, unsigned high) { return low | (unsigned long long)high << 32; };
both(o[0], o[1]) == a + b && o[2] == (a + b < a) && both(o[3], o[4]) == a - b
//= (bool) true
both(o[5], o[6]) == (a & 0xffffffff) * (b & 0xffffffff) + 0xffffffff
//= (bool) true
__global__ void products(unsigned *o, int x, int y) {
  long long wide; unsigned long long ul;
  asm("mul.wide.s32 %0, %1, %2;" : "=l"(wide) : "r"(x), "r"(y)); o[0] = wide; o[1] = wide >> 32;
  asm("mul.hi.u32 %0, %1, %2;" : "=r"(o[2]) : "r"(x), "r"(y));
  asm("mad.lo.s32 %0, %1, %2, %0;" : "+r"(o[3]) : "r"(x), "r"(y));
  asm("mul.hi.u64 %0, %1, %2;" : "=l"(ul) : "l"(1ull << 63), "l"(10ull)); o[4] = ul;
  asm("add.sat.s32 %0, %1, %2;" : "=r"(o[5]) : "r"(2147483647), "r"(y));
  asm("{ .reg .u16 lo, hi; mov.b32 {lo, hi}, %1; mov.b32 %0, {hi, lo}; }" : "=r"(o[6]) : "r"(0x12345678));
  asm("min.s32 %0, %1, %2;" : "=r"(o[7]) : "r"(x), "r"(y));
  short h; asm("mul.lo.s16 %0, %1, %2;" : "=h"(h) : "h"((short)300), "h"((short)-7)); o[8] = (int)h;
  asm("rem.s32 %0, %1, %2;" : "=r"(o[9]) : "r"(x), "r"(y));
}
o[3] = 1; products<<<1, 1>>>(o, -7, 3); (int)cudaDeviceSynchronize()
//= (int) 0
for (int i = 0; i < 10; ++i) printf("%d ", (int)o[i]);;
//= -21 -1 2 -20 5 2147483647 1450709556 -7 -2100 -1
__global__ void floats(float *f, double *d, unsigned *o, float x, float tiny) {
  asm("fma.rn.f32 %0, %1, %1, %2;" : "=f"(f[0]) : "f"(x), "f"(1.0f));
  asm("add.ftz.f32 %0, %1, %1;" : "=f"(f[1]) : "f"(tiny));
  asm("add.f32 %0, %1, %1;" : "=f"(f[2]) : "f"(tiny));
  asm("add.sat.f32 %0, %1, 0f40000000;" : "=f"(f[3]) : "f"(x));
  asm("max.f32 %0, %1, %2;" : "=f"(f[4]) : "f"(x), "f"(__int_as_float(0x7fffffff)));
  asm("ex2.approx.f32 %0, %1;" : "=f"(f[5]) : "f"(3.0f));
  asm("sqrt.rn.f32 %0, %1;" : "=f"(f[6]) : "f"(6.25f));
  asm("fma.rn.f64 %0, %1, %2, 0d3FF0000000000000;" : "=d"(d[0]) : "d"(0.5), "d"(3.0));
  asm("cvt.rni.s32.f32 %0, %1;" : "=r"(o[0]) : "f"(2.5f));
  asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(o[1]) : "f"(-3.0f));
  asm("cvt.sat.u8.s32 %0, %1;" : "=r"(o[2]) : "r"(300));
  asm("cvt.s32.s8 %0, %1;" : "=r"(o[3]) : "r"(0x1ff));
  asm("cvt.rn.f32.s64 %0, %1;" : "=f"(f[7]) : "l"(-5ll));
  asm("cvt.f64.f32 %0, %1;" : "=d"(d[1]) : "f"(0.1f));
  asm("{ .reg .pred p; setp.gt.f32 p, %1, 0f3F800000; selp.u32 %0, 11, 22, p; }" : "=r"(o[4]) : "f"(x));
}
floats<<<1, 1>>>(f, d, o, 1.5f, 1e-40f); (int)cudaDeviceSynchronize()
//= (int) 0
for (int i = 0; i < 8; ++i) printf("%g ", f[i]);;
//= 3.25 0 1.99999e-40 1 1.5 8 2.5 -5
printf("%g %.9g %d %u %u %d %u\n", d[0], d[1], (int)o[0], o[1], o[2], (int)o[3], o[4]);
//= 2.5 0.100000001 2 0 255 -1 11
