// Cooperative groups under HIP's header name; ballots are 64 bits wide with warps of 64.
#pragma once

#include "../cooperative_groups.h"
#include "../cooperative_groups/reduce.h"
#include "../cooperative_groups/scan.h"
#include "hip_runtime.h"
