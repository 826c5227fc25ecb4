//# The CUfunction of a kernel follows a redefinition of it.
//@ expected_failures = { toolkit = "a toolkit's CUfunction keeps the code that it had" }
#include <cuda.h>
__global__ void number(int *p) { *p = 1; }
int *p; cudaMallocManaged(&p, 4);
CUfunction function; cudaGetFuncBySymbol(&function, (const void *)number)
//= (cudaError_t) cudaSuccess
void *parameters[] = {&p};
cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, 0, parameters, nullptr); cudaDeviceSynchronize(); *p
//= (int) 1
__global__ void number(int *p) { *p = 2; }
cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, 0, parameters, nullptr); cudaDeviceSynchronize(); *p
//= (int) 2
int most; cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function); most
//= (int) 1024
