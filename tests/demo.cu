// The demonstration that `./dev start` runs where there is no terminal.
// %% a kernel, and its launch, as a person types them
__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
// %% memory that host and device share
__managed__ float x[8], y[8];
for (int i = 0; i < 8; i++) { x[i] = i; y[i] = 100; }
saxpy<<<1, 8>>>(8, 2.0f, x, y);
cudaDeviceSynchronize()
// %%
y
// %% a device function and a device variable of one cell, used by a kernel of another
__device__ int hits;
__device__ bool inside(double px, double py) { return px * px + py * py < 1; }
// %%
#include <curand_kernel.h>
__global__ void throw_darts(int darts) {
  curandState state;
  curand_init(7, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
  int mine = 0;
  for (int i = 0; i < darts; i++) mine += inside(curand_uniform_double(&state), curand_uniform_double(&state));
  atomicAdd(&hits, mine);
}
throw_darts<<<64, 128>>>(100);
// %%
int total;
cudaMemcpyFromSymbol(&total, hits, sizeof total);
4.0 * total / (64 * 128 * 100)
// %% barriers, shared memory and shuffles are CUDA's own
template <class T> __global__ void block_sum(const T *in, T *out) {
  __shared__ T partial[8];
  T value = in[threadIdx.x];
  for (int offset = 16; offset; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < 8; i++) value += partial[i];
    *out = value;
  }
}
#include <numeric>
#include <vector>
std::vector<int> numbers(256);
std::iota(numbers.begin(), numbers.end(), 1);
int *in, *out;
cudaMalloc(&in, 256 * sizeof(int));
cudaMalloc(&out, sizeof(int));
cudaMemcpy(in, numbers.data(), 256 * sizeof(int), cudaMemcpyHostToDevice);
block_sum<<<1, 256>>>(in, out);
out
