//# Linear memory is fetched by its index; beyond its ends there are zeros.
#include <vector>
float *f; cudaMallocManaged(&f, 4 * sizeof(float)); for (int i = 0; i < 4; ++i) f[i] = 1.5f * i;
cudaResourceDesc what = {}; what.resType = cudaResourceTypeLinear; what.res.linear.devPtr = f; what.res.linear.sizeInBytes = 16; what.res.linear.desc = cudaCreateChannelDesc<float>();
cudaTextureDesc how = {}; cudaTextureObject_t texture; cudaCreateTextureObject(&texture, &what, &how, nullptr)
//= (cudaError_t) cudaSuccess
__global__ void fetch(cudaTextureObject_t t, float *out) { out[threadIdx.x] = tex1Dfetch<float>(t, (int)threadIdx.x - 1); }
float *out; cudaMallocManaged(&out, 6 * sizeof(float)); fetch<<<1, 6>>>(texture, out); cudaDeviceSynchronize(); std::vector<float>(out, out + 6)
//= (std::vector<float>) {0, 0, 1.5, 3, 4.5, 0}
cudaDestroyTextureObject(texture)
//= (cudaError_t) cudaSuccess
uchar4 *b; cudaMallocManaged(&b, 8); b[0] = {0, 51, 255, 1}; b[1] = {7, 8, 9, 255};
what.res.linear.devPtr = b; what.res.linear.sizeInBytes = 8; what.res.linear.desc = cudaCreateChannelDesc<uchar4>(); how.readMode = cudaReadModeNormalizedFloat; cudaCreateTextureObject(&texture, &what, &how, nullptr)
//= (cudaError_t) cudaSuccess
__global__ void colors(cudaTextureObject_t t, float4 *out) { tex1Dfetch(out, t, 0); }
float4 *color; cudaMallocManaged(&color, sizeof(float4)); colors<<<1, 1>>>(texture, color); cudaDeviceSynchronize(); color->y * 5
//= (float) 1.0f
how.readMode = cudaReadModeElementType; cudaTextureObject_t raw; cudaCreateTextureObject(&raw, &what, &how, nullptr);
__global__ void bytes(cudaTextureObject_t t, int *out) { uchar4 v = tex1Dfetch<uchar4>(t, threadIdx.x); out[threadIdx.x] = v.x + v.y + v.z + v.w; }
int *sum; cudaMallocManaged(&sum, 8); bytes<<<1, 2>>>(raw, sum); cudaDeviceSynchronize(); sum[0] * 1000 + sum[1]
//= (int) 307279
