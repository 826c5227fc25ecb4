// Keeps LLVM from dividing where no thread does.
#pragma once
#include "llvm/IR/PassManager.h"

namespace chv {

// LLVM 22's vectoriser runs a division under a condition, whose operands do not change in the loop, only if the first lane of a vector meets the
// condition, and gives its result to all lanes. Loops that hold such a division are not vectorised.
struct KeptDivisions : llvm::PassInfoMixin<KeptDivisions> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses);
};

} // namespace chv
