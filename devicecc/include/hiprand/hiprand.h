// hipRAND's host library is not part of Chevron: random numbers in kernels are in hiprand_kernel.h.
#pragma once

#include "../chevron/hip_types.h"

typedef struct hiprandGenerator_st *hiprandGenerator_t;
typedef enum hiprandStatus { HIPRAND_STATUS_SUCCESS = 0, HIPRAND_STATUS_NOT_INITIALIZED = 101 } hiprandStatus_t;

#define __CHV_HIPRAND_HOST(name) \
  __CHV_ABSENT_CALL("`" #name "` (hipRAND's host library; `hiprand_kernel.h` is there)") hiprandStatus_t name(...);
__CHV_HIPRAND_HOST(hiprandCreateGenerator)
__CHV_HIPRAND_HOST(hiprandCreateGeneratorHost)
__CHV_HIPRAND_HOST(hiprandDestroyGenerator)
__CHV_HIPRAND_HOST(hiprandSetPseudoRandomGeneratorSeed)
__CHV_HIPRAND_HOST(hiprandGenerate)
__CHV_HIPRAND_HOST(hiprandGenerateUniform)
__CHV_HIPRAND_HOST(hiprandGenerateUniformDouble)
__CHV_HIPRAND_HOST(hiprandGenerateNormal)
#undef __CHV_HIPRAND_HOST
