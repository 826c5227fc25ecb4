//# A gather gives one channel of the four texels that a filter would mix.
#include <vector>
float2 texels[4] = {{0, 10}, {1, 11}, {2, 12}, {3, 13}}; cudaChannelFormatDesc format = cudaCreateChannelDesc<float2>(); cudaArray_t array; cudaMallocArray(&array, &format, 2, 2, cudaArrayTextureGather); cudaMemcpy2DToArray(array, 0, 0, texels, 16, 16, 2, cudaMemcpyHostToDevice);
cudaResourceDesc what = {}; what.resType = cudaResourceTypeArray; what.res.array.array = array; cudaTextureDesc how = {}; for (auto &mode : how.addressMode) mode = cudaAddressModeClamp; cudaTextureObject_t texture; cudaCreateTextureObject(&texture, &what, &how, nullptr)
//= (cudaError_t) cudaSuccess
__global__ void gather(cudaTextureObject_t t, float4 *out) { out[threadIdx.x] = tex2Dgather<float4>(t, 1, 1, threadIdx.x); }
float4 *out; cudaMallocManaged(&out, 2 * sizeof(float4)); gather<<<1, 2>>>(texture, out); cudaDeviceSynchronize();
std::vector<float>{out[0].x, out[0].y, out[0].z, out[0].w}
//= (std::vector<float>) {2, 3, 1, 0}
std::vector<float>{out[1].x, out[1].y, out[1].z, out[1].w}
//= (std::vector<float>) {12, 13, 11, 10}
