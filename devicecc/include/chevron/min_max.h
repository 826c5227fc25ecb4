// `min` and `max` of the global namespace for every pair of arithmetic types, on both sides. An integer pair of mixed sign
// compares as unsigned, as CUDA's does.
#pragma once

#include "qualifiers.h"

#define __CHV_PAIR(R, A, B)                                                                                            \
  __CHV_BOTH R min(A __a, B __b) { return (R)__a < (R)__b ? (R)__a : (R)__b; }                                         \
  __CHV_BOTH R max(A __a, B __b) { return (R)__a > (R)__b ? (R)__a : (R)__b; }
#define __CHV_PAIRS(S, U) __CHV_PAIR(S, S, S) __CHV_PAIR(U, U, U) __CHV_PAIR(U, S, U) __CHV_PAIR(U, U, S)
__CHV_PAIRS(int, unsigned)
__CHV_PAIRS(long, unsigned long)
__CHV_PAIRS(long long, unsigned long long)
#undef __CHV_PAIRS
#undef __CHV_PAIR

// Of a number and a NaN, the number.
__CHV_BOTH float min(float __a, float __b) { return __builtin_fminf(__a, __b); }
__CHV_BOTH float max(float __a, float __b) { return __builtin_fmaxf(__a, __b); }
__CHV_BOTH double min(double __a, double __b) { return __builtin_fmin(__a, __b); }
__CHV_BOTH double max(double __a, double __b) { return __builtin_fmax(__a, __b); }
__CHV_BOTH double min(float __a, double __b) { return __builtin_fmin(__a, __b); }
__CHV_BOTH double max(float __a, double __b) { return __builtin_fmax(__a, __b); }
__CHV_BOTH double min(double __a, float __b) { return __builtin_fmin(__a, __b); }
__CHV_BOTH double max(double __a, float __b) { return __builtin_fmax(__a, __b); }

// Templates: a program may have its own of these names, in a file that nvcc would give to the compiler of the host.
template <class = void> __CHV_BOTH unsigned umin(unsigned __a, unsigned __b) { return __a < __b ? __a : __b; }
template <class = void> __CHV_BOTH unsigned umax(unsigned __a, unsigned __b) { return __a > __b ? __a : __b; }
template <class = void> __CHV_BOTH long long llmin(long long __a, long long __b) { return __a < __b ? __a : __b; }
template <class = void> __CHV_BOTH long long llmax(long long __a, long long __b) { return __a > __b ? __a : __b; }
template <class = void> __CHV_BOTH unsigned long long ullmin(unsigned long long __a, unsigned long long __b) { return __a < __b ? __a : __b; }
template <class = void> __CHV_BOTH unsigned long long ullmax(unsigned long long __a, unsigned long long __b) { return __a > __b ? __a : __b; }
