//# Textures and surfaces of the driver API read and write what the runtime API's do, and give back how they were made.
#include <cuda.h>
__global__ void look(cudaTextureObject_t t, float *out) { out[threadIdx.x] = tex2D<float>(t, threadIdx.x + 0.5f, 1.5f); }
__global__ void numbers(cudaTextureObject_t t, int *out) { out[threadIdx.x] = tex1Dfetch<unsigned char>(t, threadIdx.x); }
__global__ void put(cudaSurfaceObject_t s) { surf2Dwrite<unsigned char>(200 + threadIdx.x, s, threadIdx.x, 1); }
float *floats; cudaMallocManaged(&floats, 16);
int *ints; cudaMallocManaged(&ints, 16);
CUDA_ARRAY3D_DESCRIPTOR row = {4, 2, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1, CUDA_ARRAY3D_SURFACE_LDST};
CUarray array; cuArray3DCreate(&array, &row)
//= (CUresult) CUDA_SUCCESS
unsigned char bytes[8] = {0, 1, 2, 3, 0, 51, 102, 255}; CUDA_MEMCPY2D rows = {}; rows.srcMemoryType = CU_MEMORYTYPE_HOST; rows.srcHost = bytes; rows.dstMemoryType = CU_MEMORYTYPE_ARRAY; rows.dstArray = array;
rows.WidthInBytes = 4; rows.Height = 2; cuMemcpy2D(&rows)
//= (CUresult) CUDA_SUCCESS
CUDA_RESOURCE_DESC of_array = {}; of_array.resType = CU_RESOURCE_TYPE_ARRAY; of_array.res.array.hArray = array;
CUDA_TEXTURE_DESC how = {}; how.addressMode[0] = how.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP; how.filterMode = CU_TR_FILTER_MODE_POINT;
CUtexObject parts = 0;
cuTexObjectCreate(&parts, &of_array, &how, nullptr)
//= (CUresult) CUDA_SUCCESS
look<<<1, 4>>>(parts, floats); cuCtxSynchronize()
//= (CUresult) CUDA_SUCCESS
floats[1] * 5 + floats[3]
//= (float) 2.0f
CUtexObject linear = 0; CUdeviceptr memory; cuMemAlloc(&memory, 8); cuMemcpyHtoD(memory, bytes, 8);
CUDA_RESOURCE_DESC of_memory = {}; of_memory.resType = CU_RESOURCE_TYPE_LINEAR;
of_memory.res.linear = {memory, CU_AD_FORMAT_UNSIGNED_INT8, 1, 8};
how.flags = CU_TRSF_READ_AS_INTEGER;
cuTexObjectCreate(&linear, &of_memory, &how, nullptr)
//= (CUresult) CUDA_SUCCESS
numbers<<<1, 4>>>(linear, ints); cuCtxSynchronize()
//= (CUresult) CUDA_SUCCESS
ints[2]
//= (int) 2
CUDA_RESOURCE_DESC resource; cuTexObjectGetResourceDesc(&resource, linear)
//= (CUresult) CUDA_SUCCESS
resource.resType == CU_RESOURCE_TYPE_LINEAR && resource.res.linear.devPtr == memory && resource.res.linear.sizeInBytes == 8
//= (bool) true
CUDA_TEXTURE_DESC found; cuTexObjectGetTextureDesc(&found, linear)
//= (CUresult) CUDA_SUCCESS
found.flags == CU_TRSF_READ_AS_INTEGER && found.addressMode[1] == CU_TR_ADDRESS_MODE_CLAMP
//= (bool) true
cuTexObjectGetTextureDesc(&found, parts); found.flags
//= (unsigned int) 0
CUsurfObject surface = 0; cuSurfObjectCreate(&surface, &of_array)
//= (CUresult) CUDA_SUCCESS
put<<<1, 4>>>(surface); cuCtxSynchronize()
//= (CUresult) CUDA_SUCCESS
rows = {}; rows.srcMemoryType = CU_MEMORYTYPE_ARRAY; rows.srcArray = array; rows.srcY = 1; rows.dstMemoryType = CU_MEMORYTYPE_HOST; rows.dstHost = bytes;
rows.WidthInBytes = 4; rows.Height = 1; cuMemcpy2D(&rows); bytes[3]
//= (unsigned char) 203
cuSurfObjectGetResourceDesc(&resource, surface)
//= (CUresult) CUDA_SUCCESS
resource.res.array.hArray == array
//= (bool) true
size_t most; cuDeviceGetTexture1DLinearMaxWidth(&most, CU_AD_FORMAT_FLOAT, 1, 0)
//= (CUresult) CUDA_SUCCESS
most > 100000000
//= (bool) true
cuSurfObjectCreate(&surface, &of_memory)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuTexObjectCreate(nullptr, &of_array, &how, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
of_array.flags = 1; cuTexObjectCreate(&parts, &of_array, &how, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuTexObjectDestroy(linear)
//= (CUresult) CUDA_SUCCESS
cuSurfObjectDestroy(surface)
//= (CUresult) CUDA_SUCCESS
