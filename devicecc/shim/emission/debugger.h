// Kernels for a debugger.
#pragma once
#include "llvm/IR/Module.h"

namespace chv {

// Has the user's own functions stay as they were written: a debugger stops in them by name, and finds `threadIdx`, `blockIdx`, `blockDim` and `gridDim` among
// their variables. The optimiser must not run on them.
void keepForDebugger(llvm::Module &Module);

} // namespace chv
