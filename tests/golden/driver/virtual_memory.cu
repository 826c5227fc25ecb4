//# Virtual memory management: two pieces mapped side by side are one range to kernels, copies and fills; one piece at two addresses is the same memory.
//@ devices = ["cpu", "cuda"]
#include <cuda.h>
__global__ void bump(int *p, size_t n) { for (size_t i = threadIdx.x; i < n; i += blockDim.x) p[i] += int(i); }
int supported = 0; cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0); supported
//= (int) 1
CUmemAllocationProp wanted = {};
wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED; wanted.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
wanted.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
size_t grain = 0; cuMemGetAllocationGranularity(&grain, &wanted, CU_MEM_ALLOC_GRANULARITY_MINIMUM)
//= (CUresult) CUDA_SUCCESS
grain
//= (size_t) 2097152
CUdeviceptr base = 0; cuMemAddressReserve(&base, 4 * grain, 0, 0, 0)
//= (CUresult) CUDA_SUCCESS
CUmemGenericAllocationHandle one = 0, two = 0;
cuMemCreate(&one, grain, &wanted, 0)
//= (CUresult) CUDA_SUCCESS
cuMemCreate(&two, grain, &wanted, 0)
//= (CUresult) CUDA_SUCCESS
cuMemMap(base, grain, 0, one, 0)
//= (CUresult) CUDA_SUCCESS
cuMemMap(base + grain, grain, 0, two, 0)
//= (CUresult) CUDA_SUCCESS
CUmemAccessDesc both = {wanted.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
cuMemSetAccess(base, 2 * grain, &both, 1)
//= (CUresult) CUDA_SUCCESS
unsigned long long flags = 0; cuMemGetAccess(&flags, &wanted.location, base + 5)
//= (CUresult) CUDA_SUCCESS
flags
//= (unsigned long long) 3
cuMemsetD32(base, 7, grain / 2)
//= (CUresult) CUDA_SUCCESS
bump<<<1, 256>>>((int *)base, grain / 2);
int across[4]; cuMemcpyDtoH(across, base + grain - 8, sizeof across)
//= (CUresult) CUDA_SUCCESS
across
//= (int[4]) {524293, 524294, 524295, 524296}
size_t bytes; CUdeviceptr start; cuMemGetAddressRange(&start, &bytes, base + 100); start == base && bytes == grain
//= (bool) true
CUmemGenericAllocationHandle again = 0; cuMemRetainAllocationHandle(&again, (void *)(base + grain))
//= (CUresult) CUDA_SUCCESS
again == two
//= (bool) true
CUmemAllocationProp told; cuMemGetAllocationPropertiesFromHandle(&told, one)
//= (CUresult) CUDA_SUCCESS
told.location.id * 100 + told.type * 10 + told.requestedHandleTypes
//= (int) 11
int file = -1; cuMemExportToShareableHandle(&file, two, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0)
//= (CUresult) CUDA_SUCCESS
CUmemGenericAllocationHandle opened = 0; cuMemImportFromShareableHandle(&opened, (void *)(size_t)file, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
//= (CUresult) CUDA_SUCCESS
cuMemMap(base + 2 * grain, grain, 0, opened, 0); cuMemSetAccess(base + 2 * grain, grain, &both, 1)
//= (CUresult) CUDA_SUCCESS
cuMemsetD32(base + grain, 42, 1); int seen = 0; cuMemcpyDtoH(&seen, base + 2 * grain, 4); seen
//= (int) 42
cuMemUnmap(base, 3 * grain)
//= (CUresult) CUDA_SUCCESS
cuMemRelease(one); cuMemRelease(two); cuMemRelease(opened)
//= (CUresult) CUDA_SUCCESS
cuMemRelease(again)
//= (CUresult) CUDA_SUCCESS
cuMemRelease(again)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuMemAddressFree(base, 4 * grain)
//= (CUresult) CUDA_SUCCESS
