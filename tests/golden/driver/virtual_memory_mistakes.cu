//# What is wrong with virtual memory gives the documented code: sizes, places that are not reserved or taken, memory without access, handles that are gone.
#include <cuda.h>
CUmemAllocationProp wanted = {}, odd = {};
wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED; wanted.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
size_t grain = 0; cuMemGetAllocationGranularity(&grain, &wanted, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED);
CUdeviceptr base = 0; CUmemGenericAllocationHandle piece = 0;
cuMemAddressReserve(&base, 100, 0, 0, 0)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuMemAddressReserve(&base, grain, 3, 0, 0)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuMemAddressReserve(nullptr, grain, 0, 0, 0)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuMemCreate(&piece, grain + 1, &wanted, 0)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuMemCreate(&piece, grain, &odd, 0)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
odd = wanted; odd.location.id = 1000; cuMemCreate(&piece, grain, &odd, 0)
//= (CUresult) CUDA_ERROR_INVALID_DEVICE
odd = wanted; odd.requestedHandleTypes = CU_MEM_HANDLE_TYPE_WIN32; cuMemCreate(&piece, grain, &odd, 0)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuMemAddressReserve(&base, 2 * grain, 0, 0, 0); cuMemCreate(&piece, grain, &wanted, 0)
//= (CUresult) CUDA_SUCCESS
cuMemMap(base + 4 * grain, grain, 0, piece, 0)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuMemMap(base, grain, grain, piece, 0)
//= (CUresult) 801
cuMemMap(base, grain, 0, piece, 0)
//= (CUresult) CUDA_SUCCESS
cuMemMap(base, grain, 0, piece, 0)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuMemsetD32(base, 1, 4)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
CUmemAccessDesc access = {wanted.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
cuMemSetAccess(base, 2 * grain, &access, 1)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
access.location.id = 1000; cuMemSetAccess(base, grain, &access, 1)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
access.location.id = 0; cuMemSetAccess(base, grain, &access, 1)
//= (CUresult) CUDA_SUCCESS
cuMemsetD32(base, 1, grain / 4 + 1)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuMemUnmap(base, grain / 2)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuMemAddressFree(base, 2 * grain)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
int file; cuMemExportToShareableHandle(&file, piece, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuMemImportFromShareableHandle(&piece, (void *)(size_t)-1, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) == CUDA_SUCCESS
//= (bool) false
cuMemFree(base)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
// Gaps are no mistake.
cuMemUnmap(base, 2 * grain)
//= (CUresult) CUDA_SUCCESS
cuMemUnmap(base, grain)
//= (CUresult) CUDA_SUCCESS
cuMemAddressFree(base, grain)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuMemAddressFree(base, 2 * grain)
//= (CUresult) CUDA_SUCCESS
