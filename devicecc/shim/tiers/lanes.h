// Operations among the lanes of a warp, where all threads of a block come to them together: values go through memory, between cuts.
#pragma once
#include "tiers/thread_code.h"

namespace chv {

// Is it the name of such an operation?
bool isAmongLanes(llvm::StringRef Callee);

// Replaces them all by code of single threads and calls of the block's barrier; says in `Code` why if it cannot.
void exchangeAmongLanes(ThreadCode &Code, llvm::StringRef Barrier);

} // namespace chv
