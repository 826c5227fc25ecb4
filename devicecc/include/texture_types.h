// A header of CUDA's that programs include by name; `cuda_runtime.h` has its names, each of which says that it is not there when it is used.
#pragma once

#include "cuda_runtime.h"
