//# As with nvcc, one `%` before a register's name is enough where an operand's number cannot be meant, in each part of a template.
//@ devices = ["cuda"]
#define LANE(to) asm volatile("mov.u32 %0, %laneid;" : "=r"(to))
__global__ void where(unsigned *o) { unsigned lane, warps, both; LANE(lane); asm("{ .reg .u32 t; mov.u32 t, %nwarpid;" " add.u32 %0, t, %1; }" : "=r"(warps) : "r"(lane)); asm("mov.u32 %0, %%tid.x;" : "=r"(both)); o[0] = lane; o[1] = warps >= lane; o[2] = both; }
unsigned *o; cudaMallocManaged(&o, 12);
where<<<1, 8>>>(o); (int)cudaDeviceSynchronize()
//= (int) 0
o[0] < 8 && o[1] == 1 && o[2] == o[0]
//= (bool) true
