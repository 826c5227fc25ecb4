// A header that reaches further than the program that includes it.
#pragma once
#include <cuda.h>
#include <curand.h>
#include <hip/hiprtc.h>

inline int open_module(CUmodule *module, const char *path) { return cuModuleLoad(module, path); }
inline int generator(curandGenerator_t *made) { return curandCreateGenerator(made, CURAND_RNG_PSEUDO_DEFAULT); }
inline int deep(void **targets, size_t count) { return cudaImportExternalMemory(targets, count); }
struct Program {
  Program() { hiprtcGetBitcode(nullptr, nullptr); }
  hiprtcProgram handle;
};
template <class T> struct Volume {
  Volume() { hipTexRefSetArray(nullptr, nullptr); }
  T value;
};
inline int answer() { return 42; }
