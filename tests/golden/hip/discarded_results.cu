//# A failed call is told by the name that was written, and its error by HIP's.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu", "cuda", "hip"]
#include <hip/hip_runtime.h>
int local; int *device;
hipFree(&local);
//? note: cell 3: hipFree gave hipErrorInvalidValue
(void)hipGetLastError(); hipMalloc(&device, 40); hipMemcpy(&local, device, 80, hipMemcpyDeviceToHost);
//? note: cell 4: hipMemcpy gave hipErrorInvalidValue (80 bytes asked for where the allocation has 40)
if (hipFree(&local)) puts("looked at");
//= looked at
