// A C++ file asks for include guards of CUDA's runtime before it includes that, and afterwards: a helper header of NVIDIA's samples does so to find out
// what is declared.
#ifdef __CUDA_RUNTIME_H__
#error "cuda_runtime.h is not included yet"
#endif
#ifdef __DRIVER_TYPES_H__
#error "driver_types.h is not included yet"
#endif
#include <driver_types.h>
#ifndef __DRIVER_TYPES_H__
#error "driver_types.h is included"
#endif
#ifdef __CUDA_RUNTIME_API_H__
#error "cuda_runtime_api.h is not included yet"
#endif
#include <cuda_runtime.h>
#if !defined(__CUDA_RUNTIME_H__) || !defined(__CUDA_RUNTIME_API_H__)
#error "cuda_runtime.h is included"
#endif

bool filled(int *numbers);

int main() {
  int *numbers = nullptr;
  cudaMallocManaged(&numbers, 4 * sizeof *numbers);
  return filled(numbers) && numbers[3] == 9 ? 0 : 1;
}
