//# What an address is of: its allocation, its kind of memory, its device, one by one and several at once.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
#include <hip/hip_runtime.h>
char *p; hipMalloc(&p, 1000);
hipDeviceptr_t base; size_t bytes;
hipMemGetAddressRange(&base, &bytes, p + 100)
//= (hipError_t) hipSuccess
base == p && bytes == 1000
//= (bool) true
hipMemPtrGetInfo(p, &bytes)
//= (hipError_t) hipSuccess
bytes
//= (size_t) 1000
hipMemPtrGetInfo(p + 1, &bytes)
//= (hipError_t) hipErrorInvalidValue
unsigned kind; hipPointerGetAttribute(&kind, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, p)
//= (hipError_t) hipSuccess
kind == hipMemoryTypeDevice
//= (bool) true
int device = 7; hipPointerGetAttribute(&device, HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL, p)
//= (hipError_t) hipSuccess
device
//= (int) 0
size_t whole = 0; void *start = nullptr; bool managed = true;
hipPointer_attribute which[] = {HIP_POINTER_ATTRIBUTE_RANGE_SIZE, HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR, HIP_POINTER_ATTRIBUTE_IS_MANAGED};
void *into[] = {&whole, &start, &managed};
hipDrvPointerGetAttributes(3, which, into, p + 8)
//= (hipError_t) hipSuccess
whole == 1000 && start == p && !managed
//= (bool) true
// Of what the API does not know nothing is told one by one, and zeros all at once.
int own = 0;
hipPointerGetAttribute(&kind, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, &own)
//= (hipError_t) hipErrorInvalidValue
hipDrvPointerGetAttributes(2, which, into, &own)
//= (hipError_t) hipSuccess
whole == 0 && start == nullptr
//= (bool) true
int on = 1; hipPointerSetAttribute(&on, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, p)
//= (hipError_t) hipSuccess
hipPointerSetAttribute(&on, HIP_POINTER_ATTRIBUTE_CONTEXT, p)
//= (hipError_t) hipErrorInvalidValue
hipDeviceptr_t rows; size_t pitch;
hipMemAllocPitch(&rows, &pitch, 100, 3, 4)
//= (hipError_t) hipSuccess
hipMemAllocPitch(&rows, &pitch, 100, 3, 3)
//= (hipError_t) hipErrorInvalidValue
hipMemsetD2D16(rows, pitch, 0x0102, 50, 3)
//= (hipError_t) hipSuccess
unsigned short last[50]; hipMemcpy(last, (char *)rows + 2 * pitch, 100, hipMemcpyDeviceToHost)
//= (hipError_t) hipSuccess
last[0] == 0x0102 && last[49] == 0x0102
//= (bool) true
void *pinned; hipMemAllocHost(&pinned, 64)
//= (hipError_t) hipSuccess
hipHostFree(pinned)
//= (hipError_t) hipSuccess
hipFree(p)
//= (hipError_t) hipSuccess
