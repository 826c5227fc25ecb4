//# Inline PTX that the CPU device does not take and a kernel reaches is an error at its line, told when the kernel is defined; an empty template, a fence for the compiler, is not. Once the object was cut off.
//@ devices = ["cpu"]
unsigned *out; cudaMallocManaged(&out, 4)
//= (cudaError_t) cudaSuccess
__global__ void fence(unsigned *out) { asm volatile("" ::: "memory"); *out = 7; }
fence<<<1, 1>>>(out); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
*out
//= (unsigned int) 7
__global__ void lane(unsigned *out) {
  unsigned l;
  asm("mov.u32 %0, %%smid;" : "=r"(l));
  *out = l;
}
//? cell 5:3:3: error: inline PTX `mov.u32 %0, %smid;` cannot run on the CPU device: `%smid` is not known; use the CUDA function for it (kernel `lane` reaches it)
//?     3 |   asm("mov.u32 %0, %%smid;" : "=r"(l));
//?       |   ^
__device__ unsigned lane_id() { unsigned l; asm("mov.u32 %0, %%smid;" : "=r"(l)); return l; }
__global__ void uses(unsigned *out) { *out = lane_id(); }
//? error: cell 5:1:45: inline PTX `mov.u32 %0, %smid;` cannot run on the CPU device: `%smid` is not known; use the CUDA function for it (kernel `uses` reaches it)
__device__ unsigned other() { return 3; }
__global__ void calls(unsigned *out) { *out = other(); }
__device__ unsigned other() { unsigned l; asm volatile("mov.u32 %0, %%gridid;" : "=r"(l)); return l; }
//? cell 8:1:43: error: inline PTX `mov.u32 %0, %gridid;` cannot run on the CPU device: `%gridid` is not known; use the CUDA function for it (kernel `calls` reaches it)
//?     1 | __device__ unsigned other() { unsigned l; asm volatile("mov.u32 %0, %%gridid;" : "=r"(l)); return l; }
//?       |                                           ^
calls<<<1, 1>>>(out); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
*out
//= (unsigned int) 3
__global__ void tile(unsigned *out) {
  unsigned a;
  asm volatile("{ .reg .u32 t; add.u32 t, %1, 1;\n ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [t]; }" : "=r"(a) : "r"(*out));
  *out = a;
}
//? cell 10:3:3: error: inline PTX `ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [t];` cannot run on the CPU device; use the CUDA function for it (kernel `tile` reaches it)
//?     3 |   asm volatile("{ .reg .u32 t; add.u32 t, %1, 1;\n ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [t]; }" : "=r"(a) : "r"(*out));
//?       |   ^
__global__ void rounded(float *f) { asm("add.rz.f32 %0, %1, %2;" : "=f"(f[0]) : "f"(f[1]), "f"(f[2])); }
//? cell 10:1:37: error: inline PTX `add.rz.f32 %0, %1, %2;` cannot run on the CPU device: only rounding to the nearest is there; use the CUDA function for it (kernel `rounded` reaches it)
//?     1 | __global__ void rounded(float *f) { asm("add.rz.f32 %0, %1, %2;" : "=f"(f[0]) : "f"(f[1]), "f"(f[2])); }
//?       |                                     ^
__global__ void carried(unsigned *out) { asm volatile("addc.u32 %0, %1, 0;" : "=r"(out[0]) : "r"(out[1])); }
//? cell 10:1:42: error: inline PTX `addc.u32 %0, %1, 0;` cannot run on the CPU device: no statement before it in its function makes a carry; use the CUDA function for it (kernel `carried` reaches it)
//?     1 | __global__ void carried(unsigned *out) { asm volatile("addc.u32 %0, %1, 0;" : "=r"(out[0]) : "r"(out[1])); }
//?       |                                          ^
__global__ void narrow(unsigned *out, unsigned at) { asm volatile("ld.shared.u32 %0, [%1];" : "=r"(out[0]) : "r"(at)); }
//? cell 10:1:54: error: inline PTX `ld.shared.u32 %0, [%1];` cannot run on the CPU device: addresses have 64 bits here; use the CUDA function for it (kernel `narrow` reaches it)
//?     1 | __global__ void narrow(unsigned *out, unsigned at) { asm volatile("ld.shared.u32 %0, [%1];" : "=r"(out[0]) : "r"(at)); }
//?       |                                                      ^
__global__ void open(unsigned *out) { asm("{ mov.u32 %0, 1;" : "=r"(*out)); }
//? cell 10:1:39: error: inline PTX `{ mov.u32 %0, 1;` cannot run on the CPU device: a brace is not closed; use the CUDA function for it (kernel `open` reaches it)
//?     1 | __global__ void open(unsigned *out) { asm("{ mov.u32 %0, 1;" : "=r"(*out)); }
//?       |                                       ^
