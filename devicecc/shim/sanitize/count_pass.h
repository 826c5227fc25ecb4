// The pass that has kernels for the CPU device tell the executor how much they compute.
#pragma once
#include "llvm/IR/PassManager.h"

namespace chv {

// Puts a call of `__chv_watch_operations` with their number at the end of each block that has floating-point operations. A fused multiply-add is two. It
// numbers nothing, so the places of `WatchPass` are the same with it and without.
struct CountPass : llvm::PassInfoMixin<CountPass> {
  llvm::PreservedAnalyses run(llvm::Module &Module, llvm::ModuleAnalysisManager &);
};

} // namespace chv
