// Points where the lanes of a warp keep in step (docs/primitives.md: `__chv_sync_step`), as cuts of the whole block.
#pragma once
#include "tiers/thread_code.h"

namespace chv {

// Is it the name of a point?
bool isStep(llvm::StringRef Callee);

// Makes all points calls of the block's barrier, and those in branches without loops such that all threads come to them:
// `if (c) { a; point; b; }` becomes `if (c) a; point; if (c) b;`. Says in `Code` why if it cannot.
void cutAtSteps(ThreadCode &Code, llvm::StringRef Barrier);

} // namespace chv
