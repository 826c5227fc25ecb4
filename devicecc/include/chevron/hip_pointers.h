// What HIP tells of an address, and allocations under the names of its driver interface.
#pragma once

#include "hip_contexts.h"
#include "hip_memory.h"

extern "C" {
cudaError_t __chv_address_range(void **__base, size_t *__bytes, const void *__inside);
cudaError_t __chv_fill_rows(void *__to, size_t __pitch, unsigned __value, unsigned __element_bytes, size_t __width, size_t __height);
cudaError_t __chv_fill_rows_async(void *__to, size_t __pitch, unsigned __value, unsigned __element_bytes, size_t __width, size_t __height,
                                  cudaStream_t __stream);
}

inline hipError_t hipMemGetAddressRange(hipDeviceptr_t *__base, size_t *__bytes, hipDeviceptr_t __inside) {
  return (hipError_t)__chv_address_range((void **)__base, __bytes, (const void *)__inside);
}
// The size of the allocation that begins there.
inline hipError_t hipMemPtrGetInfo(void *__memory, size_t *__bytes) {
  void *__base = nullptr;
  size_t __whole = 0;
  if (!__bytes) return hipErrorInvalidValue;
  if (!__memory) return *__bytes = 0, hipSuccess;
  const cudaError_t __error = __chv_address_range(&__base, &__whole, __memory);
  if (__error == cudaSuccess && __base == __memory) *__bytes = __whole;
  return __error == cudaSuccess && __base == __memory ? hipSuccess : hipErrorInvalidValue;
}
inline hipError_t hipMemAllocHost(void **__memory, size_t __bytes) { return hipHostMalloc(__memory, __bytes, hipHostMallocDefault); }
inline hipError_t hipExtHostAlloc(void **__memory, size_t __bytes, unsigned __flags) { return hipHostMalloc(__memory, __bytes, __flags); }
inline hipError_t hipMemAllocPitch(hipDeviceptr_t *__memory, size_t *__pitch, size_t __width, size_t __rows, unsigned __element) {
  if (__element != 4 && __element != 8 && __element != 16) return hipErrorInvalidValue;
  return hipMallocPitch((void **)__memory, __pitch, __width, __rows);
}

typedef enum hipPointer_attribute {
  HIP_POINTER_ATTRIBUTE_CONTEXT = 1, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, HIP_POINTER_ATTRIBUTE_DEVICE_POINTER, HIP_POINTER_ATTRIBUTE_HOST_POINTER,
  HIP_POINTER_ATTRIBUTE_P2P_TOKENS, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, HIP_POINTER_ATTRIBUTE_BUFFER_ID, HIP_POINTER_ATTRIBUTE_IS_MANAGED,
  HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL, HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE, HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR,
  HIP_POINTER_ATTRIBUTE_RANGE_SIZE, HIP_POINTER_ATTRIBUTE_MAPPED, HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES,
  HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE, HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS, HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE
} hipPointer_attribute;
inline hipError_t hipPointerGetAttribute(void *__value, hipPointer_attribute __which, hipDeviceptr_t __address) {
  hipPointerAttribute_t __found;
  if (!__value) return hipErrorInvalidValue;
  const hipError_t __error = hipPointerGetAttributes(&__found, (const void *)__address);
  if (__error != hipSuccess) return __error;
  if (__found.type == hipMemoryTypeUnregistered) return hipErrorInvalidValue;
  switch (__which) {
    case HIP_POINTER_ATTRIBUTE_CONTEXT: return (hipError_t)__chv_context_primary((hipCtx_t *)__value, __found.device);
    case HIP_POINTER_ATTRIBUTE_MEMORY_TYPE: return *(unsigned *)__value = (unsigned)__found.type, hipSuccess;
    case HIP_POINTER_ATTRIBUTE_DEVICE_POINTER: return *(void **)__value = __found.devicePointer, hipSuccess;
    case HIP_POINTER_ATTRIBUTE_HOST_POINTER:
      *(void **)__value = __found.hostPointer;
      return __found.hostPointer ? hipSuccess : hipErrorInvalidValue;
    case HIP_POINTER_ATTRIBUTE_IS_MANAGED: return *(bool *)__value = __found.isManaged, hipSuccess;
    case HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL: return *(int *)__value = __found.device, hipSuccess;
    case HIP_POINTER_ATTRIBUTE_MAPPED: return *(bool *)__value = true, hipSuccess;
    case HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR: return (hipError_t)__chv_address_range((void **)__value, nullptr, (const void *)__address);
    case HIP_POINTER_ATTRIBUTE_RANGE_SIZE: return (hipError_t)__chv_address_range(nullptr, (size_t *)__value, (const void *)__address);
    default: return hipErrorNotSupported;
  }
}
// Of memory that the API does not know each value is 0; the number of its device is that of none.
inline hipError_t hipDrvPointerGetAttributes(unsigned __count, hipPointer_attribute *__which, void **__values, hipDeviceptr_t __address) {
  if (!__count || !__which || !__values) return hipErrorInvalidValue;
  for (unsigned __i = 0; __i < __count; ++__i) {
    const hipError_t __error = hipPointerGetAttribute(__values[__i], __which[__i], __address);
    if (__error == hipSuccess) continue;
    if (__error == hipErrorNotSupported) return __error;
    if (!__values[__i]) return hipErrorInvalidValue;
    switch (__which[__i]) {
      case HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)__values[__i] = -2; break;
      case HIP_POINTER_ATTRIBUTE_MEMORY_TYPE: *(unsigned *)__values[__i] = 0; break;
      case HIP_POINTER_ATTRIBUTE_MAPPED:
      case HIP_POINTER_ATTRIBUTE_IS_MANAGED: *(bool *)__values[__i] = false; break;
      default: *(void **)__values[__i] = nullptr;
    }
  }
  (void)hipGetLastError();  // those of memory that is not the API's
  return hipSuccess;
}
// Copies are waited for, or are in a stream, whatever is said of one allocation.
inline hipError_t hipPointerSetAttribute(const void *__value, hipPointer_attribute __which, hipDeviceptr_t __address) {
  if (!__value || __which != HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS) return hipErrorInvalidValue;
  return (hipError_t)__chv_address_range(nullptr, nullptr, (const void *)__address);
}

// Rows of elements of 8, 16 and 32 bits.
#define __CHV_ROWS(bits, T)                                                                                                           \
  inline hipError_t hipMemsetD2D##bits(hipDeviceptr_t __to, size_t __pitch, T __value, size_t __width, size_t __height) {              \
    return (hipError_t)__chv_fill_rows((void *)__to, __pitch, __value, bits / 8, __width, __height);                                   \
  }                                                                                                                                    \
  inline hipError_t hipMemsetD2D##bits##Async(hipDeviceptr_t __to, size_t __pitch, T __value, size_t __width, size_t __height,         \
                                              hipStream_t __stream = 0) {                                                              \
    return (hipError_t)__chv_fill_rows_async((void *)__to, __pitch, __value, bits / 8, __width, __height, __stream);                   \
  }
__CHV_ROWS(8, unsigned char)
__CHV_ROWS(16, unsigned short)
__CHV_ROWS(32, unsigned)
#undef __CHV_ROWS
