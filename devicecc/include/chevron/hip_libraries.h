// Libraries of compiled kernels under HIP's names: modules by another name.
#pragma once

#include "hip_types.h"
#include "runtime_libraries.h"

typedef cudaLibrary_t hipLibrary_t;
typedef cudaKernel_t hipKernel_t;
typedef cudaLibraryOption hipLibraryOption;
static constexpr hipLibraryOption hipLibraryHostUniversalFunctionAndDataTable = cudaLibraryHostUniversalFunctionAndDataTable;
static constexpr hipLibraryOption hipLibraryBinaryIsPreserved = cudaLibraryBinaryIsPreserved;
// The options are hints to an assembler: their numbers are CUDA's.
inline hipError_t hipLibraryLoadData(hipLibrary_t *__library, const void *__code, hipJitOption *__options, void **__values, unsigned __count,
                                     hipLibraryOption *__library_options, void **__library_values, unsigned __library_count) {
  return (hipError_t)cudaLibraryLoadData(__library, __code, (cudaJitOption *)__options, __values, __count, __library_options, __library_values,
                                         __library_count);
}
inline hipError_t hipLibraryLoadFromFile(hipLibrary_t *__library, const char *__path, hipJitOption *__options, void **__values,
                                         unsigned __count, hipLibraryOption *__library_options, void **__library_values,
                                         unsigned __library_count) {
  return (hipError_t)cudaLibraryLoadFromFile(__library, __path, (cudaJitOption *)__options, __values, __count, __library_options,
                                             __library_values, __library_count);
}
__CHV_HIP(LibraryUnload, (hipLibrary_t __library), (__library))
__CHV_HIP(LibraryGetKernel, (hipKernel_t * __kernel_, hipLibrary_t __library, const char *__name), (__kernel_, __library, __name))
__CHV_HIP(LibraryGetKernelCount, (unsigned *__count, hipLibrary_t __library), (__count, __library))
__CHV_HIP(LibraryEnumerateKernels, (hipKernel_t * __kernels, unsigned __most, hipLibrary_t __library), (__kernels, __most, __library))
