// A header of CUDA's that programs include by name; `cuda_pipeline_primitives.h` has its functions. The class `nvcuda::experimental::pipeline` is not there.
#pragma once

// NVIDIA's include guard: programs ask for it.
#define _CUDA_PIPELINE_H_

#include "cuda_pipeline_primitives.h"
