// What `%occupancy` is made of: how many blocks of a kernel a multiprocessor holds at the same time, and what keeps it from holding more.
#pragma once

#include <cstddef>
#include <cstdio>

#include <cuda_runtime.h>

namespace chevron {

// What of a multiprocessor a block takes.
struct __occupancy_limits {
  cudaDeviceProp __device{};
  cudaFuncAttributes __kernel{};

  int __warps(int __threads) const { return (__threads + __device.warpSize - 1) / __device.warpSize; }

  // The names of what allows no more blocks than so many.
  void __print_reasons(int __blocks, int __threads, size_t __shared) const {
    long __by_threads = __device.maxThreadsPerMultiProcessor / (__warps(__threads) * __device.warpSize);
    long __per_block = static_cast<long>(__kernel.numRegs) * __warps(__threads) * __device.warpSize;
    long __by_registers = __per_block > 0 ? __device.regsPerMultiprocessor / __per_block : __blocks + 1;
    size_t __bytes = __kernel.sharedSizeBytes + __shared;
    long __by_shared = __bytes ? static_cast<long>(__device.sharedMemPerMultiprocessor / (__bytes + __device.reservedSharedMemPerBlock)) : __blocks + 1;
    const char *__before = "; limited by ";
    struct {
      long __most;
      const char *__name;
    } __limits[] = {{__by_threads, "threads"}, {__by_registers, "registers"}, {__by_shared, "shared memory"}, {__device.maxBlocksPerMultiProcessor, "blocks"}};
    for (auto &__limit : __limits)
      if (__limit.__most <= __blocks) {
        std::printf("%s%s", __before, __limit.__name);
        __before = ", ";
      }
  }
};

// Tells it of one block size; false if that cannot be asked.
inline bool __occupancy_of(const void *__kernel, const __occupancy_limits &__limits, int __threads, size_t __shared) {
  int __blocks = 0;
  cudaError_t __error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&__blocks, __kernel, __threads, __shared);
  if (__error != cudaSuccess) {
    std::printf("  %4d threads: %s\n", __threads, cudaGetErrorString(__error));
    (void)cudaGetLastError();
    return false;
  }
  int __all = __limits.__device.maxThreadsPerMultiProcessor / __limits.__device.warpSize;
  int __warps = __blocks * __limits.__warps(__threads);
  std::printf("  %4d threads: %d blocks, %d of %d warps (%d %%)", __threads, __blocks, __warps, __all, __all ? 100 * __warps / __all : 0);
  if (!__blocks && __threads > __limits.__kernel.maxThreadsPerBlock)
    std::printf("; the kernel takes %d threads at most", __limits.__kernel.maxThreadsPerBlock);
  else
    __limits.__print_reasons(__blocks, __threads, __shared);
  std::printf("\n");
  return true;
}

// Tells how many blocks of a kernel a multiprocessor holds: for a block size or, if that is 0, for all usual ones.
template <class... _Parameters> void occupancy(void (*__kernel)(_Parameters...), const char *__name, int __threads, size_t __shared) {
  auto __address = reinterpret_cast<const void *>(__kernel);
  __occupancy_limits __limits;
  int __number = 0;
  cudaError_t __error = cudaGetDevice(&__number);
  if (__error == cudaSuccess)
    __error = cudaGetDeviceProperties(&__limits.__device, __number);
  if (__error == cudaSuccess)
    __error = cudaFuncGetAttributes(&__limits.__kernel, __address);
  if (__error != cudaSuccess) {
    std::printf("%s: %s\n", __name, cudaGetErrorString(__error));
    return;
  }
  std::printf("%s on a multiprocessor:\n", __name);
  std::printf("  a thread: %d registers, %zu bytes of local memory; a block: %zu bytes of shared memory\n", __limits.__kernel.numRegs,
              static_cast<size_t>(__limits.__kernel.localSizeBytes), static_cast<size_t>(__limits.__kernel.sharedSizeBytes) + __shared);
  if (__threads) {
    __occupancy_of(__address, __limits, __threads, __shared);
  } else {
    for (int __usual = 32; __usual <= __limits.__kernel.maxThreadsPerBlock && __usual <= 1024; __usual *= 2)
      if (!__occupancy_of(__address, __limits, __usual, __shared))
        break;
    int __grid = 0, __best = 0;
    if (cudaOccupancyMaxPotentialBlockSize(&__grid, &__best, __kernel, __shared) == cudaSuccess)
      std::printf("  most warps with the fewest blocks: %d threads\n", __best);
  }
  std::fflush(stdout);
}

} // namespace chevron
