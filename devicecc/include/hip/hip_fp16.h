// binary16 under HIP's header name: the types and functions are CUDA's.
#pragma once

#include "../cuda_fp16.h"
#include "hip_runtime_api.h"
