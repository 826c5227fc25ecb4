// Copies to shared memory that CUDA makes beside a thread's other work: `__pipeline_memcpy_async`, `__pipeline_commit`, `__pipeline_wait_prior`.
// Here they are made at once, so that there is nothing to wait for.
#pragma once

// NVIDIA's include guard: programs ask for it.
#define _CUDA_PIPELINE_PRIMITIVES_H_

#include "cuda_runtime.h"

// `bytes`: 4, 8 or 16, to which both addresses are aligned. The last `zeros` of them are filled with 0 and not read.
__CHV_DEVICE void __pipeline_memcpy_async(void *__restrict__ __to, const void *__restrict__ __from, __SIZE_TYPE__ __bytes, __SIZE_TYPE__ __zeros = 0) {
  if (__zeros == 0) {
    switch (__bytes) {
      case 4: *(unsigned *)__to = *(const unsigned *)__from; return;
      case 8: *(uint2 *)__to = *(const uint2 *)__from; return;
      case 16: *(uint4 *)__to = *(const uint4 *)__from; return;
    }
    __trap();
  }
  for (__SIZE_TYPE__ __i = 0; __i < __bytes; ++__i) ((char *)__to)[__i] = __i < __bytes - __zeros ? ((const char *)__from)[__i] : 0;
}
__CHV_DEVICE void __pipeline_commit() {}
__CHV_DEVICE void __pipeline_wait_prior(__SIZE_TYPE__) {}
