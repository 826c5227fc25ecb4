//# `hipLaunchKernelExC` and its kin launch by a configuration with attributes; AMD's launches of a kernel's handle count threads.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
#include <hip/hip_runtime.h>
#include <hip/hip_ext.h>
__global__ void k(int a, int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = a + blockDim.x; }
int *p; hipMallocManaged(&p, 512);
hipLaunchConfig_t config = {}; config.gridDim = dim3(1); config.blockDim = dim3(2);
hipLaunchKernelEx(&config, k, 5, p)
//= (hipError_t) hipSuccess
hipDeviceSynchronize(); p[1]
//= (int) 7
int a = 6; void *arguments[] = {&a, &p};
hipLaunchKernelExC(&config, (const void *)k, arguments)
//= (hipError_t) hipSuccess
hipDeviceSynchronize(); p[1]
//= (int) 8
hipLaunchAttribute attribute; attribute.id = hipLaunchAttributePriority; attribute.val.priority = 0; config.attrs = &attribute; config.numAttrs = 1;
a = 7; hipLaunchKernelExC(&config, (const void *)k, arguments)
//= (hipError_t) hipSuccess
hipDeviceSynchronize(); p[1]
//= (int) 9
hipFunction_t function; hipGetFuncBySymbol(&function, (const void *)k)
//= (hipError_t) hipSuccess
HIP_LAUNCH_CONFIG whole = {1, 1, 1, 4, 1, 1, 0, 0, nullptr, 0}; a = 8;
hipDrvLaunchKernelEx(&whole, function, arguments, nullptr)
//= (hipError_t) hipSuccess
hipDeviceSynchronize(); p[3]
//= (int) 12
a = 100; hipExtModuleLaunchKernel(function, 64, 1, 1, 32, 1, 1, 0, 0, arguments, nullptr)
//= (hipError_t) hipSuccess
hipDeviceSynchronize(); p[63]
//= (int) 132
hipExtModuleLaunchKernel(function, 65, 1, 1, 32, 1, 1, 0, 0, arguments, nullptr)
//= (hipError_t) hipErrorInvalidValue
int value = -1; hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function); value >= 64
//= (bool) true
hipFuncGetAttribute(&value, (hipFunction_attribute)99, function)
//= (hipError_t) hipErrorInvalidValue
int grid, block; hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, function, 0, 0); grid > 0 && block > 0
//= (bool) true
hipLaunchKernelExC(nullptr, (const void *)k, arguments)
//= (hipError_t) hipErrorInvalidValue
