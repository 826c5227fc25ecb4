//# Inline PTX runs.
//@ devices = ["cuda"]
__global__ void lanes(unsigned *p) { unsigned lane; asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane)); p[threadIdx.x] = lane; }
unsigned *p; cudaMallocManaged(&p, 160);
lanes<<<1, 40>>>(p); cudaDeviceSynchronize(); p[5] * 100 + p[35]
//= (unsigned int) 503
