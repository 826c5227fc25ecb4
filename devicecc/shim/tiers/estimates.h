// The processor's estimates of reciprocal roots, for one number and for vectors.
#pragma once
#include "llvm/IR/PassManager.h"

namespace chv {

// `llvm.amdgcn.rsq` of a float stands for the estimate of 14 bits that AVX-512 has, `llvm.amdgcn.rsq.legacy` for that of 12 bits before it: each is the one operation of LLVM's that means this and that nothing folds. LLVM's
// vectorisers know no vectors of it.
bool isEstimate(const llvm::Instruction &I);

// Tells LLVM's vectorisers of functions that estimate many numbers at once.
struct OfferedEstimates : llvm::PassInfoMixin<OfferedEstimates> {
  llvm::PreservedAnalyses run(llvm::Module &Module, llvm::ModuleAnalysisManager &Analyses);
};

// Puts the processor's instructions in the place of both. They give the same bits for a number, alone or in a vector.
struct TakenEstimates : llvm::PassInfoMixin<TakenEstimates> {
  llvm::PreservedAnalyses run(llvm::Module &Module, llvm::ModuleAnalysisManager &Analyses);
};

} // namespace chv
