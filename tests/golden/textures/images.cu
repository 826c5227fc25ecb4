//# A picture of bytes, read as numbers from 0 to 1: the middle of four texels is their mean. Rows of a pitch work as an array does.
#include <vector>
unsigned char pixels[4] = {0, 255, 255, 0}; cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>(); cudaArray_t array; cudaMallocArray(&array, &format, 2, 2);
cudaMemcpy2DToArray(array, 0, 0, pixels, 2, 2, 2, cudaMemcpyHostToDevice)
//= (cudaError_t) cudaSuccess
cudaResourceDesc what = {}; what.resType = cudaResourceTypeArray; what.res.array.array = array;
cudaTextureDesc how = {}; how.filterMode = cudaFilterModeLinear; how.readMode = cudaReadModeNormalizedFloat; for (auto &mode : how.addressMode) mode = cudaAddressModeClamp;
cudaTextureObject_t texture; cudaCreateTextureObject(&texture, &what, &how, nullptr)
//= (cudaError_t) cudaSuccess
__global__ void middle(cudaTextureObject_t t, float *out) { out[threadIdx.x] = tex2D<float>(t, 0.5f + 0.5f * threadIdx.x, 1); }
float *out; cudaMallocManaged(&out, 3 * sizeof(float)); std::vector<int> hundredths() { std::vector<int> all; for (int i = 0; i < 3; ++i) all.push_back(100 * out[i] + 0.5f); return all; }
middle<<<1, 3>>>(texture, out); cudaDeviceSynchronize(); hundredths()
//= (std::vector<int>) {50, 50, 50}
unsigned char *rows; size_t pitch; cudaMallocPitch(&rows, &pitch, 2, 2); cudaMemcpy2D(rows, pitch, pixels, 2, 2, 2, cudaMemcpyHostToDevice);
cudaResourceDesc pitched = {}; pitched.resType = cudaResourceTypePitch2D; pitched.res.pitch2D = {rows, format, 2, 2, pitch};
cudaTextureObject_t other; cudaCreateTextureObject(&other, &pitched, &how, nullptr)
//= (cudaError_t) cudaSuccess
middle<<<1, 3>>>(other, out); cudaDeviceSynchronize(); hundredths()
//= (std::vector<int>) {50, 50, 50}
// A redefinition reads the same textures.
__global__ void middle(cudaTextureObject_t t, float *out) { out[threadIdx.x] = 1 - tex2D<float>(t, threadIdx.x, 0.5f); }
middle<<<1, 3>>>(texture, out); cudaDeviceSynchronize(); hundredths()
//= (std::vector<int>) {100, 50, 0}
