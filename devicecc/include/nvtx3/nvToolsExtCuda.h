// NVTX: names for the driver API's devices, contexts, streams and events, which no profiler asks for.
#pragma once

#include "../cuda.h"
#include "nvToolsExt.h"

static inline __attribute__((__unused__)) void nvtxNameCuDeviceA(CUdevice, const char *) {}
static inline __attribute__((__unused__)) void nvtxNameCuContextA(CUcontext, const char *) {}
static inline __attribute__((__unused__)) void nvtxNameCuStreamA(CUstream, const char *) {}
static inline __attribute__((__unused__)) void nvtxNameCuEventA(CUevent, const char *) {}
#define nvtxNameCuDevice nvtxNameCuDeviceA
#define nvtxNameCuContext nvtxNameCuContextA
#define nvtxNameCuStream nvtxNameCuStreamA
#define nvtxNameCuEvent nvtxNameCuEventA
