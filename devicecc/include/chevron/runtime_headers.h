// What nvcc includes implicitly. Every session starts with it, precompiled. The order matters: device overloads of C library
// names come before the system's headers that bring those names into `std`.
#pragma once

#include "qualifiers.h"

#include "libc.h"
#include "math_library.h"

#include <assert.h>
#include <climits>
#include <cmath>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <ctype.h>
#include <math.h>
#include <new>
#include <stdlib.h>
#include <utility>

#include "../vector_functions.h"
#include "../vector_types.h"

#include "absent.h"
#include "aligned_new.h"
#include "atomics.h"
#include "clusters.h"
#include "device_runtime.h"
#include "index.h"
#include "integer.h"
#include "math_fast.h"
#include "math_special.h"
#include "memory.h"
#include "min_max.h"
#include "nv_atomic.h"
#include "primitives.h"
#include "punning.h"
#include "rounded_arithmetic.h"
#include "rounded_pairs.h"
#include "rounding.h"
#include "simd_in_word.h"
#include "sync.h"
#include "texture_fetch.h"
#include "surface_access.h"
#include "warp.h"

#include "std_device.h"

#include "runtime_templates.h"
#include "../cuda_runtime_api.h"
