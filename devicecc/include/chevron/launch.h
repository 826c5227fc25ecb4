// What clang's kernel stubs call: names and signatures are fixed by the compiler (clang/lib/CodeGen/CGCUDANV.cpp).
#pragma once

#include "../vector_types.h"
#include "runtime_types.h"

extern "C" {
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, __SIZE_TYPE__ shared_bytes = 0, cudaStream_t stream = 0);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, __SIZE_TYPE__ *shared_bytes, void *stream);
cudaError_t cudaLaunchKernel(const void *stub, dim3 grid, dim3 block, void **args, __SIZE_TYPE__ shared_bytes = 0,
                             cudaStream_t stream = 0);
}
