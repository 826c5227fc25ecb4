//# What an address is of: its allocation, its kind of memory, its device, one by one and several at once.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
#include <hip/hip_runtime.h>
char *p; hipMalloc(&p, 1000);
hipDeviceptr_t base; size_t bytes;
hipMemGetAddressRange(&base, &bytes, p + 100)
base == p && bytes == 1000
hipMemPtrGetInfo(p, &bytes)
bytes
hipMemPtrGetInfo(p + 1, &bytes)
unsigned kind; hipPointerGetAttribute(&kind, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, p)
kind == hipMemoryTypeDevice
int device = 7; hipPointerGetAttribute(&device, HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL, p)
device
size_t whole = 0; void *start = nullptr; bool managed = true;
hipPointer_attribute which[] = {HIP_POINTER_ATTRIBUTE_RANGE_SIZE, HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR, HIP_POINTER_ATTRIBUTE_IS_MANAGED};
void *into[] = {&whole, &start, &managed};
hipDrvPointerGetAttributes(3, which, into, p + 8)
whole == 1000 && start == p && !managed
// Of what the API does not know nothing is told one by one, and zeros all at once.
int own = 0;
hipPointerGetAttribute(&kind, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, &own)
hipDrvPointerGetAttributes(2, which, into, &own)
whole == 0 && start == nullptr
int on = 1; hipPointerSetAttribute(&on, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, p)
hipPointerSetAttribute(&on, HIP_POINTER_ATTRIBUTE_CONTEXT, p)
hipDeviceptr_t rows; size_t pitch;
hipMemAllocPitch(&rows, &pitch, 100, 3, 4)
hipMemAllocPitch(&rows, &pitch, 100, 3, 3)
hipMemsetD2D16(rows, pitch, 0x0102, 50, 3)
unsigned short last[50]; hipMemcpy(last, (char *)rows + 2 * pitch, 100, hipMemcpyDeviceToHost)
last[0] == 0x0102 && last[49] == 0x0102
void *pinned; hipMemAllocHost(&pinned, 64)
hipHostFree(pinned)
hipFree(p)
