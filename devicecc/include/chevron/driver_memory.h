// Driver API: memory, over the runtime API's functions.
#pragma once

#include "driver_contexts.h"

extern "C" cudaError_t __chv_address_range(void **__base, size_t *__bytes, const void *__inside);
extern "C" cudaError_t __chv_fill(void *__to, unsigned __value, unsigned __element_bytes, size_t __count);
extern "C" cudaError_t __chv_fill_async(void *__to, unsigned __value, unsigned __element_bytes, size_t __count, cudaStream_t __stream);
extern "C" cudaError_t __chv_fill_rows(void *__to, size_t __pitch, unsigned __value, unsigned __element_bytes, size_t __width, size_t __height);
extern "C" cudaError_t __chv_fill_rows_async(void *__to, size_t __pitch, unsigned __value, unsigned __element_bytes, size_t __width, size_t __height,
                                             cudaStream_t __stream);

inline void *__chv_memory(CUdeviceptr __address) { return (void *)__address; }

__CHV_CU(cuMemGetInfo, (size_t * __free, size_t *__total), cudaMemGetInfo(__free, __total))
inline CUresult cuMemAlloc(CUdeviceptr *__address, size_t __bytes) {
  return __bytes ? (CUresult)cudaMalloc((void **)__address, __bytes) : CUDA_ERROR_INVALID_VALUE;
}
inline CUresult cuMemAllocPitch(CUdeviceptr *__address, size_t *__pitch, size_t __width, size_t __height, unsigned __element_bytes) {
  const bool __sized = __element_bytes == 4 || __element_bytes == 8 || __element_bytes == 16;
  return __sized && __width && __height ? (CUresult)cudaMallocPitch((void **)__address, __pitch, __width, __height) : CUDA_ERROR_INVALID_VALUE;
}
__CHV_CU(cuMemFree, (CUdeviceptr __address), cudaFree(__chv_memory(__address)))
__CHV_CU(cuMemGetAddressRange, (CUdeviceptr * __base, size_t *__bytes, CUdeviceptr __inside),
         __chv_address_range((void **)__base, __bytes, __chv_memory(__inside)))
__CHV_CU(cuMemAllocHost, (void **__memory, size_t __bytes), __bytes ? cudaMallocHost(__memory, __bytes) : cudaErrorInvalidValue)
__CHV_CU(cuMemFreeHost, (void *__memory), __memory ? cudaFreeHost(__memory) : cudaErrorInvalidValue)
__CHV_CU(cuMemHostAlloc, (void **__memory, size_t __bytes, unsigned __flags), __bytes ? cudaHostAlloc(__memory, __bytes, __flags) : cudaErrorInvalidValue)
__CHV_CU(cuMemHostGetDevicePointer, (CUdeviceptr * __address, void *__memory, unsigned __flags),
         cudaHostGetDevicePointer((void **)__address, __memory, __flags))
__CHV_CU(cuMemHostGetFlags, (unsigned *__flags, void *__memory), cudaHostGetFlags(__flags, __memory))
__CHV_CU(cuMemHostRegister, (void *__memory, size_t __bytes, unsigned __flags), cudaHostRegister(__memory, __bytes, __flags))
__CHV_CU(cuMemHostUnregister, (void *__memory), cudaHostUnregister(__memory))
__CHV_CU(cuMemAllocManaged, (CUdeviceptr * __address, size_t __bytes, unsigned __flags),
         __bytes ? cudaMallocManaged((void **)__address, __bytes, __flags) : cudaErrorInvalidValue)
__CHV_CU(cuMemAllocAsync, (CUdeviceptr * __address, size_t __bytes, CUstream __stream),
         __bytes ? cudaMallocAsync((void **)__address, __bytes, __stream) : cudaErrorInvalidValue)
__CHV_CU(cuMemAllocFromPoolAsync, (CUdeviceptr * __address, size_t __bytes, CUmemoryPool __pool, CUstream __stream),
         cudaMallocFromPoolAsync((void **)__address, __bytes, __pool, __stream))
__CHV_CU(cuMemFreeAsync, (CUdeviceptr __address, CUstream __stream), cudaFreeAsync(__chv_memory(__address), __stream))
__CHV_CU(cuMemPoolDestroy, (CUmemoryPool __pool), cudaMemPoolDestroy(__pool))
__CHV_CU(cuMemPoolTrimTo, (CUmemoryPool __pool, size_t __bytes), cudaMemPoolTrimTo(__pool, __bytes))

__CHV_CU(cuMemcpy, (CUdeviceptr __to, CUdeviceptr __from, size_t __bytes),
         cudaMemcpy(__chv_memory(__to), __chv_memory(__from), __bytes, cudaMemcpyDefault))
__CHV_CU(cuMemcpyAsync, (CUdeviceptr __to, CUdeviceptr __from, size_t __bytes, CUstream __stream),
         cudaMemcpyAsync(__chv_memory(__to), __chv_memory(__from), __bytes, cudaMemcpyDefault, __stream))
__CHV_CU(cuMemcpyHtoD, (CUdeviceptr __to, const void *__from, size_t __bytes), cudaMemcpy(__chv_memory(__to), __from, __bytes, cudaMemcpyHostToDevice))
__CHV_CU(cuMemcpyDtoH, (void *__to, CUdeviceptr __from, size_t __bytes), cudaMemcpy(__to, __chv_memory(__from), __bytes, cudaMemcpyDeviceToHost))
__CHV_CU(cuMemcpyDtoD, (CUdeviceptr __to, CUdeviceptr __from, size_t __bytes),
         cudaMemcpy(__chv_memory(__to), __chv_memory(__from), __bytes, cudaMemcpyDeviceToDevice))
