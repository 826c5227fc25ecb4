// Driver API: modules, libraries and their kernels.
#pragma once

#include "driver_streams.h"
#include "modules.h"

__CHV_CU(cuModuleLoadDataEx, (CUmodule * __module, const void *__image, unsigned __count, CUjit_option *__options, void **__values),
         __chv_module_load((void **)__module, __image, /*as_library=*/0, __count, (unsigned *)__options, __values))
__CHV_CU(cuModuleLoadData, (CUmodule * __module, const void *__image), cuModuleLoadDataEx(__module, __image, 0, nullptr, nullptr))
__CHV_CU(cuModuleLoadFatBinary, (CUmodule * __module, const void *__image), cuModuleLoadData(__module, __image))
__CHV_CU(cuModuleLoad, (CUmodule * __module, const char *__path),
         __chv_module_load_file((void **)__module, __path, /*as_library=*/0, 0, nullptr, nullptr))
__CHV_CU(cuModuleUnload, (CUmodule __module), __chv_module_unload(__module))
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
__CHV_CU(cuLibraryLoadData,
         (CUlibrary * __library, const void *__image, CUjit_option *__options, void **__values, unsigned __count, CUlibraryOption *, void **, unsigned),
         __chv_module_load((void **)__library, __image, /*as_library=*/1, __count, (unsigned *)__options, __values))
__CHV_CU(cuLibraryLoadFromFile,
         (CUlibrary * __library, const char *__path, CUjit_option *__options, void **__values, unsigned __count, CUlibraryOption *, void **, unsigned),
         __chv_module_load_file((void **)__library, __path, /*as_library=*/1, __count, (unsigned *)__options, __values))
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

// The linker. What it makes is the link's own, and goes with it.
__CHV_CU(cuLinkCreate, (unsigned __count, CUjit_option *__options, void **__values, CUlinkState *__link),
         __chv_link_create((void **)__link, __count, (unsigned *)__options, __values))
__CHV_CU(cuLinkAddData,
         (CUlinkState __link, CUjitInputType __kind, void *__data, size_t __bytes, const char *__name, unsigned __count, CUjit_option *__options,
          void **__values),
         __chv_link_add(__link, __kind, __data, __bytes, __name, __count, (unsigned *)__options, __values))
__CHV_CU(cuLinkAddFile,
         (CUlinkState __link, CUjitInputType __kind, const char *__path, unsigned __count, CUjit_option *__options, void **__values),
         __chv_link_add_file(__link, __kind, __path, __count, (unsigned *)__options, __values))
__CHV_CU(cuLinkComplete, (CUlinkState __link, void **__image, size_t *__bytes), __chv_link_complete(__link, __image, __bytes))
__CHV_CU(cuLinkDestroy, (CUlinkState __link), __chv_link_destroy(__link))
