// A header of HIP's that programs include by name; `hip_runtime.h` has its names.
#pragma once

#include "hip_runtime.h"
