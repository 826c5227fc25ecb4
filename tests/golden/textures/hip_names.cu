//# The same in HIP's names.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
#include <vector>
#include <hip/hip_runtime.h>
float texels[4] = {1, 2, 3, 4}; hipChannelFormatDesc format = hipCreateChannelDesc<float>(); hipArray_t array; hipMallocArray(&array, &format, 4, 1, hipArraySurfaceLoadStore);
hipMemcpy2DToArray(array, 0, 0, texels, 16, 16, 1, hipMemcpyHostToDevice)
//= (hipError_t) hipSuccess
hipResourceDesc what{}; what.resType = hipResourceTypeArray; what.res.array.array = array; hipTextureDesc how{}; how.addressMode[0] = hipAddressModeMirror; how.normalizedCoords = 1; how.filterMode = hipFilterModePoint;
hipTextureObject_t texture; hipSurfaceObject_t surface; hipCreateTextureObject(&texture, &what, &how, nullptr)
//= (hipError_t) hipSuccess
hipCreateSurfaceObject(&surface, &what)
//= (hipError_t) hipSuccess
__global__ void both(hipTextureObject_t t, hipSurfaceObject_t s, float *out) { out[threadIdx.x] = tex2D<float>(t, 0.125f + 0.25f * threadIdx.x, 0.5f); float v; surf2Dread(&v, s, 4 * (threadIdx.x % 4), 0); out[threadIdx.x] += 10 * v; }
float *out; hipMallocManaged(&out, 8 * sizeof(float)); both<<<1, 8>>>(texture, surface, out); hipDeviceSynchronize()
//= (hipError_t) hipSuccess
std::vector<float>(out, out + 8)
//= (std::vector<float>) {11, 22, 33, 44, 14, 23, 32, 41}
hipDestroyTextureObject(texture), hipDestroySurfaceObject(surface), hipFreeArray(array)
//= (hipError_t) hipSuccess
