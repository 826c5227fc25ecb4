//# A volume is mixed in three dimensions; smaller copies are mixed by their level.
#include <vector>
float texels[8] = {0, 1, 2, 3, 4, 5, 6, 7}; cudaChannelFormatDesc format = cudaCreateChannelDesc<float>(); cudaArray_t volume; cudaMalloc3DArray(&volume, &format, make_cudaExtent(2, 2, 2));
cudaMemcpy3DParms copy = {}; copy.srcPtr = make_cudaPitchedPtr(texels, 8, 2, 2); copy.dstArray = volume; copy.extent = make_cudaExtent(2, 2, 2); copy.kind = cudaMemcpyHostToDevice; cudaMemcpy3D(&copy)
//= (cudaError_t) cudaSuccess
cudaResourceDesc what = {}; what.resType = cudaResourceTypeArray; what.res.array.array = volume; cudaTextureDesc how = {}; how.filterMode = cudaFilterModeLinear; for (auto &mode : how.addressMode) mode = cudaAddressModeClamp;
cudaTextureObject_t texture; cudaCreateTextureObject(&texture, &what, &how, nullptr);
__global__ void along(cudaTextureObject_t t, float *out) { float at = 0.5f + 0.25f * threadIdx.x; out[threadIdx.x] = tex3D<float>(t, at, at, at); }
float *out; cudaMallocManaged(&out, 5 * sizeof(float)); along<<<1, 5>>>(texture, out); cudaDeviceSynchronize(); std::vector<float>(out, out + 5)
//= (std::vector<float>) {0, 1.75, 3.5, 5.25, 7}
// Copies from an array count its elements.
float back[2] = {}; cudaMemcpy3DParms from = {}; from.srcArray = volume; from.srcPos = make_cudaPos(0, 1, 1); from.dstPtr = make_cudaPitchedPtr(back, 8, 2, 1); from.extent = make_cudaExtent(2, 1, 1); from.kind = cudaMemcpyDeviceToHost; cudaMemcpy3D(&from); back
//= (float[2]) {6, 7}
from.srcPos = make_cudaPos(1, 1, 1); cudaMemcpy3D(&from)
//= (cudaError_t) cudaErrorInvalidValue
cudaMipmappedArray_t levels; cudaMallocMipmappedArray(&levels, &format, make_cudaExtent(4, 4, 0), 3)
//= (cudaError_t) cudaSuccess
for (unsigned level = 0; level < 3; ++level) { cudaArray_t one; cudaGetMipmappedArrayLevel(&one, levels, level); std::vector<float> same(16, 10.0f * level); size_t side = 4 >> level; cudaMemcpy2DToArray(one, 0, 0, same.data(), side * 4, side * 4, side, cudaMemcpyHostToDevice); }
what = {}; what.resType = cudaResourceTypeMipmappedArray; what.res.mipmap.mipmap = levels; how.normalizedCoords = 1; how.mipmapFilterMode = cudaFilterModeLinear; how.maxMipmapLevelClamp = 2; cudaTextureObject_t pyramid; cudaCreateTextureObject(&pyramid, &what, &how, nullptr)
//= (cudaError_t) cudaSuccess
__global__ void deeper(cudaTextureObject_t t, float *out) { out[threadIdx.x] = tex2DLod<float>(t, 0.5f, 0.5f, 0.75f * threadIdx.x - 0.25f); }
deeper<<<1, 5>>>(pyramid, out); cudaDeviceSynchronize(); std::vector<float>(out, out + 5)
//= (std::vector<float>) {0, 5, 12.5, 20, 20}
cudaDestroyTextureObject(pyramid), cudaFreeMipmappedArray(levels)
//= (cudaError_t) cudaSuccess
