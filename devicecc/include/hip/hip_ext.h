// AMD's extensions to HIP's runtime API; those that Chevron lacks say so where used.
#pragma once

#include "hip_runtime.h"
