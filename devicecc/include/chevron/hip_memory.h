// Memory under HIP's names.
#pragma once

#include "hip_types.h"

__CHV_HIP(Malloc, (void **p, size_t bytes), (p, bytes))
__CHV_HIP(Free, (void *p), (p))
template <class T> hipError_t hipMalloc(T **p, size_t bytes) { return hipMalloc((void **)p, bytes); }
inline hipError_t hipExtMallocWithFlags(void **p, size_t bytes, unsigned) { return hipMalloc(p, bytes); }
// HIP's flags about coherence and NUMA placement say what is always so here.
inline hipError_t hipHostMalloc(void **p, size_t bytes, unsigned flags = hipHostMallocDefault) {
  return (hipError_t)cudaHostAlloc(p, bytes, flags & 7);
}
template <class T> hipError_t hipHostMalloc(T **p, size_t bytes, unsigned flags = hipHostMallocDefault) {
  return hipHostMalloc((void **)p, bytes, flags);
}
inline hipError_t hipHostFree(void *p) { return (hipError_t)cudaFreeHost(p); }
inline hipError_t hipFreeHost(void *p) { return (hipError_t)cudaFreeHost(p); }
template <class T> hipError_t hipMallocHost(T **p, size_t bytes) { return hipHostMalloc((void **)p, bytes); }
template <class T> hipError_t hipHostAlloc(T **p, size_t bytes, unsigned flags) {
  return hipHostMalloc((void **)p, bytes, flags);
}
__CHV_HIP(HostRegister, (void *p, size_t bytes, unsigned flags), (p, bytes, flags & 15))
__CHV_HIP(HostUnregister, (void *p), (p))
__CHV_HIP(HostGetDevicePointer, (void **device, void *host, unsigned flags), (device, host, flags))
__CHV_HIP(HostGetFlags, (unsigned *flags, void *host), (flags, host))
template <class T> hipError_t hipMallocManaged(T **p, size_t bytes, unsigned flags = hipMemAttachGlobal) {
  return (hipError_t)cudaMallocManaged((void **)p, bytes, flags);
}
template <class T> hipError_t hipMallocPitch(T **p, size_t *pitch, size_t width, size_t height) {
  return (hipError_t)cudaMallocPitch((void **)p, pitch, width, height);
}
__CHV_HIP(Malloc3D, (hipPitchedPtr * p, hipExtent extent), (p, extent))
__CHV_HIP(MemGetInfo, (size_t *free, size_t *total), (free, total))

__CHV_HIP(Memcpy, (void *to, const void *from, size_t bytes, hipMemcpyKind kind), (to, from, bytes, kind))
__CHV_HIP(MemcpyAsync, (void *to, const void *from, size_t bytes, hipMemcpyKind kind, hipStream_t stream = 0),
          (to, from, bytes, kind, stream))
inline hipError_t hipMemcpyWithStream(void *to, const void *from, size_t bytes, hipMemcpyKind kind, hipStream_t stream) {
  const cudaError_t error = cudaMemcpyAsync(to, from, bytes, kind, stream);
  return (hipError_t)(error != cudaSuccess ? error : cudaStreamSynchronize(stream));
}
__CHV_HIP(MemcpyPeer, (void *to, int to_device, const void *from, int from_device, size_t bytes),
          (to, to_device, from, from_device, bytes))
__CHV_HIP(MemcpyPeerAsync, (void *to, int to_device, const void *from, int from_device, size_t bytes, hipStream_t stream = 0),
          (to, to_device, from, from_device, bytes, stream))
__CHV_HIP(Memcpy2D,
          (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, hipMemcpyKind kind),
          (to, to_pitch, from, from_pitch, width, height, kind))
__CHV_HIP(Memcpy2DAsync,
          (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, hipMemcpyKind kind,
           hipStream_t stream = 0),
          (to, to_pitch, from, from_pitch, width, height, kind, stream))
