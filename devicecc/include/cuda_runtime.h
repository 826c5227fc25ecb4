// What nvcc includes implicitly. Every session starts with it, precompiled. The order matters: device overloads of C library
// names come before the system's headers that bring those names into `std`.
#pragma once

#include "chevron/include_guards.h"
#include "chevron/qualifiers.h"

#include "chevron/libc.h"
#include "chevron/math_library.h"

#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <math.h>
#include <new>
#include <stdlib.h>
#include <utility>

#include "vector_functions.h"
#include "vector_types.h"

#include "chevron/absent.h"
#include "chevron/aligned_new.h"
#include "chevron/atomics.h"
#include "chevron/clusters.h"
#include "chevron/device_runtime.h"
#include "chevron/index.h"
#include "chevron/integer.h"
#include "chevron/math_fast.h"
#include "chevron/math_special.h"
#include "chevron/memory.h"
#include "chevron/min_max.h"
#include "chevron/nv_atomic.h"
#include "chevron/primitives.h"
#include "chevron/punning.h"
#include "chevron/rounded_arithmetic.h"
#include "chevron/rounded_pairs.h"
#include "chevron/rounding.h"
#include "chevron/simd_in_word.h"
#include "chevron/sync.h"
#include "chevron/texture_fetch.h"
#include "chevron/surface_access.h"
#include "chevron/warp.h"

#include "chevron/std_device.h"

#include "chevron/runtime_templates.h"
#include "cuda_runtime_api.h"
