//# Arrays of the driver API: made, described, copied to and from, and what wrong ones give.
#include <cuda.h>
CUDA_ARRAY3D_DESCRIPTOR cube = {4, 3, 2, CU_AD_FORMAT_FLOAT, 2, CUDA_ARRAY3D_SURFACE_LDST}, told = {};
CUarray deep = nullptr, flat = nullptr, other = nullptr;
cuArray3DCreate(&deep, &cube)
//= (CUresult) CUDA_SUCCESS
cuArray3DGetDescriptor(&told, deep)
//= (CUresult) CUDA_SUCCESS
told.Width * 1000 + told.Height * 100 + told.Depth * 10 + told.NumChannels
//= (size_t) 4322
told.Format == CU_AD_FORMAT_FLOAT && told.Flags == CUDA_ARRAY3D_SURFACE_LDST
//= (bool) true
CUDA_ARRAY_MEMORY_REQUIREMENTS room = {}; cuArrayGetMemoryRequirements(&room, deep, 0)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
room.size
//= (size_t) 0
CUDA_ARRAY_DESCRIPTOR row = {8, 2, CU_AD_FORMAT_UNSIGNED_INT8, 1}, told_row = {};
cuArrayCreate(&flat, &row)
//= (CUresult) CUDA_SUCCESS
cuArrayGetDescriptor(&told_row, flat)
//= (CUresult) CUDA_SUCCESS
told_row.Width * 100 + told_row.Height * 10 + told_row.NumChannels
//= (size_t) 821
float2 host[24]; for (int i = 0; i < 24; ++i) host[i] = {float(i), float(-i)};
CUDA_MEMCPY3D up = {};
up.srcMemoryType = CU_MEMORYTYPE_HOST; up.srcHost = host; up.srcPitch = 32; up.srcHeight = 3;
up.dstMemoryType = CU_MEMORYTYPE_ARRAY; up.dstArray = deep;
up.WidthInBytes = 32; up.Height = 3; up.Depth = 2;
cuMemcpy3D(&up)
//= (CUresult) CUDA_SUCCESS
float2 back[3] = {};
CUDA_MEMCPY2D down = {};
down.srcMemoryType = CU_MEMORYTYPE_ARRAY; down.srcArray = deep; down.srcXInBytes = 8; down.srcY = 2;
down.dstMemoryType = CU_MEMORYTYPE_HOST; down.dstHost = back; down.dstPitch = 24;
down.WidthInBytes = 24; down.Height = 1;
cuMemcpy2D(&down)
//= (CUresult) CUDA_SUCCESS
back[0].x * 100 - back[2].y
//= (float) 911.0f
down.srcXInBytes = 16; cuMemcpy2DUnaligned(&down)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
down.srcXInBytes = 8; down.dstHost = nullptr; cuMemcpy2D(&down)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
CUdeviceptr memory; cuMemAlloc(&memory, 16);
unsigned char bytes[16]; for (int i = 0; i < 16; ++i) bytes[i] = i * i;
// Offsets count bytes of the first row; what goes on past it is refused.
cuMemcpyHtoA(flat, 0, bytes, 16)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuMemcpyHtoA(flat, 0, bytes, 8)
//= (CUresult) CUDA_SUCCESS
cuMemcpyAtoD(memory, flat, 4, 4)
//= (CUresult) CUDA_SUCCESS
cuArrayCreate(&other, &row); cuMemcpyDtoA(other, 0, memory, 4)
//= (CUresult) CUDA_SUCCESS
cuMemcpyAtoA(flat, 0, other, 0, 4)
//= (CUresult) CUDA_SUCCESS
unsigned char read[8] = {}; cuMemcpyAtoH(read, flat, 0, 8)
//= (CUresult) CUDA_SUCCESS
read
//= (unsigned char[8]) {16, 25, 36, 49, 16, 25, 36, 49}
cuMemcpyHtoAAsync(flat, 2, bytes, 2, nullptr); cuMemcpyAtoHAsync(read, flat, 0, 4, nullptr); cuCtxSynchronize()
//= (CUresult) CUDA_SUCCESS
read[2] * 10 + read[3]
//= (int) 1
cuMemcpyAtoH(read, flat, 12, 8)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
CUmipmappedArray pyramid = nullptr; CUarray level = nullptr;
CUDA_ARRAY3D_DESCRIPTOR base = {8, 4, 0, CU_AD_FORMAT_SIGNED_INT16, 4, 0};
cuMipmappedArrayCreate(&pyramid, &base, 3)
//= (CUresult) CUDA_SUCCESS
cuMipmappedArrayGetLevel(&level, pyramid, 2)
//= (CUresult) CUDA_SUCCESS
cuArray3DGetDescriptor(&told, level); told.Width * 10 + told.Height
//= (size_t) 21
cuMipmappedArrayGetMemoryRequirements(&room, pyramid, 0)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
room.size
//= (size_t) 0
cuMipmappedArrayGetLevel(&level, pyramid, 3)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuMipmappedArrayDestroy(pyramid)
//= (CUresult) CUDA_SUCCESS
cuArrayDestroy(deep)
//= (CUresult) CUDA_SUCCESS
cube.NumChannels = 3; cuArray3DCreate(&deep, &cube)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cube.NumChannels = 2; cube.Format = CU_AD_FORMAT_NV12; cuArray3DCreate(&deep, &cube)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
row.Width = 0; cuArrayCreate(&flat, &row)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuArrayCreate(nullptr, &row)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
