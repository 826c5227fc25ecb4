// What the driver API's and HIP's virtual memory management are made of: addresses are reserved, pieces of memory made, and a piece is mapped at addresses.
#pragma once

#include "runtime_errors.h"

#include <cstddef>

extern "C" {
cudaError_t __chv_virtual_granularity(size_t *__bytes, int __device);
cudaError_t __chv_virtual_reserve(void **__base, size_t __bytes, size_t __alignment, const void *__wished);
cudaError_t __chv_virtual_free(const void *__base, size_t __bytes);
cudaError_t __chv_virtual_map(const void *__place, size_t __bytes, size_t __piece);
cudaError_t __chv_virtual_unmap(const void *__place, size_t __bytes);
cudaError_t __chv_virtual_set_access(const void *__place, size_t __bytes, int __device, int __flags);
cudaError_t __chv_virtual_access(unsigned long long *__flags, const void *__place, int __device);
cudaError_t __chv_piece_create(size_t *__piece, size_t __bytes, int __device, int __shareable);
cudaError_t __chv_piece_release(size_t __piece);
cudaError_t __chv_piece_retain(size_t *__piece, const void *__inside);
cudaError_t __chv_piece_properties(int *__device, int *__shareable, size_t __piece);
cudaError_t __chv_piece_export(int *__file, size_t __piece);
cudaError_t __chv_piece_import(size_t *__piece, int __file);
}
