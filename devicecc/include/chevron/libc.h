// What device code may call of the C library. Declared before the system's headers, so that `using ::memcpy` and the like
// in <cstring> take the device overloads too. The shim renames `printf`, `malloc` and `free` of device code to `__chv_*`.
#pragma once

#include "primitives.h"

extern "C" {
__device__ int printf(const char *, ...) __attribute__((format(printf, 1, 2)));
__device__ void *malloc(__SIZE_TYPE__) __attribute__((malloc));
__device__ void free(void *);

// glibc's and musl's `assert` end here.
__CHV_DEVICE __attribute__((noreturn)) void __assert_fail(const char *expression, const char *file, unsigned line,
                                                          const char *function) {
  __chv_assert_fail(expression, file, line, function);
}
__CHV_DEVICE __attribute__((noreturn)) void abort(void) { __chv_trap(); }

__CHV_DEVICE void *memcpy(void *to, const void *from, __SIZE_TYPE__ bytes) { return __builtin_memcpy(to, from, bytes); }
__CHV_DEVICE void *memmove(void *to, const void *from, __SIZE_TYPE__ bytes) { return __builtin_memmove(to, from, bytes); }
__CHV_DEVICE void *memset(void *to, int byte, __SIZE_TYPE__ bytes) { return __builtin_memset(to, byte, bytes); }
#ifdef __CHV_NVPTX__
// A GPU has no C library. Clang's own calls of the first two come here as well.
inline __device__ int memcmp(const void *a, const void *b, __SIZE_TYPE__ bytes) {
  const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
  for (; bytes; --bytes, ++x, ++y)
    if (*x != *y) return *x - *y;
  return 0;
}
inline __device__ __SIZE_TYPE__ strlen(const char *s) {
  __SIZE_TYPE__ bytes = 0;
  while (s[bytes]) ++bytes;
  return bytes;
}
inline __device__ int strncmp(const char *a, const char *b, __SIZE_TYPE__ n) {
  for (; n; --n, ++a, ++b)
    if (*a != *b || !*a) return (unsigned char)*a - (unsigned char)*b;
  return 0;
}
inline __device__ int strcmp(const char *a, const char *b) { return strncmp(a, b, ~(__SIZE_TYPE__)0); }
inline __device__ char *strncpy(char *to, const char *from, __SIZE_TYPE__ n) {
  for (__SIZE_TYPE__ i = 0, ended = 0; i < n; ++i) {
    to[i] = ended ? 0 : from[i];
    ended |= !to[i];
  }
  return to;
}
inline __device__ char *strcpy(char *to, const char *from) {
  for (__SIZE_TYPE__ i = 0; (to[i] = from[i]); ++i) {}
  return to;
}
inline __device__ char *strcat(char *to, const char *from) {
  strcpy(to + strlen(to), from);
  return to;
}
#else
__CHV_DEVICE int memcmp(const void *a, const void *b, __SIZE_TYPE__ bytes) { return __builtin_memcmp(a, b, bytes); }
__CHV_DEVICE __SIZE_TYPE__ strlen(const char *s) { return __builtin_strlen(s); }
__CHV_DEVICE int strcmp(const char *a, const char *b) { return __builtin_strcmp(a, b); }
__CHV_DEVICE int strncmp(const char *a, const char *b, __SIZE_TYPE__ n) { return __builtin_strncmp(a, b, n); }
__CHV_DEVICE char *strcpy(char *to, const char *from) { return __builtin_strcpy(to, from); }
__CHV_DEVICE char *strncpy(char *to, const char *from, __SIZE_TYPE__ n) { return __builtin_strncpy(to, from, n); }
__CHV_DEVICE char *strcat(char *to, const char *from) { return __builtin_strcat(to, from); }
#endif
}
