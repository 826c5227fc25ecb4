// Ends the program where a function of the API fails.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                                    \
  do {                                                                                                                 \
    cudaError_t error = (call);                                                                                        \
    if (error != cudaSuccess) {                                                                                        \
      std::printf("FAIL %s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));                                  \
      std::exit(1);                                                                                                    \
    }                                                                                                                  \
  } while (0)
