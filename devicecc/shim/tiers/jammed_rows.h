// Rows of threads that go side by side.
#pragma once
#include "llvm/IR/PassManager.h"

namespace chv {

// Example: `for (int k = 0; k < 16; ++k) sum += a[y][k] * b[k][x];` is a chain of sixteen sums for each thread, and each sum waits for the one before. Loops over
// threads whose turn has such a chain do four rows at once: four chains go side by side, and read `b[k][x]` once.
struct JammedRows : llvm::PassInfoMixin<JammedRows> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses);
};

} // namespace chv
