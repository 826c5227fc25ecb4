// Kernels are launched by another file, which is C and declares their symbols.
#include <cstdio>

extern "C" __global__ void add(int *p, int by) { p[threadIdx.x] += by; }
extern "C" __global__ void multiply(int *p, int by) { p[threadIdx.x] *= by; }
extern "C" int add_by_cuda(int *p, int by);
extern "C" int multiply_by_hip(int *p, int by);

int main() {
  int *p;
  cudaMallocManaged(&p, 8 * sizeof(int));
  for (int i = 0; i < 8; ++i) p[i] = i;
  const int errors = add_by_cuda(p, 40) + multiply_by_hip(p, 2);
  if (cudaDeviceSynchronize() != cudaSuccess || errors) return 1;
  for (int i = 0; i < 8; ++i)
    if (p[i] != 2 * (i + 40)) {
      std::printf("%d: %d\n", i, p[i]);
      return 1;
    }
  return 0;
}
