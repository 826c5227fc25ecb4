//# What CUDA's manual refuses and its driver does not see: null names, what is destroyed, numbers that are no handle. (The driver crashes or gives another code.)
//@ devices = ["cpu"]
#include <cuda.h>
CUDA_ARRAY3D_DESCRIPTOR cube = {4, 3, 2, CU_AD_FORMAT_FLOAT, 2, 0};
CUarray deep; cuArray3DCreate(&deep, &cube)
//= (CUresult) CUDA_SUCCESS
float2 back[3] = {}; CUDA_MEMCPY2D down = {};
down.srcMemoryType = CU_MEMORYTYPE_ARRAY; down.srcArray = deep; down.srcXInBytes = 4;
down.dstMemoryType = CU_MEMORYTYPE_HOST; down.dstHost = back; down.WidthInBytes = 24; down.Height = 1;
cuMemcpy2D(&down)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuArrayDestroy(deep)
//= (CUresult) CUDA_SUCCESS
cuArrayDestroy(deep)
//= (CUresult) CUDA_ERROR_INVALID_HANDLE
CUDA_ARRAY_DESCRIPTOR told; cuArrayGetDescriptor(&told, deep)
//= (CUresult) CUDA_ERROR_INVALID_HANDLE
void *function; cuGetProcAddress(nullptr, &function, 12000, 0, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
CUmemAllocationProp wanted = {}; wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED; wanted.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
size_t grain; cuMemGetAllocationGranularity(&grain, &wanted, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED); CUdeviceptr base; cuMemAddressReserve(&base, grain, 0, 0, 0);
cuMemMap(base, grain, 0, 12345, 0)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
CUmemPoolProps props = {}; props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED; props.location = wanted.location;
CUmemoryPool pool; cuMemPoolCreate(&pool, &props); cuMemPoolDestroy(pool)
//= (CUresult) CUDA_SUCCESS
unsigned long long used; cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
// As CUDA 12.8 had it.
CUdeviceptr a; cuMemAlloc(&a, 16); int one[4] = {1, 2, 3, 4}; CUdeviceptr to[] = {a}, from[] = {(CUdeviceptr)one}; size_t bytes[] = {16}, first[] = {0}, failed;
CUmemcpyAttributes how = {}; how.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM; CUstream stream; cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
cuMemcpyBatchAsync(to, from, bytes, 1, &how, first, 1, &failed, stream)
//= (CUresult) CUDA_SUCCESS
unsigned long long number; cuCtxGetId((CUcontext)8, &number)
//= (CUresult) CUDA_ERROR_INVALID_CONTEXT
CUcontext here; cuCtxGetCurrent(&here); cuMemcpyPeerAsync(a, here, a, (CUcontext)8, 16, stream)
//= (CUresult) CUDA_ERROR_INVALID_CONTEXT
int word; CUdeviceptr begin = 1; unsigned managed = 1; void *found[] = {&managed, &begin}; CUpointer_attribute asked[] = {CU_POINTER_ATTRIBUTE_IS_MANAGED, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR};
cuPointerGetAttributes(2, asked, found, (CUdeviceptr)&word)
//= (CUresult) CUDA_SUCCESS
managed == 0 && begin == 0
//= (bool) true
// What a refused call would take is no type here.
cudaExternalMemoryHandleDesc imported = {};
//? cell 26:1:1: error: 'cudaExternalMemoryHandleDesc' is unavailable: `cudaExternalMemoryHandleDesc` (external memory and semaphores) is not in Chevron yet
//?     1 | cudaExternalMemoryHandleDesc imported = {};
//?       | ^
