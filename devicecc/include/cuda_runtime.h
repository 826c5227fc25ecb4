// What nvcc includes implicitly. Every session starts with it, precompiled. The order matters: device overloads of C library
// names come before the system's headers that bring those names into `std`.
#pragma once

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

#include "chevron/atomics.h"
#include "chevron/index.h"
#include "chevron/memory.h"
#include "chevron/primitives.h"
#include "chevron/sync.h"
#include "chevron/warp.h"

#include "chevron/std_device.h"

#include "chevron/runtime_templates.h"
#include "cuda_runtime_api.h"
