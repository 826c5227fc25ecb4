//# HIP's driver interface makes textures of arrays, memory and rows, and tells what they were made of.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
#include <hip/hip_runtime.h>
__global__ void read(hipTextureObject_t t, float *out) { out[threadIdx.x] = tex2D<float>(t, threadIdx.x + 0.5f, 0.5f); }
hipArray_t array;
HIP_ARRAY_DESCRIPTOR wanted = {4, 2, HIP_AD_FORMAT_FLOAT, 1};
hipArrayCreate(&array, &wanted)
//= (hipError_t) hipSuccess
float values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
hipMemcpy2DToArray(array, 0, 0, values, 16, 16, 2, hipMemcpyHostToDevice)
//= (hipError_t) hipSuccess
HIP_RESOURCE_DESC from = {};
from.resType = HIP_RESOURCE_TYPE_ARRAY; from.res.array.hArray = array;
HIP_TEXTURE_DESC how = {};
how.addressMode[0] = how.addressMode[1] = HIP_TR_ADDRESS_MODE_CLAMP; how.filterMode = HIP_TR_FILTER_MODE_POINT;
hipTextureObject_t texture;
hipTexObjectCreate(&texture, &from, &how, nullptr)
//= (hipError_t) hipSuccess
float *out; hipMallocManaged(&out, 6 * sizeof(float));
read<<<1, 6>>>(texture, out);
hipDeviceSynchronize()
//= (hipError_t) hipSuccess
out
//= (float *) managed float[6] {1, 2, 3, 4, 4, 4}
HIP_RESOURCE_DESC found; hipTexObjectGetResourceDesc(&found, texture)
//= (hipError_t) hipSuccess
found.resType == HIP_RESOURCE_TYPE_ARRAY && found.res.array.hArray == array
//= (bool) true
HIP_TEXTURE_DESC as_found; hipTexObjectGetTextureDesc(&as_found, texture)
//= (hipError_t) hipSuccess
as_found.addressMode[0] == HIP_TR_ADDRESS_MODE_CLAMP && as_found.filterMode == HIP_TR_FILTER_MODE_POINT
//= (bool) true
hipTexObjectDestroy(texture)
//= (hipError_t) hipSuccess
// Bytes are read as parts of one, unless the flag says that they are numbers.
unsigned char *bytes; hipMallocManaged(&bytes, 512); bytes[0] = 255; bytes[1] = 51;
from = {}; from.resType = HIP_RESOURCE_TYPE_PITCH2D;
from.res.pitch2D = {bytes, HIP_AD_FORMAT_UNSIGNED_INT8, 1, 4, 1, 512};
hipTexObjectCreate(&texture, &from, &how, nullptr)
//= (hipError_t) hipSuccess
read<<<1, 2>>>(texture, out);
hipDeviceSynchronize()
//= (hipError_t) hipSuccess
out[0] == 1 && out[1] == 0.2f
//= (bool) true
hipTexObjectDestroy(texture)
//= (hipError_t) hipSuccess
hipTexObjectCreate(nullptr, &from, &how, nullptr)
//= (hipError_t) hipErrorInvalidValue
hipTexObjectCreate(&texture, nullptr, &how, nullptr)
//= (hipError_t) hipErrorInvalidValue
hipTexObjectGetTextureDesc(nullptr, texture)
//= (hipError_t) hipErrorInvalidValue
hipArrayDestroy(array)
//= (hipError_t) hipSuccess
