// A header of CUDA's that programs include by name; `cuda_runtime.h` has its contents.
#pragma once

// NVIDIA's include guard: programs ask for it.
#define __CUDA_PROFILER_H__

#include "cuda_runtime.h"
