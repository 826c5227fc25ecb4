//# Pools, stream-ordered memory, advice and prefetches of managed memory in the driver API.
#include <cuda.h>
CUmemPoolProps wanted = {}; wanted.allocType = CU_MEM_ALLOCATION_TYPE_PINNED; wanted.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
CUmemoryPool pool; cuMemPoolCreate(&pool, &wanted)
//= (CUresult) CUDA_SUCCESS
CUstream stream; cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
CUdeviceptr memory; cuMemAllocFromPoolAsync(&memory, 1024, pool, stream)
//= (CUresult) CUDA_SUCCESS
unsigned long long used = 0; cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used)
//= (CUresult) CUDA_SUCCESS
used >= 1024
//= (bool) true
unsigned long long threshold = 1 << 20; cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold)
//= (CUresult) CUDA_SUCCESS
cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &used); used
//= (unsigned long long) 1048576
CUmemAccess_flags flags; cuMemPoolGetAccess(&flags, pool, &wanted.location)
//= (CUresult) CUDA_SUCCESS
flags
//= (CUmemAccess_flags) CU_MEM_ACCESS_FLAGS_PROT_READWRITE
CUmemAccessDesc access = {wanted.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE}; cuMemPoolSetAccess(pool, &access, 1)
//= (CUresult) CUDA_SUCCESS
cuMemFreeAsync(memory, stream)
//= (CUresult) CUDA_SUCCESS
CUmemoryPool now, first; cuMemGetDefaultMemPool(&first, &wanted.location, CU_MEM_ALLOCATION_TYPE_PINNED)
//= (CUresult) CUDA_SUCCESS
cuMemSetMemPool(&wanted.location, CU_MEM_ALLOCATION_TYPE_PINNED, pool)
//= (CUresult) CUDA_SUCCESS
cuMemGetMemPool(&now, &wanted.location, CU_MEM_ALLOCATION_TYPE_PINNED); now == pool && now != first
//= (bool) true
cuMemSetMemPool(&wanted.location, CU_MEM_ALLOCATION_TYPE_PINNED, first)
//= (CUresult) CUDA_SUCCESS
cuMemPoolDestroy(pool)
//= (CUresult) CUDA_SUCCESS
CUdeviceptr managed; cuMemAllocManaged(&managed, 4096, CU_MEM_ATTACH_GLOBAL)
//= (CUresult) CUDA_SUCCESS
cuMemAdvise(managed, 4096, CU_MEM_ADVISE_SET_READ_MOSTLY, wanted.location)
//= (CUresult) CUDA_SUCCESS
int mostly = 0; cuMemRangeGetAttribute(&mostly, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, managed, 4096); mostly
//= (int) 1
cuMemPrefetchAsync(managed, 4096, wanted.location, 0, stream)
//= (CUresult) CUDA_SUCCESS
int last = -5; void *values[] = {&mostly, &last}; size_t sizes[] = {4, 4};
CUmem_range_attribute which[] = {CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION};
cuMemRangeGetAttributes(values, sizes, which, 2, managed, 4096); last
//= (int) 0
cuStreamAttachMemAsync(stream, managed, 0, CU_MEM_ATTACH_SINGLE)
//= (CUresult) CUDA_SUCCESS
cuMemPrefetchAsync(memory, 4096, wanted.location, 0, stream)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuMemAdvise(managed, 4096, (CUmem_advise)77, wanted.location)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
unsigned managed_said = 0; CUdeviceptr begin = 0; void *found[] = {&managed_said, &begin};
CUpointer_attribute asked[] = {CU_POINTER_ATTRIBUTE_IS_MANAGED, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR};
cuPointerGetAttributes(2, asked, found, managed + 8)
//= (CUresult) CUDA_SUCCESS
managed_said == 1 && begin == managed
//= (bool) true
cuPointerGetAttributes(2, asked, found, (CUdeviceptr)&mostly)
//= (CUresult) CUDA_SUCCESS
unsigned yes = 1; cuPointerSetAttribute(&yes, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, managed)
//= (CUresult) CUDA_SUCCESS
