// How long kernels ran on the GPU, as NVIDIA's CUPTI tells it: the peer of `%profile` in cuda_insight.py. For nvcc, with -lcupti.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <cupti.h>

namespace kernel_times {

// Microseconds of each launch, by the kernel's name.
inline std::map<std::string, std::vector<double>> times;

inline void check(CUptiResult result, const char *call) {
  if (result != CUPTI_SUCCESS) {
    std::fprintf(stderr, "%s: CUPTI's error %d\n", call, int(result));
    std::exit(1);
  }
}

inline void CUPTIAPI give_buffer(std::uint8_t **buffer, size_t *size, size_t *records_max) {
  *size = 1 << 20;
  *buffer = static_cast<std::uint8_t *>(std::aligned_alloc(8, *size));
  *records_max = 0;
}

inline void CUPTIAPI read_buffer(CUcontext, std::uint32_t, std::uint8_t *buffer, size_t, size_t valid) {
  CUpti_Activity *record = nullptr;
  while (cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS) {
    if (record->kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)
      continue;
    CUpti_ActivityKernel10 kernel; // CUDA 13's.
    std::memcpy(&kernel, record, sizeof kernel);
    times[kernel.name].push_back((kernel.end - kernel.start) / 1e3);
  }
  std::free(buffer);
}

inline void begin() {
  check(cuptiActivityRegisterCallbacks(give_buffer, read_buffer), "cuptiActivityRegisterCallbacks");
  check(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL), "cuptiActivityEnable");
}

// Prints a line `KERNEL MEAN` for each kernel, microseconds.
inline void end() {
  check(cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED), "cuptiActivityFlushAll");
  for (const auto &[name, runs] : times) {
    double sum = 0;
    for (double run : runs)
      sum += run;
    std::printf("cupti %s %f\n", name.c_str(), sum / double(runs.size()));
  }
}

} // namespace kernel_times
