//# Copies between pageable memory and the device, in rows and at once, waited for and queued.
//@ devices = ["cuda"]
#include <vector>
std::vector<int> from(64), to(64, -1); for (int i = 0; i < 64; ++i) from[i] = i;
int *d; size_t pitch; cudaMallocPitch(&d, &pitch, 8 * 4, 8)
//= (cudaError_t) cudaSuccess
cudaMemcpy2D(d, pitch, from.data(), 32, 32, 8, cudaMemcpyHostToDevice)
//= (cudaError_t) cudaSuccess
cudaMemcpy2DAsync(to.data(), 32, d, pitch, 32, 8, cudaMemcpyDefault)
//= (cudaError_t) cudaSuccess
to == from
//= (bool) true
cudaMemcpy(to.data(), from.data() + 1, 252, cudaMemcpyHostToHost)
//= (cudaError_t) cudaSuccess
to[0] + to[62]
//= (int) 64
int *big; cudaMalloc(&big, 1 << 22); std::vector<int> large(1 << 20, 3), back(1 << 20); cudaMemcpyAsync(big, large.data(), 1 << 22, cudaMemcpyHostToDevice); cudaMemcpyAsync(back.data(), big, 1 << 22, cudaMemcpyDeviceToHost); cudaDeviceSynchronize(); back == large
//= (bool) true
