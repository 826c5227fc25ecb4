// What the driver API's and HIP's memory operations in streams are made of.
#pragma once

#include "runtime_types.h"

extern "C" {
cudaError_t __chv_stream_write_value(cudaStream_t __stream, void *__word, unsigned long long __value, int __wide, unsigned __flags);
cudaError_t __chv_stream_wait_value(cudaStream_t __stream, void *__word, unsigned long long __value, unsigned long long __mask, int __wide,
                                    unsigned __flags);
}
