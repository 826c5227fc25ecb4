// `new` and `delete` in device code of types with more alignment than the device's heap gives (C++17). Clang's <new> has the other operators.
#pragma once

#include "qualifiers.h"

#include <new>

#ifdef __cpp_aligned_new
// A device's heap that is full gives null, for which device code has no exception; and these are no replacements of the host's operators.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winline-new-delete"
#pragma clang diagnostic ignored "-Wnonnull"
#pragma clang diagnostic ignored "-Wnew-returns-null"
// The heap's own address stands right before the object's.
__device__ inline void *operator new(__SIZE_TYPE__ __bytes, std::align_val_t __align) {
  __SIZE_TYPE__ __a = (__SIZE_TYPE__)__align;
  if (__a < sizeof(void *)) __a = sizeof(void *);
  __SIZE_TYPE__ __all = __bytes + __a + sizeof(void *);
  char *__got = __all < __bytes ? nullptr : (char *)::malloc(__all);
  if (!__got) return nullptr;
  char *__first = __got + sizeof(void *);
  char *__object = __first + (__a - (__UINTPTR_TYPE__)__first % __a) % __a;
  ((void **)__object)[-1] = __got;
  return __object;
}
__device__ inline void operator delete(void *__object, std::align_val_t) noexcept {
  if (__object) ::free(((void **)__object)[-1]);
}
__device__ inline void *operator new(__SIZE_TYPE__ __bytes, std::align_val_t __align, const std::nothrow_t &) noexcept {
  return ::operator new(__bytes, __align);
}
__device__ inline void *operator new[](__SIZE_TYPE__ __bytes, std::align_val_t __align) { return ::operator new(__bytes, __align); }
__device__ inline void *operator new[](__SIZE_TYPE__ __bytes, std::align_val_t __align, const std::nothrow_t &) noexcept {
  return ::operator new(__bytes, __align);
}
__device__ inline void operator delete[](void *__object, std::align_val_t __align) noexcept { ::operator delete(__object, __align); }
__device__ inline void operator delete(void *__object, __SIZE_TYPE__, std::align_val_t __align) noexcept {
  ::operator delete(__object, __align);
}
__device__ inline void operator delete[](void *__object, __SIZE_TYPE__, std::align_val_t __align) noexcept {
  ::operator delete(__object, __align);
}
__device__ inline void operator delete(void *__object, std::align_val_t __align, const std::nothrow_t &) noexcept {
  ::operator delete(__object, __align);
}
__device__ inline void operator delete[](void *__object, std::align_val_t __align, const std::nothrow_t &) noexcept {
  ::operator delete(__object, __align);
}
#pragma clang diagnostic pop
#endif
