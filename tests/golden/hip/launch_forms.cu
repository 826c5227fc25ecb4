//# Launches by address, by the module interface's handle, with events, and of a template without parentheses.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu", "cuda", "hip"]
#define HIP_TEMPLATE_KERNEL_LAUNCH
#include <hip/hip_runtime.h>
#include <hip/hip_ext.h>
__managed__ int cell; template <class T, int N> __global__ void put(T add) { cell = N + add; }
hipLaunchKernelGGL(put<int, 40>, dim3(1), dim3(1), 0, 0, 2); hipDeviceSynchronize(); cell
//= (int) 42
hipLaunchKernel(nullptr, dim3(1), dim3(1), nullptr, 0, nullptr)
//= (hipError_t) hipErrorInvalidDeviceFunction
hipFunction_t kernel; hipGetFuncBySymbol(&kernel, (const void *)put<short, 7>)
//= (hipError_t) hipSuccess
short one = 1; void *addresses[] = {&one}; hipModuleLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, addresses, nullptr)
//= (hipError_t) hipSuccess
hipDeviceSynchronize(); cell
//= (int) 8
size_t room = sizeof one; one = 5; void *packed[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &one, HIP_LAUNCH_PARAM_BUFFER_SIZE, &room, HIP_LAUNCH_PARAM_END}; hipModuleLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, packed)
//= (hipError_t) hipSuccess
hipDeviceSynchronize(); cell
//= (int) 12
hipEvent_t before, after; hipEventCreate(&before); hipEventCreate(&after); hipExtLaunchKernelGGL((put<int, 60>), dim3(1), dim3(1), 0, 0, before, after, 0, 3); hipEventSynchronize(after)
//= (hipError_t) hipSuccess
float ms = -1; hipEventElapsedTime(&ms, before, after); ms >= 0 && cell == 63
//= (bool) true
