// Ends the program where a function of the API fails.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                                    \
  do {                                                                                                                 \
    hipError_t error = (call);                                                                                         \
    if (error != hipSuccess) {                                                                                         \
      std::printf("FAIL %s:%d: %s\n", __FILE__, __LINE__, hipGetErrorString(error));                                   \
      std::exit(1);                                                                                                    \
    }                                                                                                                  \
  } while (0)
