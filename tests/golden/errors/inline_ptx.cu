//# Inline PTX that a kernel reaches is an error at its line, told when the kernel is defined; an empty template, a fence for the compiler, is not. Once the object was cut off.
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
  asm("mov.u32 %0, %%laneid;" : "=r"(l));
  *out = l;
}
//? cell 5:3:3: error: inline PTX `mov.u32 %0, %laneid;` cannot run on the CPU device; use the CUDA function for it (kernel `lane` reaches it)
//?     3 |   asm("mov.u32 %0, %%laneid;" : "=r"(l));
//?       |   ^
__device__ unsigned lane_id() { unsigned l; asm("mov.u32 %0, %%laneid;" : "=r"(l)); return l; }
__global__ void uses(unsigned *out) { *out = lane_id(); }
//? error: cell 5:1:45: inline PTX `mov.u32 %0, %laneid;` cannot run on the CPU device; use the CUDA function for it (kernel `uses` reaches it)
__device__ unsigned other() { return 3; }
__global__ void calls(unsigned *out) { *out = other(); }
__device__ unsigned other() { unsigned l; asm volatile("mov.u32 %0, %%warpid;" : "=r"(l)); return l; }
//? cell 8:1:43: error: inline PTX `mov.u32 %0, %warpid;` cannot run on the CPU device; use the CUDA function for it (kernel `calls` reaches it)
//?     1 | __device__ unsigned other() { unsigned l; asm volatile("mov.u32 %0, %%warpid;" : "=r"(l)); return l; }
//?       |                                           ^
calls<<<1, 1>>>(out); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
*out
//= (unsigned int) 3
