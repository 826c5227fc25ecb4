// Branches that whole warps take: the block's other warps are sent along, and do nothing that shows.
#pragma once
#include "tiers/thread_code.h"

namespace chv {

// Does so where a branch without loops and without the block's barrier holds operations among lanes, as the last stage of a reduction does.
void joinWarpBranches(ThreadCode &Code, llvm::StringRef Barrier);

} // namespace chv
