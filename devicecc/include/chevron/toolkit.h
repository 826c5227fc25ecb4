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
#include "toolkit_min_max.h"

// Clang's wrapper declares these for devices and defines them nowhere. As with nvcc the text is not read.
static inline __device__ double nan(const char *) { return __builtin_nan(""); }
static inline __device__ float nanf(const char *) { return __builtin_nanf(""); }

// To clang it is an attribute of HIP alone. The session's variables have their storage from the executor. The toolkit's host_defines.h has a
// macro `__annotate__`, so the attribute has its plain spelling here.
#undef __managed__
#define __managed__ __device__ __attribute__((annotate("chevron.managed")))
