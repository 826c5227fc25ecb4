// HIP: the runtime API and what device code has beyond CUDA's.
#pragma once

#include "hip_runtime_api.h"

#include "../chevron/hip_kernel.h"
#include "../chevron/hip_vectors.h"
