// hipRAND in device code: the generators of curand_kernel.h under hipRAND's names, with cuRAND's numbers (as hipRAND on NVIDIA devices).
#pragma once

#include "../curand_kernel.h"
#include "../hip/hip_runtime.h"
#include "hiprand.h"

typedef curandStateXORWOW hiprandState, hiprandState_t, hiprandStateXORWOW, hiprandStateXORWOW_t;
typedef curandStatePhilox4_32_10 hiprandStatePhilox4_32_10, hiprandStatePhilox4_32_10_t;
struct __CHV_ABSENT("`hiprandStateMRG32k3a_t`") hiprandStateMRG32k3a_t;
struct __CHV_ABSENT("`hiprandStateMtgp32_t`") hiprandStateMtgp32_t;
struct __CHV_ABSENT("`hiprandStateSobol32_t`") hiprandStateSobol32_t;

template <class __State>
__CHV_RAND void hiprand_init(unsigned long long __seed, unsigned long long __subsequence, unsigned long long __offset, __State *__state) {
  curand_init(__seed, __subsequence, __offset, __state);
}
#define __CHV_HIPRAND(name) \
  template <class __State> __CHV_RAND auto hip##name(__State *__state) { return cu##name(__state); }
__CHV_HIPRAND(rand)
__CHV_HIPRAND(rand4)
__CHV_HIPRAND(rand_uniform)
__CHV_HIPRAND(rand_uniform4)
__CHV_HIPRAND(rand_uniform_double)
__CHV_HIPRAND(rand_uniform2_double)
__CHV_HIPRAND(rand_uniform4_double)
__CHV_HIPRAND(rand_normal)
__CHV_HIPRAND(rand_normal2)
__CHV_HIPRAND(rand_normal4)
__CHV_HIPRAND(rand_normal_double)
__CHV_HIPRAND(rand_normal2_double)
__CHV_HIPRAND(rand_normal4_double)
#undef __CHV_HIPRAND
#define __CHV_HIPRAND(name, T) \
  template <class __State> __CHV_RAND auto hip##name(__State *__state, T __mean, T __stddev) { return cu##name(__state, __mean, __stddev); }
__CHV_HIPRAND(rand_log_normal, float)
__CHV_HIPRAND(rand_log_normal2, float)
__CHV_HIPRAND(rand_log_normal4, float)
__CHV_HIPRAND(rand_log_normal_double, double)
__CHV_HIPRAND(rand_log_normal2_double, double)
__CHV_HIPRAND(rand_log_normal4_double, double)
#undef __CHV_HIPRAND
template <class __State> __CHV_RAND unsigned hiprand_poisson(__State *__state, double __lambda) {
  return curand_poisson(__state, __lambda);
}
template <class __State> __CHV_RAND uint4 hiprand_poisson4(__State *__state, double __lambda) { return curand_poisson4(__state, __lambda); }
