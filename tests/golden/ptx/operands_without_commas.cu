//# nvcc takes operands of `asm` without a comma between them, and so do cells.
unsigned *o; cudaMallocManaged(&o, 8)
//= (cudaError_t) cudaSuccess
__device__ unsigned between(unsigned a, unsigned b, unsigned c) {
  unsigned r;
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r) : "r"(a) "r"(b), "r"(c));
  return r;
}
template <class T> __device__ T added(T a, T b) {
  T r, s;
  asm volatile("add.u32 %0, %2, %3;\n\tsub.u32 %1, %2, %3;"
               : "=r"(r)
                 "=r"(s)
               : "r"(a) "r" (b)
               : "memory");
  return r * s;
}
struct Cell {
  unsigned *at;
  __device__ void store(unsigned value) const { asm volatile("st.release.sys.global.u32 [%1], %0;" ::"r"(value) "l"(at) : "memory"); }
};
__global__ void k(unsigned *o) { o[0] = between(1, 2, 4); o[1] = added(7u, 3u); (void)"no constraint"; Cell{o}.store(o[0] + 1); }
k<<<1, 1>>>(o); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
o[0] * 100 + o[1]
//= (unsigned int) 840
