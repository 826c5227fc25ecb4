// Memory under HIP's names.
#pragma once

#include "hip_types.h"

#include <cstddef>

__CHV_HIP(Malloc, (void **__p, size_t __bytes), (__p, __bytes))
__CHV_HIP(Free, (void *__p), (__p))
template <class __T> hipError_t hipMalloc(__T **__p, size_t __bytes) { return hipMalloc((void **)__p, __bytes); }
// Memory of the device is coherent and signals are words of it: the kinds that HIP names are all the ordinary one.
inline hipError_t hipExtMallocWithFlags(void **__p, size_t __bytes, unsigned __flags) {
  if (__flags & ~(hipDeviceMallocFinegrained | hipDeviceMallocUncached | hipDeviceMallocContiguous | hipMallocSignalMemory))
    return hipErrorInvalidValue;
  if (__flags == hipMallocSignalMemory && __bytes != 8) return hipErrorInvalidValue;
  return hipMalloc(__p, __bytes);
}
// HIP's flags about coherence and NUMA placement say what is always so here; they are kept for `hipHostGetFlags`.
extern "C" cudaError_t __chv_hip_host_alloc(void **__p, size_t __bytes, unsigned __flags);
extern "C" cudaError_t __chv_hip_host_flags(unsigned *__flags, void *__host);
inline hipError_t hipHostMalloc(void **__p, size_t __bytes, unsigned __flags = hipHostMallocDefault) {
  return (hipError_t)__chv_hip_host_alloc(__p, __bytes, __flags);
}
inline hipError_t hipMallocHost(void **__p, size_t __bytes) { return hipHostMalloc(__p, __bytes); }
inline hipError_t hipHostAlloc(void **__p, size_t __bytes, unsigned __flags) { return hipHostMalloc(__p, __bytes, __flags); }
template <class __T> hipError_t hipHostMalloc(__T **__p, size_t __bytes, unsigned __flags = hipHostMallocDefault) {
  return hipHostMalloc((void **)__p, __bytes, __flags);
}
inline hipError_t hipHostFree(void *__p) { return (hipError_t)cudaFreeHost(__p); }
inline hipError_t hipFreeHost(void *__p) { return (hipError_t)cudaFreeHost(__p); }
template <class __T> hipError_t hipMallocHost(__T **__p, size_t __bytes) { return hipHostMalloc((void **)__p, __bytes); }
template <class __T> hipError_t hipHostAlloc(__T **__p, size_t __bytes, unsigned __flags) {
  return hipHostMalloc((void **)__p, __bytes, __flags);
}
// Of HIP's flags, those about caching say what is always so here.
__CHV_HIP(HostRegister, (void *__p, size_t __bytes, unsigned __flags), (__p, __bytes, __flags & ~0x80000000u))
__CHV_HIP(HostUnregister, (void *__p), (__p))
__CHV_HIP(HostGetDevicePointer, (void **__device, void *__host, unsigned __flags), (__device, __host, __flags))
inline hipError_t hipHostGetFlags(unsigned *__flags, void *__host) { return (hipError_t)__chv_hip_host_flags(__flags, __host); }
inline hipError_t hipMallocManaged(void **__p, size_t __bytes, unsigned __flags = hipMemAttachGlobal) {
  return (hipError_t)cudaMallocManaged(__p, __bytes, __flags);
}
__CHV_HIP(MallocPitch, (void **__p, size_t *__pitch, size_t __width, size_t __height), (__p, __pitch, __width, __height))
template <class __T> hipError_t hipMallocManaged(__T **__p, size_t __bytes, unsigned __flags = hipMemAttachGlobal) {
  return (hipError_t)cudaMallocManaged((void **)__p, __bytes, __flags);
}
template <class __T> hipError_t hipMallocPitch(__T **__p, size_t *__pitch, size_t __width, size_t __height) {
  return (hipError_t)cudaMallocPitch((void **)__p, __pitch, __width, __height);
}
__CHV_HIP(Malloc3D, (hipPitchedPtr * __p, hipExtent __extent), (__p, __extent))
__CHV_HIP(MemGetInfo, (size_t *__free_, size_t *__total), (__free_, __total))

__CHV_HIP(Memcpy, (void *__to, const void *__from, size_t __bytes, hipMemcpyKind __kind), (__to, __from, __bytes, __kind))
__CHV_HIP(MemcpyAsync, (void *__to, const void *__from, size_t __bytes, hipMemcpyKind __kind, hipStream_t __stream = 0),
          (__to, __from, __bytes, __kind, __stream))
