//# Memory that a program maps itself, by HIP's names: kernels and copies reach two mapped pieces as one range.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu", "cuda"]
#include <hip/hip_runtime.h>
__global__ void bump(int *p, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] += i; }
hipMemAllocationProp wanted = {}; wanted.type = hipMemAllocationTypePinned; wanted.location = {hipMemLocationTypeDevice, 0};
size_t grain; hipMemGetAllocationGranularity(&grain, &wanted, hipMemAllocationGranularityMinimum)
//= (hipError_t) hipSuccess
void *base; hipMemAddressReserve(&base, 2 * grain, 0, nullptr, 0)
//= (hipError_t) hipSuccess
hipMemGenericAllocationHandle_t one, two; hipMemCreate(&one, grain, &wanted, 0)
//= (hipError_t) hipSuccess
hipMemCreate(&two, grain, &wanted, 0)
//= (hipError_t) hipSuccess
hipMemMap(base, grain, 0, one, 0)
//= (hipError_t) hipSuccess
hipMemMap((char *)base + grain, grain, 0, two, 0)
//= (hipError_t) hipSuccess
hipMemAccessDesc access = {wanted.location, hipMemAccessFlagsProtReadWrite}; hipMemSetAccess(base, 2 * grain, &access, 1)
//= (hipError_t) hipSuccess
unsigned long long flags; hipMemGetAccess(&flags, &wanted.location, base); flags
//= (unsigned long long) 3
hipMemset(base, 0, 2 * grain)
//= (hipError_t) hipSuccess
bump<<<1, 64>>>((int *)base, grain / 2); int last[2]; hipMemcpy(last, (char *)base + grain - 4, 8, hipMemcpyDeviceToHost)
//= (hipError_t) hipSuccess
last
//= (int[2]) {524287, 524288}
hipMemGenericAllocationHandle_t again; hipMemRetainAllocationHandle(&again, base)
//= (hipError_t) hipSuccess
again == one
//= (bool) true
hipMemAllocationProp told; hipMemGetAllocationPropertiesFromHandle(&told, two); told.location.id
//= (int) 0
int file; hipMemExportToShareableHandle(&file, one, hipMemHandleTypePosixFileDescriptor, 0)
//= (hipError_t) hipErrorInvalidValue
hipMemUnmap(base, 2 * grain)
//= (hipError_t) hipSuccess
hipMemRelease(one)
//= (hipError_t) hipSuccess
hipMemRelease(again)
//= (hipError_t) hipSuccess
hipMemRelease(again)
//= (hipError_t) hipErrorInvalidValue
hipMemRelease(two)
//= (hipError_t) hipSuccess
hipMemAddressFree(base, 2 * grain)
//= (hipError_t) hipSuccess
hipMemCreate(&one, 100, &wanted, 0)
//= (hipError_t) hipErrorInvalidValue
