// What device code may call of the C library. Declared before the system's headers, so that `using ::memcpy` and the like
// in <cstring> take the device overloads too. The shim renames `printf`, `malloc` and `free` of device code to `__chv_*`.
#pragma once

#include "primitives.h"

extern "C" {
__device__ int printf(const char *, ...) __attribute__((__format__(__printf__, 1, 2)));
__device__ void *malloc(__SIZE_TYPE__) __attribute__((__malloc__));
__device__ void free(void *);

// glibc's and musl's `assert` end here.
__CHV_DEVICE __attribute__((__noreturn__)) void __assert_fail(const char *__expression, const char *__file, unsigned __line,
                                                          const char *__function) {
  __chv_assert_fail(__expression, __file, __line, __function);
}
__CHV_DEVICE __attribute__((__noreturn__)) void abort(void) { __chv_trap(); }

__CHV_DEVICE void *memcpy(void *__to, const void *__from, __SIZE_TYPE__ __bytes) { return __builtin_memcpy(__to, __from, __bytes); }
__CHV_DEVICE void *memmove(void *__to, const void *__from, __SIZE_TYPE__ __bytes) { return __builtin_memmove(__to, __from, __bytes); }
__CHV_DEVICE void *memset(void *__to, int __byte, __SIZE_TYPE__ __bytes) { return __builtin_memset(__to, __byte, __bytes); }
#if defined(__CHV_NVPTX__) || defined(__CHV_AMDGCN__)
// A GPU has no C library. Clang's own calls of the first two come here as well.
inline __device__ int memcmp(const void *__a, const void *__b, __SIZE_TYPE__ __bytes) {
  const unsigned char *__x = (const unsigned char *)__a, *__y = (const unsigned char *)__b;
  for (; __bytes; --__bytes, ++__x, ++__y)
    if (*__x != *__y) return *__x - *__y;
  return 0;
}
inline __device__ __SIZE_TYPE__ strlen(const char *__s) {
  __SIZE_TYPE__ __bytes = 0;
  while (__s[__bytes]) ++__bytes;
  return __bytes;
}
inline __device__ int strncmp(const char *__a, const char *__b, __SIZE_TYPE__ __n) {
  for (; __n; --__n, ++__a, ++__b)
    if (*__a != *__b || !*__a) return (unsigned char)*__a - (unsigned char)*__b;
  return 0;
}
inline __device__ int strcmp(const char *__a, const char *__b) { return strncmp(__a, __b, ~(__SIZE_TYPE__)0); }
inline __device__ char *strncpy(char *__to, const char *__from, __SIZE_TYPE__ __n) {
  for (__SIZE_TYPE__ __i = 0, __ended = 0; __i < __n; ++__i) {
    __to[__i] = __ended ? 0 : __from[__i];
    __ended |= !__to[__i];
  }
  return __to;
}
inline __device__ char *strcpy(char *__to, const char *__from) {
  for (__SIZE_TYPE__ __i = 0; (__to[__i] = __from[__i]); ++__i) {}
  return __to;
}
inline __device__ char *strcat(char *__to, const char *__from) {
  strcpy(__to + strlen(__to), __from);
  return __to;
}
#else
__CHV_DEVICE int memcmp(const void *__a, const void *__b, __SIZE_TYPE__ __bytes) { return __builtin_memcmp(__a, __b, __bytes); }
__CHV_DEVICE __SIZE_TYPE__ strlen(const char *__s) { return __builtin_strlen(__s); }
__CHV_DEVICE int strcmp(const char *__a, const char *__b) { return __builtin_strcmp(__a, __b); }
__CHV_DEVICE int strncmp(const char *__a, const char *__b, __SIZE_TYPE__ __n) { return __builtin_strncmp(__a, __b, __n); }
__CHV_DEVICE char *strcpy(char *__to, const char *__from) { return __builtin_strcpy(__to, __from); }
__CHV_DEVICE char *strncpy(char *__to, const char *__from, __SIZE_TYPE__ __n) { return __builtin_strncpy(__to, __from, __n); }
__CHV_DEVICE char *strcat(char *__to, const char *__from) { return __builtin_strcat(__to, __from); }
#endif
}
