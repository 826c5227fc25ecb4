// Which axis of a block's threads the innermost loop goes along.
#pragma once
#include "tiers/thread_code.h"

namespace chv {

// Do the kernel's threads lie side by side in memory along y rather than along x? They do in `row = blockIdx.x * blockDim.x + threadIdx.x` with
// `col` from y and `a[row * n + col]`: as vectors along x they would gather and scatter. Never where lanes of warps are asked for.
bool liesAlongY(const ThreadCode &Code);

} // namespace chv
