//# One call launches a kernel on each device of a list of streams.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
#include <hip/hip_runtime.h>
__global__ void mark(int *p, int n) { p[threadIdx.x] = n; }
int *p; hipMallocManaged(&p, 32 * sizeof(int));
hipStream_t s; hipStreamCreate(&s);
int n = 3; void *arguments[] = {&p, &n};
hipLaunchParams list[2] = {{(void *)mark, dim3(1), dim3(8), arguments, 0, s}, {(void *)mark, dim3(1), dim3(8), arguments, 0, s}};
hipLaunchCooperativeKernelMultiDevice(list, 1, 0)
//= (hipError_t) hipSuccess
p[0] + p[7]
//= (int) 6
n = 4;
hipExtLaunchMultiKernelMultiDevice(list, 1, hipCooperativeLaunchMultiDeviceNoPostSync)
//= (hipError_t) hipSuccess
hipDeviceSynchronize()
//= (hipError_t) hipSuccess
p[0] + p[7]
//= (int) 8
// A list has a stream for each device, and no device twice.
hipLaunchCooperativeKernelMultiDevice(list, 0, 0)
//= (hipError_t) hipErrorInvalidValue
hipLaunchCooperativeKernelMultiDevice(list, 1, 4)
//= (hipError_t) hipErrorInvalidValue
list[0].stream = 0;
hipLaunchCooperativeKernelMultiDevice(list, 1, 0)
//= (hipError_t) hipErrorInvalidHandle