__CHV_HIP(Memcpy3D, (const hipMemcpy3DParms *p), (p))
__CHV_HIP(Memcpy3DAsync, (const hipMemcpy3DParms *p, hipStream_t stream = 0), (p, stream))
__CHV_HIP(Memset, (void *p, int byte, size_t bytes), (p, byte, bytes))
__CHV_HIP(MemsetAsync, (void *p, int byte, size_t bytes, hipStream_t stream = 0), (p, byte, bytes, stream))
__CHV_HIP(Memset2D, (void *p, size_t pitch, int byte, size_t width, size_t height), (p, pitch, byte, width, height))
__CHV_HIP(Memset2DAsync, (void *p, size_t pitch, int byte, size_t width, size_t height, hipStream_t stream = 0),
          (p, pitch, byte, width, height, stream))
__CHV_HIP(Memset3D, (hipPitchedPtr p, int byte, hipExtent extent), (p, byte, extent))
__CHV_HIP(Memset3DAsync, (hipPitchedPtr p, int byte, hipExtent extent, hipStream_t stream = 0), (p, byte, extent, stream))

inline hipError_t hipMemcpyHtoD(hipDeviceptr_t to, const void *from, size_t bytes) {
  return hipMemcpy(to, from, bytes, hipMemcpyHostToDevice);
}
inline hipError_t hipMemcpyDtoH(void *to, hipDeviceptr_t from, size_t bytes) {
  return hipMemcpy(to, from, bytes, hipMemcpyDeviceToHost);
}
inline hipError_t hipMemcpyDtoD(hipDeviceptr_t to, hipDeviceptr_t from, size_t bytes) {
  return hipMemcpy(to, from, bytes, hipMemcpyDeviceToDevice);
}
inline hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t to, const void *from, size_t bytes, hipStream_t stream) {
  return hipMemcpyAsync(to, from, bytes, hipMemcpyHostToDevice, stream);
}
inline hipError_t hipMemcpyDtoHAsync(void *to, hipDeviceptr_t from, size_t bytes, hipStream_t stream) {
  return hipMemcpyAsync(to, from, bytes, hipMemcpyDeviceToHost, stream);
}
inline hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t to, hipDeviceptr_t from, size_t bytes, hipStream_t stream) {
  return hipMemcpyAsync(to, from, bytes, hipMemcpyDeviceToDevice, stream);
}
inline hipError_t hipMemsetD8(hipDeviceptr_t p, unsigned char byte, size_t count) { return hipMemset(p, byte, count); }

// CUDA's runtime API fills with bytes only: wider values are copied from a host buffer.
namespace __chv_hip {
template <class Word> hipError_t fill(hipDeviceptr_t to, Word value, size_t count) {
  constexpr size_t piece = 16384;
  Word *const words = new (std::nothrow) Word[count < piece ? count + 1 : piece];
  if (!words) return hipErrorOutOfMemory;
  for (size_t i = 0; i < count && i < piece; ++i) words[i] = value;
  hipError_t error = hipSuccess;
  for (size_t done = 0; done < count && error == hipSuccess; done += piece)
    error = hipMemcpyHtoD((Word *)to + done, words, (count - done < piece ? count - done : piece) * sizeof(Word));
  delete[] words;
  return error;
}
}  // namespace __chv_hip
inline hipError_t hipMemsetD16(hipDeviceptr_t to, unsigned short value, size_t count) {
  return __chv_hip::fill(to, value, count);
}
inline hipError_t hipMemsetD32(hipDeviceptr_t to, int value, size_t count) { return __chv_hip::fill(to, value, count); }