__CHV_CU(cuMemcpyHtoDAsync, (CUdeviceptr __to, const void *__from, size_t __bytes, CUstream __stream),
         cudaMemcpyAsync(__chv_memory(__to), __from, __bytes, cudaMemcpyHostToDevice, __stream))
__CHV_CU(cuMemcpyDtoHAsync, (void *__to, CUdeviceptr __from, size_t __bytes, CUstream __stream),
         cudaMemcpyAsync(__to, __chv_memory(__from), __bytes, cudaMemcpyDeviceToHost, __stream))
__CHV_CU(cuMemcpyDtoDAsync, (CUdeviceptr __to, CUdeviceptr __from, size_t __bytes, CUstream __stream),
         cudaMemcpyAsync(__chv_memory(__to), __chv_memory(__from), __bytes, cudaMemcpyDeviceToDevice, __stream))

// The runtime API has a number of its own for rows that overlap.
inline cudaError_t __chv_rows_error(cudaError_t __error) { return __error == cudaErrorInvalidPitchValue ? cudaErrorInvalidValue : __error; }
#define __CHV_SET(bits, T)                                                                                             \
  __CHV_CU(cuMemsetD##bits, (CUdeviceptr __to, T __value, size_t __count), __chv_fill(__chv_memory(__to), __value, bits / 8, __count))  \
  __CHV_CU(cuMemsetD##bits##Async, (CUdeviceptr __to, T __value, size_t __count, CUstream __stream),                   \
           __chv_fill_async(__chv_memory(__to), __value, bits / 8, __count, __stream))                                  \
  __CHV_CU(cuMemsetD2D##bits, (CUdeviceptr __to, size_t __pitch, T __value, size_t __width, size_t __height),          \
           __chv_rows_error(__chv_fill_rows(__chv_memory(__to), __pitch, __value, bits / 8, __width, __height)))       \
  __CHV_CU(cuMemsetD2D##bits##Async, (CUdeviceptr __to, size_t __pitch, T __value, size_t __width, size_t __height, CUstream __stream), \
           __chv_rows_error(__chv_fill_rows_async(__chv_memory(__to), __pitch, __value, bits / 8, __width, __height, __stream)))
__CHV_SET(8, unsigned char)
__CHV_SET(16, unsigned short)
__CHV_SET(32, unsigned)
#undef __CHV_SET

inline CUresult cuPointerGetAttribute(void *__value, CUpointer_attribute __which, CUdeviceptr __address) {
  cudaPointerAttributes __found;
  if (!__value) return CUDA_ERROR_INVALID_VALUE;
  if (cudaError_t __error = cudaPointerGetAttributes(&__found, __chv_memory(__address))) return (CUresult)__error;
  if (__found.type == cudaMemoryTypeUnregistered) return CUDA_ERROR_INVALID_VALUE;
  switch (__which) {
    case CU_POINTER_ATTRIBUTE_CONTEXT: return (CUresult)__chv_context_primary((CUcontext *)__value, __found.device);
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      *(unsigned *)__value = __found.type == cudaMemoryTypeHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: *(void **)__value = __found.devicePointer; return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      *(void **)__value = __found.hostPointer;
      return __found.hostPointer ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: *(unsigned *)__value = __found.type == cudaMemoryTypeManaged; return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)__value = __found.device; return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: return (CUresult)__chv_address_range((void **)__value, nullptr, __chv_memory(__address));
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE: return (CUresult)__chv_address_range(nullptr, (size_t *)__value, __chv_memory(__address));
    default: return CUDA_ERROR_NOT_SUPPORTED;
  }
}
// Of memory that the API does not know each value is 0; numbers of devices are those of none.
inline CUresult cuPointerGetAttributes(unsigned __count, CUpointer_attribute *__which, void **__values, CUdeviceptr __address) {
  if (!__count || !__which || !__values) return CUDA_ERROR_INVALID_VALUE;
  for (unsigned __i = 0; __i < __count; ++__i) {
    CUresult __error = cuPointerGetAttribute(__values[__i], __which[__i], __address);
    if (__error == CUDA_ERROR_NOT_SUPPORTED) return __error;
    if (!__error) continue;
    if (!__values[__i]) return CUDA_ERROR_INVALID_VALUE;
    switch (__which[__i]) {
      case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)__values[__i] = -2; break;
      case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      case CU_POINTER_ATTRIBUTE_IS_MANAGED: *(unsigned *)__values[__i] = 0; break;
      default: *(void **)__values[__i] = nullptr;
    }
  }
  (void)cudaGetLastError();  // those of memory that is not the API's
  return CUDA_SUCCESS;
}
// Copies are waited for, or are in a stream, whatever is said of one allocation.
inline CUresult cuPointerSetAttribute(const void *__value, CUpointer_attribute __which, CUdeviceptr __address) {
  if (!__value || __which != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS) return CUDA_ERROR_INVALID_VALUE;
  return (CUresult)__chv_address_range(nullptr, nullptr, __chv_memory(__address));
}
