// Loops over threads of which a row fills whole vectors.
#pragma once
#include "llvm/IR/PassManager.h"

namespace chv {

// A loop over threads that is to become vectors with masks gets a copy for rows whose threads fill whole vectors of floats, as those of `dim3(16, 16)` do: the
// copy needs no masks. Each masked load is two operations, so a matrix product spent as much on masks as on products.
struct WholeVectors : llvm::PassInfoMixin<WholeVectors> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses);
};

} // namespace chv
