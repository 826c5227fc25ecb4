// `min` and `max` of numbers in host code, which nvcc's preamble has for both sides: clang reads them for devices alone.
#pragma once

#define __CHV_MIN_MAX(R, A, B)                                                                                         \
  inline __attribute__((host)) R min(A a, B b) { return (R)a < (R)b ? (R)a : (R)b; }                                   \
  inline __attribute__((host)) R max(A a, B b) { return (R)a < (R)b ? (R)b : (R)a; }
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
inline __attribute__((host)) float min(float a, float b) { return __builtin_fminf(a, b); }
inline __attribute__((host)) float max(float a, float b) { return __builtin_fmaxf(a, b); }
inline __attribute__((host)) double min(double a, double b) { return __builtin_fmin(a, b); }
inline __attribute__((host)) double max(double a, double b) { return __builtin_fmax(a, b); }
inline __attribute__((host)) double min(float a, double b) { return __builtin_fmin(a, b); }
inline __attribute__((host)) double max(float a, double b) { return __builtin_fmax(a, b); }
inline __attribute__((host)) double min(double a, float b) { return __builtin_fmin(a, b); }
inline __attribute__((host)) double max(double a, float b) { return __builtin_fmax(a, b); }
