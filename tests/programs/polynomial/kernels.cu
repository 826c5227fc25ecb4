// Launches; what the kernel reads and calls is in device.cu.
#include <cuda_runtime.h>

#define POINTS 2 // another macro than the one of main.cu
static int calls = 10;
static void twice() { calls += POINTS; }

extern __constant__ double coefficients[];
__device__ double horner(double at, int degree);

static __global__ void each(const double *at, double *values, int degree) {
  values[threadIdx.x] = horner(at[threadIdx.x], degree);
}

void evaluate(const double *from, int degree, const double *at, double *values, int points) {
  twice();
  double *memory;
  cudaMalloc(&memory, 2 * points * sizeof(double));
  cudaMemcpyToSymbol(coefficients, from, (degree + 1) * sizeof(double));
  cudaMemcpy(memory, at, points * sizeof(double), cudaMemcpyHostToDevice);
  each<<<1, points>>>(memory, memory + points, degree);
  cudaMemcpy(values, memory + points, points * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(memory);
}

int kernel_calls() { return calls; }
