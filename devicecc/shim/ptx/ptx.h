// Inline PTX on a device whose code is not PTX.
#pragma once
#include "ptx/ptx_text.h"
#include "llvm/IR/Module.h"

namespace chv {

// Puts LLVM's instructions in the place of every statement of inline PTX that can be said with them. The others stay, with the reason beside them.
// `WarpLanes`: of the device.
void translatePtx(llvm::Module &Module, unsigned WarpLanes);

// Why the statement with this template has stayed. The instruction is the whole statement if none of it is to blame.
PtxProblem ptxProblem(llvm::StringRef Template);

} // namespace chv
