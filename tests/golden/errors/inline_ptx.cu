//# Inline PTX in a kernel is an error that names it; an empty template, a fence for the compiler, is not. Once the object was cut off.
//@ # A kernel that is not compiled is not cached either, so the warm run tries again.
//@ changes_cache = true
unsigned *out; cudaMallocManaged(&out, 4)
//= (cudaError_t) cudaSuccess
__global__ void fence(unsigned *out) { asm volatile("" ::: "memory"); *out = 7; }
fence<<<1, 1>>>(out); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
*out
//= (unsigned int) 7
__global__ void lane(unsigned *out) { unsigned l; asm("mov.u32 %0, %%laneid;" : "=r"(l)); *out = l; } lane<<<1, 1>>>(out);
//? error: cell 5: kernel `lane` <<<(1,1,1), (1,1,1)>>>: cudaErrorInvalidDeviceFunction
//?   kernel `lane`: inline PTX `mov.u32 %0, %laneid;` cannot run on the CPU device; use the CUDA function for it
//? error: cell 5: kernel `lane`: kernel `lane`: inline PTX `mov.u32 %0, %laneid;` cannot run on the CPU device; use the CUDA function for it