// A symbol is a device variable, or its shadow's address.
#define HIP_SYMBOL(variable) variable
template <class S>
hipError_t hipMemcpyToSymbol(const S &symbol, const void *from, size_t bytes, size_t offset = 0,
                             hipMemcpyKind kind = hipMemcpyHostToDevice) {
  return (hipError_t)cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
}
template <class S>
hipError_t hipMemcpyToSymbolAsync(const S &symbol, const void *from, size_t bytes, size_t offset = 0,
                                  hipMemcpyKind kind = hipMemcpyHostToDevice, hipStream_t stream = 0) {
  return (hipError_t)cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, stream);
}
template <class S>
hipError_t hipMemcpyFromSymbol(void *to, const S &symbol, size_t bytes, size_t offset = 0,
                               hipMemcpyKind kind = hipMemcpyDeviceToHost) {
  return (hipError_t)cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind);
}
template <class S>
hipError_t hipMemcpyFromSymbolAsync(void *to, const S &symbol, size_t bytes, size_t offset = 0,
                                    hipMemcpyKind kind = hipMemcpyDeviceToHost, hipStream_t stream = 0) {
  return (hipError_t)cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, stream);
}
template <class T, class S> hipError_t hipGetSymbolAddress(T **p, const S &symbol) {
  return (hipError_t)cudaGetSymbolAddress((void **)p, symbol);
}
template <class S> hipError_t hipGetSymbolSize(size_t *bytes, const S &symbol) {
  return (hipError_t)cudaGetSymbolSize(bytes, symbol);
}

struct hipPointerAttribute_t {
  hipMemoryType type;
  int device;
  void *devicePointer;
  void *hostPointer;
  int isManaged;
  unsigned allocationFlags;
};
inline hipError_t hipPointerGetAttributes(hipPointerAttribute_t *attributes, const void *p) {
  cudaPointerAttributes from;
  const cudaError_t error = cudaPointerGetAttributes(&from, p);
  if (error == cudaSuccess)
    *attributes = {from.type, from.device, from.devicePointer, from.hostPointer, from.type == cudaMemoryTypeManaged, 0};
  return (hipError_t)error;
}
inline hipError_t hipMemPrefetchAsync(const void *p, size_t bytes, int device, hipStream_t stream = 0) {
  return (hipError_t)cudaMemPrefetchAsync(p, bytes, device, stream);
}
inline hipError_t hipMemAdvise(const void *p, size_t bytes, hipMemoryAdvise advice, int device) {
  return (hipError_t)cudaMemAdvise(p, bytes, advice, device);
}
__CHV_HIP(StreamAttachMemAsync, (hipStream_t stream, void *p, size_t bytes = 0, unsigned flags = hipMemAttachSingle),
          (stream, p, bytes, flags))

template <class T> hipError_t hipMallocAsync(T **p, size_t bytes, hipStream_t stream) {
  return (hipError_t)cudaMallocAsync((void **)p, bytes, stream);
}
template <class T> hipError_t hipMallocFromPoolAsync(T **p, size_t bytes, hipMemPool_t pool, hipStream_t stream) {
  return (hipError_t)cudaMallocFromPoolAsync((void **)p, bytes, pool, stream);
}
__CHV_HIP(FreeAsync, (void *p, hipStream_t stream), (p, stream))
__CHV_HIP(MemPoolCreate, (hipMemPool_t * pool, const hipMemPoolProps *properties), (pool, properties))
__CHV_HIP(MemPoolDestroy, (hipMemPool_t pool), (pool))
__CHV_HIP(MemPoolTrimTo, (hipMemPool_t pool, size_t bytes), (pool, bytes))
__CHV_HIP(MemPoolSetAttribute, (hipMemPool_t pool, hipMemPoolAttr attribute, void *value), (pool, attribute, value))
__CHV_HIP(MemPoolGetAttribute, (hipMemPool_t pool, hipMemPoolAttr attribute, void *value), (pool, attribute, value))
__CHV_HIP(MemPoolSetAccess, (hipMemPool_t pool, const hipMemAccessDesc *list, size_t count), (pool, list, count))
__CHV_HIP(DeviceGetDefaultMemPool, (hipMemPool_t * pool, int device), (pool, device))
__CHV_HIP(DeviceGetMemPool, (hipMemPool_t * pool, int device), (pool, device))
__CHV_HIP(DeviceSetMemPool, (int device, hipMemPool_t pool), (device, pool))
