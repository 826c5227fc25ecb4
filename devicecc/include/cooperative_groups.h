// Cooperative groups: blocks, grids, tiles, coalesced groups and their partitions. `cooperative_groups/reduce.h`, `scan.h` and
// `memcpy_async.h` add the collectives, as in CUDA. Multi-grid groups are not in Chevron yet and say so where used.
#pragma once

// NVIDIA's include guard: programs ask for it.
#define _COOPERATIVE_GROUPS_H_

#include "chevron/groups_partition.h"
