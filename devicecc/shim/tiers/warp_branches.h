// Branches that whole warps take: the block's other warps are sent along, and do nothing that shows.
#pragma once
#include "tiers/thread_code.h"

namespace chv {

// Does so where a branch without loops and without the block's barrier holds operations among lanes, as the last stage of a reduction does.
void joinWarpBranches(ThreadCode &Code, llvm::StringRef Barrier);

// Is it `threadIdx.x`, perhaps with a multiple of 32 that all of the block have alike?
bool countsLanes(const ThreadCode &Code, const llvm::Value *Value, unsigned Depth = 12);

// Is the value the same for all lanes of a warp, if warps are parts of rows of threads? `Depth`: how far it is taken apart.
bool isOfWarp(const ThreadCode &Code, llvm::Value *Value, unsigned Depth);

} // namespace chv
