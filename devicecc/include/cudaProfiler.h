// A header of CUDA's that programs include by name: `cuProfilerStart` and `cuProfilerStop` are in `cuda.h`.
#pragma once

// NVIDIA's include guard: programs ask for it.
#define CUDA_PROFILER_H

#include "cuda.h"