inline hipError_t hipMemcpyWithStream(void *__to, const void *__from, size_t __bytes, hipMemcpyKind __kind, hipStream_t __stream) {
  const cudaError_t __error = cudaMemcpyAsync(__to, __from, __bytes, __kind, __stream);
  return (hipError_t)(__error != cudaSuccess ? __error : cudaStreamSynchronize(__stream));
}
__CHV_HIP(MemcpyPeer, (void *__to, int __to_device, const void *__from, int __from_device, size_t __bytes),
          (__to, __to_device, __from, __from_device, __bytes))
__CHV_HIP(MemcpyPeerAsync, (void *__to, int __to_device, const void *__from, int __from_device, size_t __bytes, hipStream_t __stream = 0),
          (__to, __to_device, __from, __from_device, __bytes, __stream))
__CHV_HIP(Memcpy2D,
          (void *__to, size_t __to_pitch, const void *__from, size_t __from_pitch, size_t __width, size_t __height, hipMemcpyKind __kind),
          (__to, __to_pitch, __from, __from_pitch, __width, __height, __kind))
__CHV_HIP(Memcpy2DAsync,
          (void *__to, size_t __to_pitch, const void *__from, size_t __from_pitch, size_t __width, size_t __height, hipMemcpyKind __kind,
           hipStream_t __stream = 0),
          (__to, __to_pitch, __from, __from_pitch, __width, __height, __kind, __stream))
__CHV_HIP(Memcpy3D, (const hipMemcpy3DParms *__p), (__p))
__CHV_HIP(Memcpy3DAsync, (const hipMemcpy3DParms *__p, hipStream_t __stream = 0), (__p, __stream))
__CHV_HIP(Memcpy3DPeer, (hipMemcpy3DPeerParms * __p), (__p))
__CHV_HIP(Memcpy3DPeerAsync, (hipMemcpy3DPeerParms * __p, hipStream_t __stream = 0), (__p, __stream))
__CHV_HIP(Memset, (void *__p, int __byte, size_t __bytes), (__p, __byte, __bytes))
__CHV_HIP(MemsetAsync, (void *__p, int __byte, size_t __bytes, hipStream_t __stream = 0), (__p, __byte, __bytes, __stream))
__CHV_HIP(Memset2D, (void *__p, size_t __pitch, int __byte, size_t __width, size_t __height), (__p, __pitch, __byte, __width, __height))
__CHV_HIP(Memset2DAsync, (void *__p, size_t __pitch, int __byte, size_t __width, size_t __height, hipStream_t __stream = 0),
          (__p, __pitch, __byte, __width, __height, __stream))
__CHV_HIP(Memset3D, (hipPitchedPtr __p, int __byte, hipExtent __extent), (__p, __byte, __extent))
__CHV_HIP(Memset3DAsync, (hipPitchedPtr __p, int __byte, hipExtent __extent, hipStream_t __stream = 0), (__p, __byte, __extent, __stream))

inline hipError_t hipMemcpyHtoD(hipDeviceptr_t __to, const void *__from, size_t __bytes) {
  return hipMemcpy(__to, __from, __bytes, hipMemcpyHostToDevice);
}
inline hipError_t hipMemcpyDtoH(void *__to, hipDeviceptr_t __from, size_t __bytes) {
  return hipMemcpy(__to, __from, __bytes, hipMemcpyDeviceToHost);
}
inline hipError_t hipMemcpyDtoD(hipDeviceptr_t __to, hipDeviceptr_t __from, size_t __bytes) {
  return hipMemcpy(__to, __from, __bytes, hipMemcpyDeviceToDevice);
}
inline hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t __to, const void *__from, size_t __bytes, hipStream_t __stream) {
  return hipMemcpyAsync(__to, __from, __bytes, hipMemcpyHostToDevice, __stream);
}
inline hipError_t hipMemcpyDtoHAsync(void *__to, hipDeviceptr_t __from, size_t __bytes, hipStream_t __stream) {
  return hipMemcpyAsync(__to, __from, __bytes, hipMemcpyDeviceToHost, __stream);
}
inline hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t __to, hipDeviceptr_t __from, size_t __bytes, hipStream_t __stream) {
  return hipMemcpyAsync(__to, __from, __bytes, hipMemcpyDeviceToDevice, __stream);
}
// Fills of wider values: `count` elements of 1, 2 or 4 bytes, in a stream, or waited for as `hipMemset` is.
extern "C" cudaError_t __chv_fill(void *__p, unsigned __value, unsigned __element_bytes, size_t __count);
extern "C" cudaError_t __chv_fill_async(void *__p, unsigned __value, unsigned __element_bytes, size_t __count, cudaStream_t __stream);
#define __CHV_FILL(bits, type)                                                                                         \
  inline hipError_t hipMemsetD##bits(hipDeviceptr_t __p, type __value, size_t __count) {                                     \
    return (hipError_t)__chv_fill(__p, (unsigned)__value, bits / 8, __count);                                                \
  }                                                                                                                    \
  inline hipError_t hipMemsetD##bits##Async(hipDeviceptr_t __p, type __value, size_t __count, hipStream_t __stream = 0) {      \
    return (hipError_t)__chv_fill_async(__p, (unsigned)__value, bits / 8, __count, __stream);                                  \
  }
