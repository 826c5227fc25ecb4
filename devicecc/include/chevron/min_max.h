// `min` and `max` of the global namespace for every pair of arithmetic types, on both sides. An integer pair of mixed sign
// compares as unsigned, as CUDA's does.
#pragma once

#include "qualifiers.h"

#define __CHV_PAIR(R, A, B)                                                                                            \
  __CHV_BOTH R min(A a, B b) { return (R)a < (R)b ? (R)a : (R)b; }                                                     \
  __CHV_BOTH R max(A a, B b) { return (R)a > (R)b ? (R)a : (R)b; }
#define __CHV_PAIRS(S, U) __CHV_PAIR(S, S, S) __CHV_PAIR(U, U, U) __CHV_PAIR(U, S, U) __CHV_PAIR(U, U, S)
__CHV_PAIRS(int, unsigned)
__CHV_PAIRS(long, unsigned long)
__CHV_PAIRS(long long, unsigned long long)
#undef __CHV_PAIRS
#undef __CHV_PAIR

// Of a number and a NaN, the number.
__CHV_BOTH float min(float a, float b) { return __builtin_fminf(a, b); }
__CHV_BOTH float max(float a, float b) { return __builtin_fmaxf(a, b); }
__CHV_BOTH double min(double a, double b) { return __builtin_fmin(a, b); }
__CHV_BOTH double max(double a, double b) { return __builtin_fmax(a, b); }
__CHV_BOTH double min(float a, double b) { return __builtin_fmin(a, b); }
__CHV_BOTH double max(float a, double b) { return __builtin_fmax(a, b); }
__CHV_BOTH double min(double a, float b) { return __builtin_fmin(a, b); }
__CHV_BOTH double max(double a, float b) { return __builtin_fmax(a, b); }

__CHV_BOTH unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
__CHV_BOTH unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }
__CHV_BOTH long long llmin(long long a, long long b) { return a < b ? a : b; }
__CHV_BOTH long long llmax(long long a, long long b) { return a > b ? a : b; }
__CHV_BOTH unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
__CHV_BOTH unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }
