// What the driver logs: of a GPU its own messages; a device without NVIDIA's driver logs nothing. And other calls that go to that driver as they are.
#pragma once

#include "runtime_errors.h"
#include "runtime_types.h"
#include "runtime_values.h"

#include <cstddef>
#include <cstdio>

extern "C" {
// Where the driver of this process's device has a function; null if there is none, which is told if so said.
void *__chv_driver_function(const char *__name, int __told);
}

typedef struct CUlogsCallbackEntry_st *cudaLogsCallbackHandle;
typedef unsigned int cudaLogIterator;
typedef void (*cudaLogsCallback_t)(void *, cudaLogLevel, char *, size_t);

static inline cudaError_t cudaLogsRegisterCallback(cudaLogsCallback_t __callback, void *__data, cudaLogsCallbackHandle *__handle) {
  if (!__callback || !__handle) return cudaErrorInvalidValue;
  using __Function = int(cudaLogsCallback_t, void *, cudaLogsCallbackHandle *);
  if (auto *__function = (__Function *)__chv_driver_function("cuLogsRegisterCallback", 0)) return (cudaError_t)__function(__callback, __data, __handle);
  *__handle = (cudaLogsCallbackHandle)__callback;
  return cudaSuccess;
}
static inline cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle __handle) {
  using __Function = int(cudaLogsCallbackHandle);
  if (auto *__function = (__Function *)__chv_driver_function("cuLogsUnregisterCallback", 0)) return (cudaError_t)__function(__handle);
  return __handle ? cudaSuccess : cudaErrorInvalidValue;
}
static inline cudaError_t cudaLogsCurrent(cudaLogIterator *__iterator, unsigned __flags) {
  if (!__iterator || __flags) return cudaErrorInvalidValue;
  using __Function = int(cudaLogIterator *, unsigned);
  if (auto *__function = (__Function *)__chv_driver_function("cuLogsCurrent", 0)) return (cudaError_t)__function(__iterator, __flags);
  *__iterator = 0;
  return cudaSuccess;
}
static inline cudaError_t cudaLogsDumpToFile(cudaLogIterator *__iterator, const char *__path, unsigned __flags) {
  if (!__path || __flags) return cudaErrorInvalidValue;
  using __Function = int(cudaLogIterator *, const char *, unsigned);
  if (auto *__function = (__Function *)__chv_driver_function("cuLogsDumpToFile", 0)) return (cudaError_t)__function(__iterator, __path, __flags);
  std::FILE *__file = std::fopen(__path, "w");
  if (!__file) return cudaErrorInvalidValue;
  std::fclose(__file);
  return cudaSuccess;
}
static inline cudaError_t cudaLogsDumpToMemory(cudaLogIterator *__iterator, char *__buffer, size_t *__bytes, unsigned __flags) {
  if (!__buffer || !__bytes || !*__bytes || __flags) return cudaErrorInvalidValue;
  using __Function = int(cudaLogIterator *, char *, size_t *, unsigned);
  if (auto *__function = (__Function *)__chv_driver_function("cuLogsDumpToMemory", 0))
    return (cudaError_t)__function(__iterator, __buffer, __bytes, __flags);
  *__buffer = 0;
  *__bytes = 0;
  return cudaSuccess;
}

// On the CPU device no other device writes.
static inline cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTarget __target, cudaFlushGPUDirectRDMAWritesScope __scope) {
  if (__target != cudaFlushGPUDirectRDMAWritesTargetCurrentDevice) return cudaErrorInvalidValue;
  if (__scope != cudaFlushGPUDirectRDMAWritesToOwner && __scope != cudaFlushGPUDirectRDMAWritesToAllDevices) return cudaErrorInvalidValue;
  using __Function = int(cudaFlushGPUDirectRDMAWritesTarget, cudaFlushGPUDirectRDMAWritesScope);
  auto *__function = (__Function *)__chv_driver_function("cuFlushGPUDirectRDMAWrites", 0);
  return __function ? (cudaError_t)__function(__target, __scope) : cudaSuccess;
}
// Arrays here have one plane.
static inline cudaError_t cudaArrayGetPlane(cudaArray_t *, cudaArray_t, unsigned) { return cudaErrorInvalidValue; }
