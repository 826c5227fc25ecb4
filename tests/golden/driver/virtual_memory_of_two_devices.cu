//# Pieces of two devices side by side: each device's kernels and copies reach both once they have access, and a piece tells whose memory it is.
//@ devices = ["cpu", "cuda"]
//@ count = 2
#include <cuda.h>
__global__ void bump(int *p) { p[threadIdx.x] += threadIdx.x; }
CUmemAllocationProp first = {}; first.type = CU_MEM_ALLOCATION_TYPE_PINNED; first.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
CUmemAllocationProp second = first; second.location.id = 1;
size_t grain; cuMemGetAllocationGranularity(&grain, &second, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
CUdeviceptr base; cuMemAddressReserve(&base, 2 * grain, 0, 0, 0)
//= (CUresult) CUDA_SUCCESS
CUmemGenericAllocationHandle a, b; cuMemCreate(&a, grain, &second, 0)
//= (CUresult) CUDA_SUCCESS
cuMemCreate(&b, grain, &first, 0)
//= (CUresult) CUDA_SUCCESS
cuMemMap(base, grain, 0, a, 0)
//= (CUresult) CUDA_SUCCESS
cuMemMap(base + grain, grain, 0, b, 0)
//= (CUresult) CUDA_SUCCESS
CUmemAccessDesc access[] = {{first.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE}, {second.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE}};
cuMemSetAccess(base, 2 * grain, access, 2)
//= (CUresult) CUDA_SUCCESS
cudaPointerAttributes of_a, of_b; cudaPointerGetAttributes(&of_a, (void *)base); cudaPointerGetAttributes(&of_b, (void *)(base + grain)); of_a.device * 10 + of_b.device
//= (int) 10
cuMemsetD32(base, 0, grain / 2)
//= (CUresult) CUDA_SUCCESS
cudaSetDevice(1); bump<<<1, 4>>>((int *)base); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
cudaSetDevice(0); bump<<<1, 4>>>((int *)(base + grain - 8)); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
int seen[4]; cuMemcpyDtoH(seen, base + grain - 8, 16)
//= (CUresult) CUDA_SUCCESS
seen
//= (int[4]) {0, 1, 2, 3}
access[1].flags = CU_MEM_ACCESS_FLAGS_PROT_NONE; cuMemSetAccess(base, 2 * grain, &access[1], 1)
//= (CUresult) CUDA_SUCCESS
unsigned long long flags; cuMemGetAccess(&flags, &second.location, base); flags
//= (unsigned long long) 0
cuMemGetAccess(&flags, &first.location, base); flags
//= (unsigned long long) 3
cuMemUnmap(base, 2 * grain)
//= (CUresult) CUDA_SUCCESS
cuMemRelease(a); cuMemRelease(b)
//= (CUresult) CUDA_SUCCESS
cuMemAddressFree(base, 2 * grain)
//= (CUresult) CUDA_SUCCESS
