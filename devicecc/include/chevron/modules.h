// What the driver API's and HIP's modules are made of. An image is what NVRTC or hipRTC made in this version of Chevron; others are refused.
#pragma once

#include "runtime_errors.h"

#include <cstddef>

extern "C" {
cudaError_t __chv_module_load(void **__module, const void *__image);
cudaError_t __chv_module_load_file(void **__module, const char *__path);
cudaError_t __chv_module_unload(void *__module);
cudaError_t __chv_module_kernel(const void **__kernel_, void *__module, const char *__name);
cudaError_t __chv_module_variable(void **__memory, size_t *__bytes, void *__module, const char *__name);
cudaError_t __chv_module_kernels(void *__module, const void **__kernels, unsigned __most, unsigned *__count);
}