__CHV_FILL(8, unsigned char)
__CHV_FILL(16, unsigned short)
__CHV_FILL(32, int)
#undef __CHV_FILL

// A symbol is a device variable, or its shadow's address.
#define HIP_SYMBOL(variable) variable
template <class __S>
hipError_t hipMemcpyToSymbol(const __S &__symbol, const void *__from, size_t __bytes, size_t __offset = 0,
                             hipMemcpyKind __kind = hipMemcpyHostToDevice) {
  return (hipError_t)cudaMemcpyToSymbol(__symbol, __from, __bytes, __offset, __kind);
}
template <class __S>
hipError_t hipMemcpyToSymbolAsync(const __S &__symbol, const void *__from, size_t __bytes, size_t __offset = 0,
                                  hipMemcpyKind __kind = hipMemcpyHostToDevice, hipStream_t __stream = 0) {
  return (hipError_t)cudaMemcpyToSymbolAsync(__symbol, __from, __bytes, __offset, __kind, __stream);
}
template <class __S>
hipError_t hipMemcpyFromSymbol(void *__to, const __S &__symbol, size_t __bytes, size_t __offset = 0,
                               hipMemcpyKind __kind = hipMemcpyDeviceToHost) {
  return (hipError_t)cudaMemcpyFromSymbol(__to, __symbol, __bytes, __offset, __kind);
}
template <class __S>
hipError_t hipMemcpyFromSymbolAsync(void *__to, const __S &__symbol, size_t __bytes, size_t __offset = 0,
                                    hipMemcpyKind __kind = hipMemcpyDeviceToHost, hipStream_t __stream = 0) {
  return (hipError_t)cudaMemcpyFromSymbolAsync(__to, __symbol, __bytes, __offset, __kind, __stream);
}
inline hipError_t hipGetSymbolAddress(void **__p, const void *__symbol) { return (hipError_t)cudaGetSymbolAddress(__p, __symbol); }
inline hipError_t hipGetSymbolAddress(std::nullptr_t, const void *__symbol) {
  return (hipError_t)cudaGetSymbolAddress((void **)0, __symbol);
}
template <class __S> hipError_t hipGetSymbolAddress(std::nullptr_t, const __S &__symbol) {
  return (hipError_t)cudaGetSymbolAddress((void **)0, (const void *)&__symbol);
}
template <class __T, class __S> hipError_t hipGetSymbolAddress(__T **__p, const __S &__symbol) {
  return (hipError_t)cudaGetSymbolAddress((void **)__p, __symbol);
}
template <class __S> hipError_t hipGetSymbolSize(size_t *__bytes, const __S &__symbol) {
  return (hipError_t)cudaGetSymbolSize(__bytes, __symbol);
}

struct hipPointerAttribute_t {
  hipMemoryType type;
  int device;
  void *devicePointer;
  void *hostPointer;
  int isManaged;
  unsigned allocationFlags;
};
inline hipError_t hipPointerGetAttributes(hipPointerAttribute_t *__attributes, const void *__p) {
  if (!__attributes || !__p) return hipErrorInvalidValue;
  cudaPointerAttributes __from;
  const cudaError_t __error = cudaPointerGetAttributes(&__from, __p);
  if (__error == cudaSuccess)
    *__attributes = {__from.type, __from.device, __from.devicePointer, __from.hostPointer, __from.type == cudaMemoryTypeManaged, 0};
  return (hipError_t)__error;
}
inline hipError_t hipMemPrefetchAsync(const void *__p, size_t __bytes, int __device, hipStream_t __stream = 0) {
  return (hipError_t)cudaMemPrefetchAsync(__p, __bytes, __device, __stream);
}
inline hipError_t hipMemAdvise(const void *__p, size_t __bytes, hipMemoryAdvise __advice, int __device) {
  return (hipError_t)cudaMemAdvise(__p, __bytes, __advice, __device);
}
__CHV_HIP(StreamAttachMemAsync, (hipStream_t __stream, void *__p, size_t __bytes = 0, unsigned __flags = hipMemAttachSingle),
          (__stream, __p, __bytes, __flags))

