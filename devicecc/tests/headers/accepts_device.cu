// Device code as programs write it: everything here compiles on both sides, without a warning.
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <complex>
#include <limits>
#include <utility>
#include <vector>

#include <device_launch_parameters.h>
#include <math_constants.h>
#include <sm_60_atomic_functions.h>

__device__ int counter;
__constant__ float coefficients[4];
__managed__ int shared_with_host;
__device__ float *pointer;

template <class T> struct Pair {
  T a, b;
  __host__ __device__ T sum() const { return a + b; }
};
template <class F> __global__ void apply(F f, float *x) { x[threadIdx.x] = f(x[threadIdx.x]); }
__host__ __device__ inline float both(float x) { return rsqrtf(x) + sinpif(x) + normcdff(x) + fmaxf(x, 1.0f) + max(x, 2.0f); }
__device__ __noinline__ float apart(float x) { return x * CUDART_PI_F; }
__device__ __forceinline__ float inlined(const float *__restrict__ x) { return __ldg(x); }

template <class T> __global__ void __launch_bounds__(256, 2) kernel(T *x, int n) {
  __shared__ T tile[32];
  extern __shared__ float dynamic[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x % warpSize] = std::sqrt(x[i]);
  dynamic[0] = 1;
  __syncthreads();
  dim3 grid = gridDim;
  uint3 thread = threadIdx;
  auto copy = threadIdx;
  assert(n > 0 && "positive");
  if (i >= n) return;
  x[i] = tile[0] + sinf(x[i]) + std::sin(x[i]) + sin(x[i]) + pow(x[i], 2) + std::pow(x[i], 2.0f) + grid.x + thread.x + copy.y;
  x[i] += std::max(i, n) + std::abs(i) + abs(x[i]) + fabs(x[i]) + std::numeric_limits<T>::max() + std::fmin(x[i], (T)1);
  printf("%d %f %d\n", i, (double)x[i], warpSize);
  std::swap(x[0], x[1]);
  int *heap = new int[4];
  delete[] heap;
  void *block = malloc(4);
  free(block);
  memcpy(x, x + 1, sizeof(T)), std::memset(x, 0, 4), std::printf("done\n");
  std::complex<T> z(1, 2);
  z = std::exp(z * z);
  x[2] = std::abs(z) + z.real() + Pair<T>{1, 2}.sum() + both((float)x[0]) + apart(1) + inlined(coefficients);
  std::array<int, 3> values{1, 2, 3};
  x[3] = values[1] + __shfl_down_sync(0xffffffff, x[0], 1) + __popc(__ballot_sync(__activemask(), i & 1));
  atomicAdd(&counter, 1), atomicAdd(&x[1], (T)1), atomicMax(&shared_with_host, i), pointer = nullptr;
  __threadfence(), __nanosleep(20);
  if (clock64() < 0 || __globaltimer() == 0) __trap();
}
template __global__ void kernel<float>(float *, int);
template __global__ void kernel<double>(double *, int);

int main() {
  kernel<<<1, 32>>>((float *)nullptr, 4);
  kernel<double><<<dim3(1, 2), 32, 128, cudaStreamPerThread>>>(nullptr, 4);
  float scale = 2;
  apply<<<1, 1>>>([=] __device__(float x) { return x * scale + both(x); }, (float *)nullptr);
  std::vector<int> v{3, 1, 2};
  std::sort(v.begin(), v.end());
  dim3 d(1);
  d = make_uint3(1, 2, 3);
  std::complex<double> c;
  c = std::exp(c);
  int e = 0;
  assert(std::frexp(1.f, &e) > 0);
  shared_with_host = std::max(1, 2) + (int)std::abs(-3l);
  printf("%f %u\n", sin(1.0) + sinf(1.f) + std::pow(2., 3) + both(1) + c.real(), d.x);
}
