// Rows that each thread of a vector walks along, read sixteen numbers at a time.
#pragma once
#include "llvm/IR/PassManager.h"

namespace chv {

// Each thread of a matrix-vector product goes along a row of its own: a vector of threads reads at as many places in each round, and where rows lie 4096 bytes apart
// these share a few lines of the cache. Here each thread reads sixteen numbers of its row at once, which are then handed out round by round.
struct WalkedRows : llvm::PassInfoMixin<WalkedRows> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses);
};

// LLVM makes a vector only for the case that rows lie one number apart, and nothing for the others. To be called once, before any loop is made a vector.
void takeAnyStride();

} // namespace chv
