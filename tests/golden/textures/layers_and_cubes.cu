//# Layers are arrays one behind the other; a cube's faces are found by a direction.
#include <vector>
float texels[6 * 4]; for (int i = 0; i < 24; ++i) texels[i] = i / 4 * 10 + i % 4;
cudaChannelFormatDesc format = cudaCreateChannelDesc<float>(); cudaArray_t layered, cube;
cudaMalloc3DArray(&layered, &format, make_cudaExtent(2, 2, 6), cudaArrayLayered)
//= (cudaError_t) cudaSuccess
cudaMalloc3DArray(&cube, &format, make_cudaExtent(2, 2, 6), cudaArrayCubemap)
//= (cudaError_t) cudaSuccess
cudaArray_t none; cudaMalloc3DArray(&none, &format, make_cudaExtent(2, 2, 5), cudaArrayCubemap)
//= (cudaError_t) cudaErrorInvalidValue
void fill(cudaArray_t array) { cudaMemcpy3DParms copy = {}; copy.srcPtr = make_cudaPitchedPtr(texels, 8, 2, 2); copy.dstArray = array; copy.extent = make_cudaExtent(2, 2, 6); copy.kind = cudaMemcpyHostToDevice; cudaMemcpy3D(&copy); }
fill(layered); fill(cube);
cudaTextureObject_t texture(cudaArray_t array, bool parts) { cudaResourceDesc what = {}; what.resType = cudaResourceTypeArray; what.res.array.array = array; cudaTextureDesc how = {}; how.normalizedCoords = parts; for (auto &mode : how.addressMode) mode = cudaAddressModeClamp; cudaTextureObject_t made = 0; cudaCreateTextureObject(&made, &what, &how, nullptr); return made; }
__global__ void layers(cudaTextureObject_t t, float *out) { out[threadIdx.x] = tex2DLayered<float>(t, 1.5f, 0.5f, (int)threadIdx.x); }
float *out; cudaMallocManaged(&out, 8 * sizeof(float)); layers<<<1, 8>>>(texture(layered, false), out); cudaDeviceSynchronize(); std::vector<float>(out, out + 8)
//= (std::vector<float>) {1, 11, 21, 31, 41, 51, 51, 51}
__global__ void faces(cudaTextureObject_t t, float *out) { int face = threadIdx.x; float sign = face % 2 ? -1 : 1; out[face] = texCubemap<float>(t, face / 2 == 0 ? sign : 0.2f, face / 2 == 1 ? sign : 0.2f, face / 2 == 2 ? sign : 0.2f); }
faces<<<1, 6>>>(texture(cube, true), out); cudaDeviceSynchronize(); std::vector<float>(out, out + 6)
//= (std::vector<float>) {0, 11, 23, 31, 41, 50}
cudaExtent extent; unsigned flags; cudaArrayGetInfo(nullptr, &extent, &flags, cube); extent.depth * 100 + flags
//= (size_t) 604
