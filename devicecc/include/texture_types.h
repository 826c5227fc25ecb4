// A header of CUDA's that programs include by name; `cuda_runtime.h` has its names.
#pragma once

#include "cuda_runtime.h"
