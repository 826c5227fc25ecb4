// What `%bench` is made of: how long code takes, of the host and of the device, over many runs.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include <cuda_runtime.h>

namespace chevron {

// Times of one run, seconds: each is the mean of a batch of runs.
struct __bench_times {
  std::vector<double> __wall, __device;
  long __runs = 1; // of a batch
};

// A batch: from its start until the device has done all of it.
template <class _Work> void __bench_batch(_Work &__work, __bench_times &__times, cudaEvent_t __begin, cudaEvent_t __end) {
  cudaDeviceSynchronize();
  auto __start = std::chrono::steady_clock::now();
  cudaEventRecord(__begin);
  for (long __run = 0; __run < __times.__runs; ++__run)
    __work();
  cudaEventRecord(__end);
  cudaDeviceSynchronize();
  std::chrono::duration<double> __passed = std::chrono::steady_clock::now() - __start;
  float __milliseconds = 0;
  cudaEventElapsedTime(&__milliseconds, __begin, __end);
  __times.__wall.push_back(__passed.count() / __times.__runs);
  __times.__device.push_back(__milliseconds / 1e3 / __times.__runs);
}

// Runs until the time of a run is known, which also takes what happens once: compiling, first touches, better code that replaces a draft.
template <class _Work> void __bench_warm_up(_Work &__work, __bench_times &__times, cudaEvent_t __begin, cudaEvent_t __end) {
  constexpr double __batch = 2e-3, __most = 0.15;
  double __spent = 0;
  do {
    __bench_batch(__work, __times, __begin, __end);
    double __run = __times.__wall.back();
    __spent += __run * __times.__runs;
    __times.__runs = std::max(1l, std::min(1000000l, static_cast<long>(__batch / std::max(__run, 1e-9)) + 1));
  } while (__spent < __most && __times.__wall.size() < 50);
  __times.__wall.clear();
  __times.__device.clear();
}

inline double __bench_median(std::vector<double> __values) {
  std::sort(__values.begin(), __values.end());
  return __values[__values.size() / 2];
}

inline void __bench_duration(double __seconds) {
  struct {
    double __below, __factor;
    const char *__unit;
  } __units[] = {{1e-6, 1e9, "ns"}, {1e-3, 1e6, "us"}, {1, 1e3, "ms"}, {1e300, 1, "s"}};
  for (auto &__unit : __units)
    if (__seconds < __unit.__below) {
      std::printf("%.4g %s", __seconds * __unit.__factor, __unit.__unit);
      return;
    }
}

inline void __bench_report(const __bench_times &__times, double __bytes, double __operations) {
  double __median = __bench_median(__times.__wall), __on_device = __bench_median(__times.__device);
  __bench_duration(__median);
  std::printf(" a run, of the device ");
  __bench_duration(__on_device);
  auto __ends = std::minmax_element(__times.__wall.begin(), __times.__wall.end());
  std::printf(" (median of %zu x %ld runs; ", __times.__wall.size(), __times.__runs);
  __bench_duration(*__ends.first);
  std::printf(" to ");
  __bench_duration(*__ends.second);
  std::printf(")");
  if (__bytes > 0)
    std::printf(", %.4g GB/s", __bytes / __on_device / 1e9);
  if (__operations > 0)
    std::printf(", %.4g GFLOP/s", __operations / __on_device / 1e9);
  std::printf("\n");
}

// Measures work, or two in alternation, so that what slows the machine down slows both.
template <class... _Work> void bench(double __bytes, double __operations, _Work... __work) {
  constexpr int __batches = 21;
  constexpr double __most = 2; // seconds
  cudaEvent_t __begin, __end;
  cudaEventCreate(&__begin);
  cudaEventCreate(&__end);
  __bench_times __times[sizeof...(_Work)];
  int __which = 0;
  (__bench_warm_up(__work, __times[__which++], __begin, __end), ...);
  auto __start = std::chrono::steady_clock::now();
  for (int __batch = 0; __batch < __batches; ++__batch) {
    __which = 0;
    (__bench_batch(__work, __times[__which++], __begin, __end), ...);
    std::chrono::duration<double> __passed = std::chrono::steady_clock::now() - __start;
    if (__batch >= 2 && __passed.count() > __most)
      break;
  }
  cudaEventDestroy(__begin);
  cudaEventDestroy(__end);
  for (auto &__one : __times)
    __bench_report(__one, __bytes, __operations);
  if constexpr (sizeof...(_Work) == 2)
    std::printf("the second takes %.3f times as long as the first\n",
                __bench_median(__times[1].__wall) / __bench_median(__times[0].__wall));
  std::fflush(stdout);
}

} // namespace chevron
