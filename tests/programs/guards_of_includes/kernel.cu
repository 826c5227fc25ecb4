// nvcc includes the runtime into every `.cu`, and `assert` with it.
#ifndef __CUDA_RUNTIME_H__
#error "nvcc includes cuda_runtime.h"
#endif

__global__ void fill(int *numbers) {
  assert(blockDim.x == 4);
  numbers[threadIdx.x] = threadIdx.x * threadIdx.x;
}

bool filled(int *numbers) {
  assert(isdigit('7'));
  fill<<<1, 4>>>(numbers);
  return cudaDeviceSynchronize() == cudaSuccess;
}
