// Runtime API: libraries of compiled kernels, which are modules by another name. The same images as `cuModuleLoadData` takes.
#pragma once

#include "modules.h"
#include "runtime_streams.h"

typedef struct CUlib_st *cudaLibrary_t;
enum cudaJitOption {
  cudaJitMaxRegisters = 0, cudaJitThreadsPerBlock = 1, cudaJitWallTime = 2, cudaJitInfoLogBuffer = 3, cudaJitInfoLogBufferSizeBytes = 4,
  cudaJitErrorLogBuffer = 5, cudaJitErrorLogBufferSizeBytes = 6, cudaJitOptimizationLevel = 7, cudaJitFallbackStrategy = 10,
  cudaJitGenerateDebugInfo = 11, cudaJitLogVerbose = 12, cudaJitGenerateLineInfo = 13, cudaJitCacheMode = 14, cudaJitPositionIndependentCode = 30,
  cudaJitMinCtaPerSm = 31, cudaJitMaxThreadsPerBlock = 32, cudaJitOverrideDirectiveValues = 33
};
enum cudaLibraryOption { cudaLibraryHostUniversalFunctionAndDataTable = 0, cudaLibraryBinaryIsPreserved = 1 };

static inline cudaError_t cudaLibraryLoadData(cudaLibrary_t *__library, const void *__code, cudaJitOption *__options, void **__values, unsigned __count,
                                              cudaLibraryOption *, void **, unsigned) {
  return __chv_module_load((void **)__library, __code, /*as_library=*/1, __count, (unsigned *)__options, __values);
}
static inline cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *__library, const char *__path, cudaJitOption *__options, void **__values,
                                                  unsigned __count, cudaLibraryOption *, void **, unsigned) {
  return __chv_module_load_file((void **)__library, __path, /*as_library=*/1, __count, (unsigned *)__options, __values);
}
static inline cudaError_t cudaLibraryUnload(cudaLibrary_t __library) { return __chv_module_unload(__library); }
static inline cudaError_t cudaLibraryGetKernel(cudaKernel_t *__kernel_, cudaLibrary_t __library, const char *__name) {
  return __chv_module_kernel((const void **)__kernel_, __library, __name);
}
static inline cudaError_t cudaLibraryGetGlobal(void **__memory, size_t *__bytes, cudaLibrary_t __library, const char *__name) {
  return __chv_module_variable(__memory, __bytes, __library, __name);
}
// Of a variable that is `__managed__` the address is the host's too.
static inline cudaError_t cudaLibraryGetManaged(void **__memory, size_t *__bytes, cudaLibrary_t __library, const char *__name) {
  return __chv_module_variable(__memory, __bytes, __library, __name);
}
static inline cudaError_t cudaLibraryGetKernelCount(unsigned *__count, cudaLibrary_t __library) {
  return __count ? __chv_module_kernels(__library, nullptr, 0, __count) : cudaErrorInvalidValue;
}
static inline cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *__kernels, unsigned __most, cudaLibrary_t __library) {
  return __chv_module_kernels(__library, (const void **)__kernels, __most, nullptr);
}
static inline cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t __kernel_, cudaFuncAttribute __which, int __value, int __device) {
  int __count = 0;
  if (const cudaError_t __error = cudaGetDeviceCount(&__count)) return __error;
  if (__device < 0 || __device >= __count) return cudaErrorInvalidDevice;
  return cudaFuncSetAttribute((const void *)__kernel_, __which, __value);
}
