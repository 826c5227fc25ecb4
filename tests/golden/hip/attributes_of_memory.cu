//# HIP's attributes tell what is there: virtual memory, textures, waits for values; ranges of managed memory and access to pools.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
#include <hip/hip_runtime.h>
int v = -1; hipDeviceGetAttribute(&v, hipDeviceAttributeVirtualMemoryManagementSupported, 0); v
//= (int) 1
hipDeviceGetAttribute(&v, hipDeviceAttributeImageSupport, 0); v
//= (int) 1
hipDeviceGetAttribute(&v, hipDeviceAttributeCanUseStreamWaitValue, 0); v
//= (int) 1
hipDeviceGetAttribute(&v, hipDeviceAttributeVirtualMemoryManagementSupported, 99)
//= (hipError_t) hipErrorInvalidDevice
int *p; hipMallocManaged(&p, 4096);
hipMemAdvise(p, 4096, hipMemAdviseSetReadMostly, 0)
//= (hipError_t) hipSuccess
hipMemRangeGetAttribute(&v, sizeof v, hipMemRangeAttributeReadMostly, p, 4096); v
//= (int) 1
hipMemPool_t pool; hipDeviceGetDefaultMemPool(&pool, 0);
hipMemAccessFlags flags; hipMemLocation here = {hipMemLocationTypeDevice, 0}; hipMemPoolGetAccess(&flags, pool, &here); flags == hipMemAccessFlagsProtReadWrite
//= (bool) true
hipStream_t s; hipStreamCreate(&s);
hipStreamAttrValue a = {}; hipStreamGetAttribute(s, hipStreamAttributeSynchronizationPolicy, &a)
//= (hipError_t) hipSuccess
hipStream_t t; hipStreamCreate(&t); hipStreamCopyAttributes(t, s)
//= (hipError_t) hipSuccess
