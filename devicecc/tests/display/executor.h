// What the executor provides, for samples that run without it. SHOW prints an expression and its value as one line.
#pragma once

#include "chevron/prelude.h"

#include <cstdio>
#include <cstring>

extern "C" void __chv_show(const char *text, std::size_t bytes) { std::printf("%.*s\n", static_cast<int>(bytes), text); }

extern "C" std::size_t __chv_shown_most(int what) { return what == 0 ? 64 : what == 1 ? 8 : 32 << 10; }

// Values are shown and not kept.
extern "C" void *__chv_keep_room(std::size_t) { return nullptr; }
extern "C" void __chv_keep(unsigned, void *, int, void (*)(void *)) {}
extern "C" void *__chv_kept(unsigned) { return nullptr; }

extern "C" void __chv_exception(const char *type_name, const char *what) {
  std::printf("exception %s: %s\n", type_name ? type_name : "(null)", what ? what : "(null)");
}

extern "C" void __chv_terminate(const char *type_name, const char *what) { __chv_exception(type_name, what); }

extern "C" void __chv_main_thread_ends() {
  std::printf("the main thread ends\n");
  std::exit(0);
}

// Memory that the runtime is said to have allocated, in the space of the same number.
inline float allocations[4][1024];

// There are no device variables.
extern "C" const void *__chv_variable_storage(const void *, std::size_t) { return nullptr; }

// Nothing is captured.
extern "C" int __chv_copy_beside_captures(void *, const void *, std::size_t) { return 1; }

extern "C" int __chv_pointer_extent(const void *pointer, int *space, std::size_t *bytes_left) {
  for (int i = 1; i < 4; ++i) {
    const char *begin = reinterpret_cast<const char *>(allocations[i]), *end = begin + sizeof(allocations[i]);
    const char *at = static_cast<const char *>(pointer);
    if (at >= begin && at < end) {
      *space = i;
      *bytes_left = static_cast<std::size_t>(end - at);
      return 1;
    }
  }
  *space = 0;
  return 0;
}

enum cudaError { cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorUnknown = 999 };
inline const char *cudaGetErrorName(cudaError error) {
  return error == cudaSuccess ? "cudaSuccess" : error == cudaErrorInvalidValue ? "cudaErrorInvalidValue" : "cudaErrorUnknown";
}

extern "C" cudaError cudaMemcpy(void *to, const void *from, std::size_t bytes, int kind) {
  if (kind != 4)
    return cudaErrorInvalidValue;
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}

#define SHOW(...) (std::printf("%s => ", #__VA_ARGS__), ::chevron::values::show<__COUNTER__>(__VA_ARGS__))
