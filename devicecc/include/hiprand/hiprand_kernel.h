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

template <class State>
__CHV_RAND void hiprand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset, State *state) {
  curand_init(seed, subsequence, offset, state);
}
#define __CHV_HIPRAND(name) \
  template <class State> __CHV_RAND auto hip##name(State *state) { return cu##name(state); }
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
  template <class State> __CHV_RAND auto hip##name(State *state, T mean, T stddev) { return cu##name(state, mean, stddev); }
__CHV_HIPRAND(rand_log_normal, float)
__CHV_HIPRAND(rand_log_normal2, float)
__CHV_HIPRAND(rand_log_normal4, float)
__CHV_HIPRAND(rand_log_normal_double, double)
__CHV_HIPRAND(rand_log_normal2_double, double)
__CHV_HIPRAND(rand_log_normal4_double, double)
#undef __CHV_HIPRAND
template <class State> __CHV_RAND unsigned hiprand_poisson(State *state, double lambda) {
  return curand_poisson(state, lambda);
}
template <class State> __CHV_RAND uint4 hiprand_poisson4(State *state, double lambda) { return curand_poisson4(state, lambda); }
