//# A kernel gives the same numbers before and after its optimised code has come: products are fused alike.
//@ devices = ["cpu"]
template <class T> __global__ void dots(T *out, const T *a, const T *b, int n) {
  T sum = 0, difference = 1;
  for (int k = 0; k < n; ++k) {
    __syncthreads();
    sum += a[threadIdx.x * n + k] * b[k * blockDim.x + threadIdx.x];
    difference = a[k] * difference - sum * b[k] - difference;
    difference -= (T)(int)difference;
  }
  out[2 * threadIdx.x] = sum, out[2 * threadIdx.x + 1] = difference;
}
__global__ void squares(float *out, const float *x) { int i = threadIdx.x; out[i] = x[i] * x[i] - x[i + 1] * x[i + 1]; }
const int n = 64;
template <class T> struct Trial {
  T *a, *b, *out;
  Trial() {
    cudaMallocManaged(&a, n * n * sizeof(T)), cudaMallocManaged(&b, n * n * sizeof(T)), cudaMallocManaged(&out, 2 * n * sizeof(T));
    unsigned state = 1;
    for (int i = 0; i < n * n; ++i)
      state = state * 1664525 + 1013904223, a[i] = (state >> 8) / (T)1677721.3, state = state * 1664525 + 1013904223, b[i] = (state >> 8) / (T)1677721.7;
  }
};
#include <vector>
Trial<float> f; Trial<double> d;
dots<<<1, n>>>(f.out, f.a, f.b, n);
dots<<<1, n>>>(d.out, d.a, d.b, n);
cudaDeviceSynchronize(); std::vector<float> first_f(f.out, f.out + 2 * n); std::vector<double> first_d(d.out, d.out + 2 * n);
squares<<<1, n>>>(f.out, f.a);
cudaDeviceSynchronize(); std::vector<float> first_s(f.out, f.out + n);
//! rest 200 ms
dots<<<1, n>>>(d.out, d.a, d.b, n);
cudaDeviceSynchronize(); std::vector<double>(d.out, d.out + 2 * n) == first_d
//= (bool) true
squares<<<1, n>>>(f.out, f.a);
cudaDeviceSynchronize(); std::vector<float>(f.out, f.out + n) == first_s
//= (bool) true
dots<<<1, n>>>(f.out, f.a, f.b, n);
cudaDeviceSynchronize(); std::vector<float>(f.out, f.out + 2 * n) == first_f
//= (bool) true
