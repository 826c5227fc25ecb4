// Loops that each thread begins at another place and leaves at a common bound: `for (c = threadIdx.x; c < n; c += blockDim.x)`.
#pragma once
#include "tiers/thread_code.h"
#include "llvm/ADT/DenseSet.h"

namespace chv {

// Makes of each a loop that all threads go round alike, in which those beyond the bound do nothing. Those whose numbers are given stay as they are.
// Each is noted in `Code.Strided`.
void turnStridedLoops(ThreadCode &Code, const llvm::DenseSet<unsigned> &Left);

} // namespace chv
