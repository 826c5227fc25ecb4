// What `%explain` is made of: what a launch of a kernel may ask of the device, beside what one has asked.
#pragma once

#include <cstddef>
#include <cstdio>

#include <cuda_runtime.h>

namespace chevron {

// A launch that was refused.
struct __explain_launch {
  unsigned __grid[3], __block[3];
  size_t __shared;
  bool __cooperative;
};

// A row: what there is of something, and what was asked if a launch is explained.
inline void __explain_row(const char *__name, unsigned long long __most, const unsigned long long *__asked, const char *__unit = "") {
  std::printf("  %-28s at most %llu%s", __name, __most, __unit);
  if (__asked)
    std::printf("; asked %llu%s", *__asked, *__asked > __most ? ": TOO MUCH" : *__asked ? "" : ": at least 1 is needed");
  std::printf("\n");
}

inline void __explain_axes(const char *__name, const int (&__most)[3], const unsigned *__asked) {
  const char __axes[] = "xyz";
  for (int __axis = 0; __axis < 3; ++__axis) {
    char __title[32];
    std::snprintf(__title, sizeof __title, "%s along %c", __name, __axes[__axis]);
    unsigned long long __value = __asked ? __asked[__axis] : 0;
    __explain_row(__title, __most[__axis], __asked ? &__value : nullptr);
  }
}

// Dynamic shared memory: what the kernel may have as it is, and what it may be given.
inline void __explain_shared(const cudaDeviceProp &__device, const cudaFuncAttributes &__kernel, const __explain_launch *__launch) {
  unsigned long long __allowed = __kernel.maxDynamicSharedSizeBytes, __asked = __launch ? __launch->__shared : 0;
  std::printf("  %-28s at most %llu bytes", "dynamic shared memory", __allowed);
  if (__launch)
    std::printf("; asked %llu%s", __asked, __asked > __allowed ? ": TOO MUCH" : "");
  std::printf("\n");
  unsigned long long __raised = __device.sharedMemPerBlockOptin - __kernel.sharedSizeBytes;
  if (__asked > __allowed && __asked <= __raised)
    std::printf("    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, %llu) lets it have that\n", __asked);
  else if (__asked > __allowed)
    std::printf("    this device has %llu bytes a block for it, even after cudaFuncSetAttribute\n", __raised);
}

// How many blocks run at the same time, which a cooperative grid must not exceed.
inline void __explain_resident(const void *__address, const cudaDeviceProp &__device, const __explain_launch *__launch, int __threads) {
  int __blocks = 0;
  size_t __shared = __launch ? __launch->__shared : 0;
  if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&__blocks, __address, __threads, __shared) != cudaSuccess) {
    (void)cudaGetLastError();
    return;
  }
  if (!__blocks)
    return;
  unsigned long long __resident = static_cast<unsigned long long>(__blocks) * __device.multiProcessorCount, __asked = 0;
  if (__launch)
    __asked = 1ull * __launch->__grid[0] * __launch->__grid[1] * __launch->__grid[2];
  char __title[48];
  std::snprintf(__title, sizeof __title, "blocks at once (%d threads)", __threads);
  __explain_row(__title, __resident, __launch && __launch->__cooperative ? &__asked : nullptr,
                __launch && __launch->__cooperative ? "" : ", the most that a cooperative launch may have");
}

template <class... _Parameters> void __explain(void (*__kernel)(_Parameters...), const char *__name, const __explain_launch *__launch = nullptr) {
  auto __address = reinterpret_cast<const void *>(__kernel);
  cudaDeviceProp __device{};
  cudaFuncAttributes __attributes{};
  int __number = 0;
  cudaError_t __error = cudaGetDevice(&__number);
  if (__error == cudaSuccess)
    __error = cudaGetDeviceProperties(&__device, __number);
  if (__error == cudaSuccess)
    __error = cudaFuncGetAttributes(&__attributes, __address);
  if (__error != cudaSuccess) {
    std::printf("%s: %s\n", __name, cudaGetErrorString(__error));
    (void)cudaGetLastError();
    return;
  }
  std::printf("a launch of %s may ask of this device:\n", __name);
  unsigned long long __threads = 0;
  if (__launch)
    __threads = 1ull * __launch->__block[0] * __launch->__block[1] * __launch->__block[2];
  __explain_row("threads in a block", __attributes.maxThreadsPerBlock, __launch ? &__threads : nullptr);
  if (__attributes.maxThreadsPerBlock < __device.maxThreadsPerBlock) {
    std::printf("    the device takes %d; this kernel's `__launch_bounds__` or its registers keep it below\n", __device.maxThreadsPerBlock);
  }
  __explain_axes("block", __device.maxThreadsDim, __launch ? __launch->__block : nullptr);
  __explain_axes("grid", __device.maxGridSize, __launch ? __launch->__grid : nullptr);
  __explain_shared(__device, __attributes, __launch);
  if (__attributes.numRegs > 0) {
    unsigned long long __all = __threads * __attributes.numRegs;
    __explain_row("registers of a block", __device.regsPerBlock, __launch ? &__all : nullptr);
  }
  bool __fits = __threads > 0 && __threads <= static_cast<unsigned>(__attributes.maxThreadsPerBlock);
  if (!__launch || __fits)
    __explain_resident(__address, __device, __launch, __fits ? static_cast<int>(__threads) : 256 < __attributes.maxThreadsPerBlock ? 256 : __attributes.maxThreadsPerBlock);
  std::fflush(stdout);
}

} // namespace chevron
