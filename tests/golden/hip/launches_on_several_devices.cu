//# One call launches a kernel on each device of a list of streams.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
#include <hip/hip_runtime.h>
__global__ void mark(int *p, int n) { p[threadIdx.x] = n; }
int *p; hipMallocManaged(&p, 32 * sizeof(int));
hipStream_t s; hipStreamCreate(&s);
int n = 3; void *arguments[] = {&p, &n};
hipLaunchParams list[2] = {{(void *)mark, dim3(1), dim3(8), arguments, 0, s}, {(void *)mark, dim3(1), dim3(8), arguments, 0, s}};
hipLaunchCooperativeKernelMultiDevice(list, 1, 0)
p[0] + p[7]
n = 4;
hipExtLaunchMultiKernelMultiDevice(list, 1, hipCooperativeLaunchMultiDeviceNoPostSync)
hipDeviceSynchronize()
p[0] + p[7]
// A list has a stream for each device, and no device twice.
hipLaunchCooperativeKernelMultiDevice(list, 0, 0)
hipLaunchCooperativeKernelMultiDevice(list, 1, 4)
list[0].stream = 0;
hipLaunchCooperativeKernelMultiDevice(list, 1, 0)
