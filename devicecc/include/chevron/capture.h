// What `%%capture` is made of: stdout goes to a file without a name until the cell has ended.
#pragma once

#include <cstdio>
#include <iostream>
#include <string>
#include <unistd.h>

#include <cuda_runtime.h>

namespace chevron {

struct __captured_stream {
  int __before = -1; // where stdout went
  std::FILE *__file = nullptr;
};

inline __captured_stream &__capture() {
  static __captured_stream __stream;
  return __stream;
}

inline void __flush_all() {
  (void)cudaDeviceSynchronize(); // kernels print too
  std::cout.flush();
  std::fflush(stdout);
}

inline void __capture_begin() {
  __flush_all();
  __captured_stream &__stream = __capture();
  __stream.__file = std::tmpfile();
  if (!__stream.__file)
    return;
  __stream.__before = dup(1);
  dup2(fileno(__stream.__file), 1);
}

// What was printed since then; empty if nothing was begun in this process.
inline std::string __capture_end() {
  __captured_stream &__stream = __capture();
  std::string __text;
  if (__stream.__before < 0)
    return __text;
  __flush_all();
  dup2(__stream.__before, 1);
  close(__stream.__before);
  std::rewind(__stream.__file);
  char __part[4096];
  while (std::size_t __count = std::fread(__part, 1, sizeof __part, __stream.__file))
    __text.append(__part, __count);
  std::fclose(__stream.__file);
  __stream = {};
  return __text;
}

} // namespace chevron
