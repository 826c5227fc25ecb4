// Random numbers in device code (and, beyond cuRAND, in host code): XORWOW, which is `curandState`, and Philox4x32-10.
//
// Integers and uniform numbers are bit for bit those of cuRAND 10.3 for the same seed, subsequence and offset (compared on a CPU
// with that version; the check in this repository holds values published by the generators' authors). Normal and log-normal
// numbers use the same transform with this machine's sin, cos and log and so differ from a GPU's in the last bits; Poisson numbers
// follow the same distribution but are other numbers from a mean of 64 on.
#pragma once

// NVIDIA's include guard: programs ask for it.
#define CURAND_KERNEL_H_

#include "curand.h"

#include "chevron/rand_distributions.h"

struct __CHV_ABSENT("`curandStateMRG32k3a`") curandStateMRG32k3a;
struct __CHV_ABSENT("`curandStateMRG32k3a_t`") curandStateMRG32k3a_t;
struct __CHV_ABSENT("`curandStateMtgp32` (Mersenne Twister)") curandStateMtgp32;
struct __CHV_ABSENT("`curandStateMtgp32_t` (Mersenne Twister)") curandStateMtgp32_t;
struct __CHV_ABSENT("`curandStateSobol32`") curandStateSobol32;
struct __CHV_ABSENT("`curandStateSobol32_t`") curandStateSobol32_t;
struct __CHV_ABSENT("`curandStateScrambledSobol32_t`") curandStateScrambledSobol32_t;
struct __CHV_ABSENT("`curandStateSobol64_t`") curandStateSobol64_t;
struct __CHV_ABSENT("`curandStateScrambledSobol64_t`") curandStateScrambledSobol64_t;
template <class __State, class __Distribution>
__CHV_ABSENT("`curand_discrete`")
__device__ unsigned curand_discrete(__State *, __Distribution);
template <class __State, class __Distribution>
__CHV_ABSENT("`curand_discrete4`")
__device__ uint4 curand_discrete4(__State *, __Distribution);
template <class __State>
__CHV_ABSENT("`skipahead_subsequence` (of the generator MRG32k3a)")
__device__ void skipahead_subsequence(unsigned long long, __State *);
