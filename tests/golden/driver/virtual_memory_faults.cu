//# A kernel that reaches reserved addresses without memory, or memory that it may only read, faults and says so; the session goes on.
//@ devices = ["cpu"]
//@ mistakes = true
#include <cuda.h>
__global__ void write(int *p) { p[threadIdx.x] = 1; }
__global__ void read(const int *p, int *out) { *out = p[1]; }
CUmemAllocationProp wanted = {}; wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED; wanted.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
size_t grain = 2 << 20; CUdeviceptr base; cuMemAddressReserve(&base, 2 * grain, 0, 0, 0);
CUmemGenericAllocationHandle piece; cuMemCreate(&piece, grain, &wanted, 0); cuMemMap(base, grain, 0, piece, 0);
CUmemAccessDesc access = {wanted.location, CU_MEM_ACCESS_FLAGS_PROT_READ};
cuMemSetAccess(base, grain, &access, 1)
//= (CUresult) CUDA_SUCCESS
int *out; cudaMallocManaged(&out, 4); read<<<1, 1>>>((int *)base, out); cudaDeviceSynchronize(); *out
//= (int) 0
cuMemsetD32(base, 5, 1)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
write<<<1, 1>>>((int *)base);
//? error: cell 11: kernel `write` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid write to address 0x…, 0 bytes into 4194304 reserved bytes, where no memory is mapped or the device has no such access
//?   at cell 2:1 in `write`
access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE; cuMemSetAccess(base, grain, &access, 1); write<<<1, 2>>>((int *)base);
read<<<1, 1>>>((int *)base, out); cudaDeviceSynchronize(); *out
//= (int) 1
write<<<1, 1>>>((int *)(base + grain));
//? error: cell 14: kernel `write` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid write to address 0x…, 2097152 bytes into 4194304 reserved bytes, where no memory is mapped or the device has no such access
//?   at cell 2:1 in `write`
*out
//= (int) 1
