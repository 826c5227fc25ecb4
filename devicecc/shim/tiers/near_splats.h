// One thread's values that all of a vector of threads use, read where they are used.
#pragma once
#include "llvm/IR/PassManager.h"

namespace chv {

// A row of a matrix product uses many numbers that all its threads have alike. They are read before the loop over the threads, more of them than there are
// registers, so each is written to the stack and read again. A row is few vectors: here each is read in the loop, as part of the multiplication.
struct NearSplats : llvm::PassInfoMixin<NearSplats> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses);
};

} // namespace chv
