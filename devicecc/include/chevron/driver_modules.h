// Driver API: modules, libraries and their kernels.
#pragma once

#include "driver_streams.h"
#include "modules.h"

__CHV_CU(cuModuleLoadData, (CUmodule * __module, const void *__image), __chv_module_load((void **)__module, __image))
__CHV_CU(cuModuleLoadFatBinary, (CUmodule * __module, const void *__image), __chv_module_load((void **)__module, __image))
__CHV_CU(cuModuleLoad, (CUmodule * __module, const char *__path), __chv_module_load_file((void **)__module, __path))
__CHV_CU(cuModuleUnload, (CUmodule __module), __chv_module_unload(__module))

// What the options ask for back: logs are empty, times 0. The others are hints to an assembler that is not there.
inline void __chv_module_answer(unsigned __count, CUjit_option *__options, void **__values) {
  bool __room[2] = {false, false};  // in the buffers for information and for errors
  auto __kind = [&](unsigned __i, CUjit_option __info, CUjit_option __error) {
    return __options[__i] == __info ? 0 : __options[__i] == __error ? 1 : -1;
  };
  for (unsigned __i = 0; __i < __count; ++__i) {
    const int __size = __kind(__i, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
    if (__size >= 0) __room[__size] = __values[__i] != nullptr;
    if (__size >= 0 || __options[__i] == CU_JIT_WALL_TIME) __values[__i] = nullptr;
  }
  for (unsigned __i = 0; __i < __count; ++__i) {
    const int __log = __kind(__i, CU_JIT_INFO_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER);
    if (__log >= 0 && __room[__log] && __values[__i]) *(char *)__values[__i] = 0;
  }
}
inline CUresult cuModuleLoadDataEx(CUmodule *__module, const void *__image, unsigned __count, CUjit_option *__options, void **__values) {
  if (__count && (!__options || !__values)) return CUDA_ERROR_INVALID_VALUE;
  __chv_module_answer(__count, __options, __values);
  return cuModuleLoadData(__module, __image);
}
__CHV_CU(cuModuleGetFunction, (CUfunction * __function, CUmodule __module, const char *__name),
         __chv_module_kernel((const void **)__function, __module, __name))
inline CUresult cuModuleGetGlobal(CUdeviceptr *__address, size_t *__bytes, CUmodule __module, const char *__name) {
  void *__memory = nullptr;
  const CUresult __result = (CUresult)__chv_module_variable(&__memory, __bytes, __module, __name);
  if (__result == CUDA_SUCCESS && __address) *__address = (CUdeviceptr)__memory;
  return __result;
}
inline CUresult cuModuleGetFunctionCount(unsigned *__count, CUmodule __module) {
  return __count ? (CUresult)__chv_module_kernels(__module, nullptr, 0, __count) : CUDA_ERROR_INVALID_VALUE;
}
__CHV_CU(cuModuleEnumerateFunctions, (CUfunction * __functions, unsigned __most, CUmodule __module),
         __chv_module_kernels(__module, (const void **)__functions, __most, nullptr))
inline CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *__mode) {
  if (!__mode) return CUDA_ERROR_INVALID_VALUE;
  *__mode = CU_MODULE_EAGER_LOADING;
  return CUDA_SUCCESS;
}

// A library is a module by another name, and its kernels are functions.
inline CUresult cuLibraryLoadData(CUlibrary *__library, const void *__image, CUjit_option *__options, void **__values, unsigned __count,
                                  CUlibraryOption *, void **, unsigned) {
  return cuModuleLoadDataEx((CUmodule *)__library, __image, __count, __options, __values);
}
inline CUresult cuLibraryLoadFromFile(CUlibrary *__library, const char *__path, CUjit_option *__options, void **__values, unsigned __count,
                                      CUlibraryOption *, void **, unsigned) {
  if (__count && (!__options || !__values)) return CUDA_ERROR_INVALID_VALUE;
  __chv_module_answer(__count, __options, __values);
  return cuModuleLoad((CUmodule *)__library, __path);
}
__CHV_CU(cuLibraryUnload, (CUlibrary __library), __chv_module_unload(__library))
__CHV_CU(cuLibraryGetKernel, (CUkernel * __kernel_, CUlibrary __library, const char *__name),
         __chv_module_kernel((const void **)__kernel_, __library, __name))
inline CUresult cuLibraryGetModule(CUmodule *__module, CUlibrary __library) {
  unsigned __count;
  if (!__module) return CUDA_ERROR_INVALID_VALUE;
  if (cudaError_t __error = __chv_module_kernels(__library, nullptr, 0, &__count)) return (CUresult)__error;
  *__module = (CUmodule)__library;
  return CUDA_SUCCESS;
}
inline CUresult cuLibraryGetGlobal(CUdeviceptr *__address, size_t *__bytes, CUlibrary __library, const char *__name) {
  return cuModuleGetGlobal(__address, __bytes, (CUmodule)__library, __name);
}
inline CUresult cuLibraryGetKernelCount(unsigned *__count, CUlibrary __library) { return cuModuleGetFunctionCount(__count, (CUmodule)__library); }
__CHV_CU(cuLibraryEnumerateKernels, (CUkernel * __kernels, unsigned __most, CUlibrary __library),
         __chv_module_kernels(__library, (const void **)__kernels, __most, nullptr))

// Kernels by their handles, the session's too.
__CHV_CU(cuFuncGetName, (const char **__name, CUfunction __function), cudaFuncGetName(__name, (const void *)__function))
__CHV_CU(cuKernelGetName, (const char **__name, CUkernel __kernel_), cudaFuncGetName(__name, (const void *)__kernel_))
__CHV_CU(cuFuncGetParamInfo, (CUfunction __function, size_t __index, size_t *__offset, size_t *__bytes),
         cudaFuncGetParamInfo((const void *)__function, __index, __offset, __bytes))
__CHV_CU(cuKernelGetParamInfo, (CUkernel __kernel_, size_t __index, size_t *__offset, size_t *__bytes),
         cudaFuncGetParamInfo((const void *)__kernel_, __index, __offset, __bytes))
inline CUresult cuKernelGetAttribute(int *__value, CUfunction_attribute __which, CUkernel __kernel_, CUdevice) {
  return cuFuncGetAttribute(__value, __which, (CUfunction)__kernel_);
}
inline CUresult cuKernelSetAttribute(CUfunction_attribute __which, int __value, CUkernel __kernel_, CUdevice) {
  return cuFuncSetAttribute((CUfunction)__kernel_, __which, __value);
}
inline CUresult cuKernelSetCacheConfig(CUkernel __kernel_, CUfunc_cache __config, CUdevice) {
  return cuFuncSetCacheConfig((CUfunction)__kernel_, __config);
}
