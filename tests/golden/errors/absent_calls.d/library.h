// A header that reaches further than the program that includes it.
#pragma once
#include <cuda.h>
#include <curand.h>
#include <hip/hiprtc.h>

inline int open_module(CUmodule *module, const char *path) { return cuModuleLoad(module, path); }
inline int generator(curandGenerator_t *made) { return curandCreateGenerator(made, CURAND_RNG_PSEUDO_DEFAULT); }
inline int deep(cudaArray_t *array, cudaExtent extent) { return cudaMalloc3DArray(array, nullptr, extent); }
struct Program {
  Program() { hiprtcCreateProgram(&handle, "", "", 0, nullptr, nullptr); }
  hiprtcProgram handle;
};
template <class T> struct Volume {
  Volume() { hipMalloc3DArray(nullptr, nullptr, hipExtent{}); }
  T value;
};
inline int answer() { return 42; }
