// `min` and `max` of numbers in host code, which nvcc's preamble has for both sides: clang reads them for devices alone.
#pragma once

#define __CHV_MIN_MAX(R, A, B)                                                                                         \
  inline __host__ R min(A __a, B __b) { return (R)__a < (R)__b ? (R)__a : (R)__b; }                                    \
  inline __host__ R max(A __a, B __b) { return (R)__a < (R)__b ? (R)__b : (R)__a; }
#define __CHV_MIN_MAX_INTEGER(S, U)                                                                                    \
  __CHV_MIN_MAX(S, S, S)                                                                                               \
  __CHV_MIN_MAX(U, U, U)                                                                                               \
  __CHV_MIN_MAX(U, S, U)                                                                                               \
  __CHV_MIN_MAX(U, U, S)
__CHV_MIN_MAX_INTEGER(int, unsigned)
__CHV_MIN_MAX_INTEGER(long, unsigned long)
__CHV_MIN_MAX_INTEGER(long long, unsigned long long)
#undef __CHV_MIN_MAX_INTEGER
#undef __CHV_MIN_MAX

// A NaN gives way to a number, as in device code.
inline __host__ float min(float __a, float __b) { return __builtin_fminf(__a, __b); }
inline __host__ float max(float __a, float __b) { return __builtin_fmaxf(__a, __b); }
inline __host__ double min(double __a, double __b) { return __builtin_fmin(__a, __b); }
inline __host__ double max(double __a, double __b) { return __builtin_fmax(__a, __b); }
inline __host__ double min(float __a, double __b) { return __builtin_fmin(__a, __b); }
inline __host__ double max(float __a, double __b) { return __builtin_fmax(__a, __b); }
inline __host__ double min(double __a, float __b) { return __builtin_fmin(__a, __b); }
inline __host__ double max(double __a, float __b) { return __builtin_fmax(__a, __b); }
