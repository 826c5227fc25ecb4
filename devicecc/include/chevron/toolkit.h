// What a session has beyond a CUDA toolkit's own headers, after clang's wrapper has read those.
#pragma once

// What nvcc's own preamble brings into every program.
#include <cassert>
#include <cctype>
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

// Clang's wrapper declares these for devices and defines them nowhere. As with nvcc the text is not read.
static inline __device__ double nan(const char *) { return __builtin_nan(""); }
static inline __device__ float nanf(const char *) { return __builtin_nanf(""); }

// Clang's wrapper has the functions that groups of clusters are made of; cooperative groups look for nvcc, or for this.
#define _CG_CLUSTER_INTRINSICS_AVAILABLE

// The shim reads it: clang's own attribute takes 15 blocks at most.
#undef __cluster_dims__
#ifdef __CUDA_ARCH__
#define __cluster_dims__(...) __attribute__((annotate("chevron.cluster", __VA_ARGS__)))
#else
#define __cluster_dims__(...)
#endif

// To clang it is an attribute of HIP alone. The session's variables have their storage from the executor. The toolkit's host_defines.h has a
// macro `__annotate__`, so the attribute has its plain spelling here.
#undef __managed__
#define __managed__ __device__ __attribute__((annotate("chevron.managed")))
