// What the driver API's and HIP's modules and links are made of. An image is what NVRTC or hipRTC made in this version of Chevron, or what the driver of a GPU takes.
// Options have the driver's numbers.
#pragma once

#include "runtime_errors.h"

#include <cstddef>

extern "C" {
cudaError_t __chv_module_load(void **__module, const void *__image, int __as_library, unsigned __count, unsigned *__options, void **__values);
cudaError_t __chv_module_load_file(void **__module, const char *__path, int __as_library, unsigned __count, unsigned *__options, void **__values);
cudaError_t __chv_module_unload(void *__module);
cudaError_t __chv_module_kernel(const void **__kernel_, void *__module, const char *__name);
cudaError_t __chv_module_variable(void **__memory, size_t *__bytes, void *__module, const char *__name);
cudaError_t __chv_module_kernels(void *__module, const void **__kernels, unsigned __most, unsigned *__count);
cudaError_t __chv_module_of(void **__module, const void *__kernel_);
cudaError_t __chv_link_create(void **__link, unsigned __count, unsigned *__options, void **__values);
cudaError_t __chv_link_add(void *__link, unsigned __kind, const void *__data, size_t __bytes, const char *__name, unsigned __count,
                           unsigned *__options, void **__values);
cudaError_t __chv_link_add_file(void *__link, unsigned __kind, const char *__path, unsigned __count, unsigned *__options, void **__values);
cudaError_t __chv_link_complete(void *__link, void **__image, size_t *__bytes);
cudaError_t __chv_link_destroy(void *__link);
}