__CHV_HIP(MallocAsync, (void **__p, size_t __bytes, hipStream_t __stream), (__p, __bytes, __stream))
__CHV_HIP(MallocFromPoolAsync, (void **__p, size_t __bytes, hipMemPool_t __pool, hipStream_t __stream), (__p, __bytes, __pool, __stream))
template <class __T> hipError_t hipMallocAsync(__T **__p, size_t __bytes, hipMemPool_t __pool, hipStream_t __stream) {
  return (hipError_t)cudaMallocFromPoolAsync((void **)__p, __bytes, __pool, __stream);
}
template <class __T> hipError_t hipMallocAsync(__T **__p, size_t __bytes, hipStream_t __stream) {
  return (hipError_t)cudaMallocAsync((void **)__p, __bytes, __stream);
}
template <class __T> hipError_t hipMallocFromPoolAsync(__T **__p, size_t __bytes, hipMemPool_t __pool, hipStream_t __stream) {
  return (hipError_t)cudaMallocFromPoolAsync((void **)__p, __bytes, __pool, __stream);
}
inline hipError_t hipFreeAsync(void *__p, hipStream_t __stream) {
  return __p ? (hipError_t)cudaFreeAsync(__p, __stream) : hipErrorInvalidValue;
}
__CHV_HIP(MemPoolCreate, (hipMemPool_t * __pool, const hipMemPoolProps *__properties), (__pool, __properties))
__CHV_HIP(MemPoolDestroy, (hipMemPool_t __pool), (__pool))
__CHV_HIP(MemPoolTrimTo, (hipMemPool_t __pool, size_t __bytes), (__pool, __bytes))
__CHV_HIP(MemPoolSetAttribute, (hipMemPool_t __pool, hipMemPoolAttr __attr, void *__value), (__pool, __attr, __value))
__CHV_HIP(MemPoolGetAttribute, (hipMemPool_t __pool, hipMemPoolAttr __attr, void *__value), (__pool, __attr, __value))
__CHV_HIP(MemPoolSetAccess, (hipMemPool_t __pool, const hipMemAccessDesc *__list, size_t __count), (__pool, __list, __count))
__CHV_HIP(MemPoolGetAccess, (hipMemAccessFlags * __flags, hipMemPool_t __pool, hipMemLocation *__location), (__flags, __pool, __location))
typedef cudaMemRangeAttribute hipMemRangeAttribute;
static constexpr hipMemRangeAttribute hipMemRangeAttributeReadMostly = cudaMemRangeAttributeReadMostly;
static constexpr hipMemRangeAttribute hipMemRangeAttributePreferredLocation = cudaMemRangeAttributePreferredLocation;
static constexpr hipMemRangeAttribute hipMemRangeAttributeAccessedBy = cudaMemRangeAttributeAccessedBy;
static constexpr hipMemRangeAttribute hipMemRangeAttributeLastPrefetchLocation = cudaMemRangeAttributeLastPrefetchLocation;
__CHV_HIP(MemRangeGetAttribute,
          (void *__data, size_t __data_bytes, hipMemRangeAttribute __attr, const void *__p, size_t __bytes),
          (__data, __data_bytes, __attr, __p, __bytes))
__CHV_HIP(MemRangeGetAttributes,
          (void **__data, size_t *__data_bytes, hipMemRangeAttribute *__attributes, size_t __count, const void *__p, size_t __bytes),
          (__data, __data_bytes, __attributes, __count, __p, __bytes))
__CHV_HIP(DeviceGetDefaultMemPool, (hipMemPool_t * __pool, int __device), (__pool, __device))
__CHV_HIP(DeviceGetMemPool, (hipMemPool_t * __pool, int __device), (__pool, __device))
__CHV_HIP(DeviceSetMemPool, (int __device, hipMemPool_t __pool), (__device, __pool))
