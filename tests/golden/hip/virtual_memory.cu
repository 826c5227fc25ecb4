//# Memory that a program maps itself (HIP's virtual memory management) is told as not there, by each call's name.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu", "cuda", "hip"]
#include <hip/hip_runtime.h>
hipMemGenericAllocationHandle_t page; hipMemCreate(&page, 4096, nullptr, 0);
//? cell 2:1:39: error: `hipMemCreate` (virtual memory management) is not in Chevron yet
//?     1 | hipMemGenericAllocationHandle_t page; hipMemCreate(&page, 4096, nullptr, 0);
//?       |                                       ^
void *range; hipMemAddressReserve(&range, 1 << 21, 0, nullptr, 0);
//? cell 2:1:14: error: `hipMemAddressReserve` (virtual memory management) is not in Chevron yet
//?     1 | void *range; hipMemAddressReserve(&range, 1 << 21, 0, nullptr, 0);
//?       |              ^
hipDeviceSynchronize()
//= (hipError_t) hipSuccess
