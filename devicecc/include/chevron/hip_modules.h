// HIP's modules.
#pragma once

#include "hip_streams.h"
#include "modules.h"

#define __CHV_MODULE(name, parameters, call) \
  inline hipError_t name parameters { return (hipError_t)(call); }
__CHV_MODULE(hipModuleLoadDataEx, (hipModule_t * __module, const void *__image, unsigned __count, hipJitOption *__options, void **__values),
             __chv_module_load((void **)__module, __image, /*as_library=*/0, __count, (unsigned *)__options, __values))
__CHV_MODULE(hipModuleLoadData, (hipModule_t * __module, const void *__image), hipModuleLoadDataEx(__module, __image, 0, nullptr, nullptr))
__CHV_MODULE(hipModuleLoad, (hipModule_t * __module, const char *__path),
             __chv_module_load_file((void **)__module, __path, /*as_library=*/0, 0, nullptr, nullptr))
__CHV_MODULE(hipModuleUnload, (hipModule_t __module), __chv_module_unload(__module))
__CHV_MODULE(hipModuleGetFunction, (hipFunction_t * __function, hipModule_t __module, const char *__name),
             __chv_module_kernel((const void **)__function, __module, __name))
__CHV_MODULE(hipModuleGetGlobal, (hipDeviceptr_t * __address, size_t *__bytes, hipModule_t __module, const char *__name),
             __chv_module_variable((void **)__address, __bytes, __module, __name))
__CHV_MODULE(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor, (int *__blocks, hipFunction_t __function, int __threads, size_t __shared_bytes),
             cudaOccupancyMaxActiveBlocksPerMultiprocessor(__blocks, (const void *)__function, __threads, __shared_bytes))
__CHV_MODULE(hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
             (int *__blocks, hipFunction_t __function, int __threads, size_t __shared_bytes, unsigned __flags),
             cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(__blocks, (const void *)__function, __threads, __shared_bytes, __flags))
__CHV_MODULE(hipModuleLoadFatBinary, (hipModule_t * __module, const void *__fat_binary), hipModuleLoadData(__module, __fat_binary))
__CHV_MODULE(hipModuleGetFunctionCount, (unsigned *__count, hipModule_t __module),
             __count ? __chv_module_kernels(__module, nullptr, 0, __count) : cudaErrorInvalidValue)
#undef __CHV_MODULE
inline hipError_t hipModuleOccupancyMaxPotentialBlockSize(int *__grid, int *__block_, hipFunction_t __function, size_t __shared_bytes, int __most) {
  return (hipError_t)cudaOccupancyMaxPotentialBlockSize(__grid, __block_, (const void *)__function, __shared_bytes, __most);
}
inline hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int *__grid, int *__block_, hipFunction_t __function, size_t __shared_bytes,
                                                                   int __most, unsigned) {
  return hipModuleOccupancyMaxPotentialBlockSize(__grid, __block_, __function, __shared_bytes, __most);
}
inline hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t __function, unsigned __grid_x, unsigned __grid_y, unsigned __grid_z,
                                                   unsigned __block_x, unsigned __block_y, unsigned __block_z, unsigned __shared_bytes,
                                                   hipStream_t __stream, void **__parameters) {
  if (!__function) return hipErrorInvalidHandle;
  return (hipError_t)cudaLaunchCooperativeKernel((const void *)__function, dim3(__grid_x, __grid_y, __grid_z),
                                                 dim3(__block_x, __block_y, __block_z), __parameters, __shared_bytes, __stream);
}
