//# Point and linear filters, and what lies beyond the border, of one row of four texels.
#include <vector>
float row[4] = {0, 8, 16, 32}; cudaChannelFormatDesc format = cudaCreateChannelDesc<float>(); cudaArray_t array; cudaMallocArray(&array, &format, 4);
cudaMemcpy2DToArray(array, 0, 0, row, 16, 16, 1, cudaMemcpyHostToDevice)
//= (cudaError_t) cudaSuccess
float *out; cudaMallocManaged(&out, 8 * sizeof(float));
__global__ void sample(cudaTextureObject_t t, float first, float step, float *out) { out[threadIdx.x] = tex1D<float>(t, first + step * threadIdx.x); }
std::vector<float> sampled(cudaTextureAddressMode address, cudaTextureFilterMode filter, bool parts, float first, float step) {
  cudaResourceDesc what = {}; what.resType = cudaResourceTypeArray; what.res.array.array = array;
  cudaTextureDesc how = {}; how.addressMode[0] = address; how.filterMode = filter; how.normalizedCoords = parts; how.borderColor[0] = -1;
  cudaTextureObject_t texture; if (cudaCreateTextureObject(&texture, &what, &how, nullptr)) return {};
  sample<<<1, 8>>>(texture, first, step, out); cudaDeviceSynchronize(); cudaDestroyTextureObject(texture);
  return std::vector<float>(out, out + 8);
}
sampled(cudaAddressModeClamp, cudaFilterModePoint, false, -1.5f, 1)
//= (std::vector<float>) {0, 0, 0, 8, 16, 32, 32, 32}
sampled(cudaAddressModeClamp, cudaFilterModeLinear, false, 0, 0.5f)
//= (std::vector<float>) {0, 0, 4, 8, 12, 16, 24, 32}
sampled(cudaAddressModeBorder, cudaFilterModePoint, false, -1.5f, 1)
//= (std::vector<float>) {-1, -1, 0, 8, 16, 32, -1, -1}
sampled(cudaAddressModeWrap, cudaFilterModePoint, true, -0.875f, 0.25f)
//= (std::vector<float>) {0, 8, 16, 32, 0, 8, 16, 32}
sampled(cudaAddressModeMirror, cudaFilterModePoint, true, -0.875f, 0.25f)
//= (std::vector<float>) {32, 16, 8, 0, 0, 8, 16, 32}
sampled(cudaAddressModeWrap, cudaFilterModeLinear, true, 0, 0.125f)
//= (std::vector<float>) {16, 0, 4, 8, 12, 16, 24, 32}
// What repeats needs coordinates that are parts of the whole; others end at the border.
sampled(cudaAddressModeWrap, cudaFilterModePoint, false, -1.5f, 1)
//= (std::vector<float>) {0, 0, 0, 8, 16, 32, 32, 32}
