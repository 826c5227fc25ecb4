// What `%bench` is made of: how long code takes, of the host and of the device, over many runs.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
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

// What is measured, and how.
struct bench_options {
  double bytes[2] = {}, flops[2] = {}; // of a run of each work
  bool cold = false;           // nothing of the device's memory is in its caches when a run begins
};

// What a device does at most: bytes and single-precision operations a second; 0 where it does not say.
struct __bench_peak {
  double __bytes = 0, __operations = 0;
  int __cache = 0; // bytes of its largest cache

  __bench_peak() {
    int __device = 0, __memory_khz = 0, __bits = 0, __khz = 0, __processors = 0, __major = 0, __minor = 0;
    if (cudaGetDevice(&__device) != cudaSuccess)
      return;
    auto __ask = [&](int *__value, cudaDeviceAttr __which) { (void)cudaDeviceGetAttribute(__value, __which, __device); };
    __ask(&__memory_khz, cudaDevAttrMemoryClockRate);
    __ask(&__bits, cudaDevAttrGlobalMemoryBusWidth);
    __ask(&__khz, cudaDevAttrClockRate);
    __ask(&__processors, cudaDevAttrMultiProcessorCount);
    __ask(&__major, cudaDevAttrComputeCapabilityMajor);
    __ask(&__minor, cudaDevAttrComputeCapabilityMinor);
    __ask(&__cache, cudaDevAttrL2CacheSize);
    __bytes = 2e3 * __memory_khz * (__bits / 8);
    // The CPU device has no bus that it knows of, nor cores of CUDA's.
    int __cores = __bytes == 0 ? 0 : __major < 8 || (__major == 8 && __minor == 0) ? 64 : 128;
    __operations = 2e3 * __khz * __processors * __cores;
    (void)cudaGetLastError();
  }
};

// One run after the device's caches were filled with something else. The time of the host is that of the run alone.
struct __bench_cold {
  char *__memory = nullptr;
  size_t __size;
  static constexpr size_t __most = 512u << 20, __most_of_host = 64u << 20; // a server's whole cache takes longer to fill than anybody waits

  explicit __bench_cold(const __bench_peak &__peak) : __size(__peak.__bytes > 0 ? std::min(__most, 3 * static_cast<size_t>(__peak.__cache)) : __most_of_host) {
    if (cudaMalloc(&__memory, __size) != cudaSuccess) {
      (void)cudaGetLastError();
      __memory = nullptr;
    }
  }
  ~__bench_cold() { cudaFree(__memory); }
  __bench_cold(const __bench_cold &) = delete;

  template <class _Work> void __run(_Work &__work, __bench_times &__times, cudaEvent_t __begin, cudaEvent_t __end) {
    cudaMemset(__memory, static_cast<int>(__times.__wall.size()), __size);
    __times.__runs = 1;
    __bench_batch(__work, __times, __begin, __end);
  }
};

inline void __bench_rate(double __rate, double __peak, const char *__unit) {
  std::printf(", %.4g %s", __rate / 1e9, __unit);
  if (__peak > 0)
    std::printf(" (%.1f %% of the device's peak)", 100 * __rate / __peak);
}

inline void __bench_report(const __bench_times &__times, const bench_options &__options, int __which, const __bench_peak &__peak) {
  double __median = __bench_median(__times.__wall), __on_device = __bench_median(__times.__device);
  __bench_duration(__median);
  std::printf(" a run, of the device ");
  __bench_duration(__on_device);
  auto __ends = std::minmax_element(__times.__wall.begin(), __times.__wall.end());
  std::printf(" (median of %zu x %ld %sruns; ", __times.__wall.size(), __times.__runs, __options.cold ? "cold " : "");
  __bench_duration(*__ends.first);
  std::printf(" to ");
  __bench_duration(*__ends.second);
  std::printf(")");
  if (double __bytes = __options.bytes[__which]; __bytes > 0)
    __bench_rate(__bytes / __on_device, __peak.__bytes, "GB/s");
  if (double __operations = __options.flops[__which]; __operations > 0)
    __bench_rate(__operations / __on_device, __peak.__operations, "GFLOP/s");
  std::printf("\n");
}

// Measures work, or two in alternation, so that what slows the machine down slows both.
template <class... _Work> void bench(bench_options __options, _Work... __work) {
  constexpr int __batches = 21;
  constexpr double __most = 2; // seconds
  cudaEvent_t __begin, __end;
  cudaEventCreate(&__begin);
  cudaEventCreate(&__end);
  __bench_times __times[sizeof...(_Work)];
  int __which = 0;
  (__bench_warm_up(__work, __times[__which++], __begin, __end), ...);
  __bench_peak __peak;
  {
    std::optional<__bench_cold> __cold;
    if (__options.cold)
      __cold.emplace(__peak);
    if (__cold && !__cold->__memory) {
      std::printf("--cold: the device has no memory left to empty its caches with\n");
      __options.cold = false;
    }
    auto __start = std::chrono::steady_clock::now();
    for (int __batch = 0; __batch < __batches; ++__batch) {
      __which = 0;
      if (__options.cold)
        (__cold->__run(__work, __times[__which++], __begin, __end), ...);
      else
        (__bench_batch(__work, __times[__which++], __begin, __end), ...);
      std::chrono::duration<double> __passed = std::chrono::steady_clock::now() - __start;
      if (__batch >= 2 && __passed.count() > __most)
        break;
    }
  }
  cudaEventDestroy(__begin);
  cudaEventDestroy(__end);
  for (__which = 0; __which < static_cast<int>(sizeof...(_Work)); ++__which)
    __bench_report(__times[__which], __options, __which, __peak);
  if constexpr (sizeof...(_Work) == 2)
    std::printf("the second takes %.3f times as long as the first\n",
                __bench_median(__times[1].__wall) / __bench_median(__times[0].__wall));
  std::fflush(stdout);
}

} // namespace chevron
