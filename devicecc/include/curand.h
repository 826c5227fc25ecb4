// Types of cuRAND's host library. The library itself is not part of Chevron: calling its functions is an error that says so. Random
// numbers in kernels are in curand_kernel.h.
#pragma once

// NVIDIA's include guard: programs ask for it.
#define CURAND_H_

#include <cuda_runtime.h>

enum curandStatus {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999
};
typedef enum curandStatus curandStatus_t;

enum curandRngType {
  CURAND_RNG_TEST = 0,
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32 = 201
};
typedef enum curandRngType curandRngType_t;

enum curandOrdering {
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT = 101,
  CURAND_ORDERING_PSEUDO_SEEDED = 102
};
typedef enum curandOrdering curandOrdering_t;

typedef struct curandGenerator_st *curandGenerator_t;

#define __CHV_CURAND_HOST(name) \
  __CHV_ABSENT_CALL("`" #name "` (cuRAND's host library; `curand_kernel.h` is there)") curandStatus_t name(...);
__CHV_CURAND_HOST(curandCreateGenerator)
__CHV_CURAND_HOST(curandCreateGeneratorHost)
__CHV_CURAND_HOST(curandDestroyGenerator)
__CHV_CURAND_HOST(curandSetPseudoRandomGeneratorSeed)
__CHV_CURAND_HOST(curandSetGeneratorOffset)
__CHV_CURAND_HOST(curandSetStream)
__CHV_CURAND_HOST(curandGenerate)
__CHV_CURAND_HOST(curandGenerateUniform)
__CHV_CURAND_HOST(curandGenerateUniformDouble)
__CHV_CURAND_HOST(curandGenerateNormal)
__CHV_CURAND_HOST(curandGenerateNormalDouble)
__CHV_CURAND_HOST(curandGenerateLogNormal)
__CHV_CURAND_HOST(curandGeneratePoisson)
#undef __CHV_CURAND_HOST
