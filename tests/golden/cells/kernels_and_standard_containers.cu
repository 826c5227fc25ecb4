//# Host containers feed kernels: a vector is copied to the device and back.
#include <vector>
#include <numeric>
__global__ void square(float *v, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) v[i] *= v[i]; }
std::vector<float> v(1000); std::iota(v.begin(), v.end(), 0.f);
float *d; cudaMalloc(&d, v.size() * sizeof(float)); cudaMemcpy(d, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice);
square<<<(v.size() + 127) / 128, 128>>>(d, (int) v.size());
cudaMemcpy(v.data(), d, v.size() * sizeof(float), cudaMemcpyDeviceToHost)
//= (cudaError_t) cudaSuccess
std::accumulate(v.begin(), v.end(), 0.0)
//= (double) 332833500.0
v[999]
//= (float) 998001.0f
