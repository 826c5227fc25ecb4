// What a session has beyond a CUDA toolkit's own headers, after clang's wrapper has read those.
#pragma once

// What nvcc's own preamble brings into every program.
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <utility>

#include "nv_atomic.h"
#include "toolkit_device_runtime.h"
#include "toolkit_min_max.h"

// To clang it is an attribute of HIP alone. The session's variables have their storage from the executor. The toolkit's host_defines.h has a
// macro `__annotate__`, so the attribute has its plain spelling here.
#undef __managed__
#define __managed__ __device__ __attribute__((annotate("chevron.managed")))
