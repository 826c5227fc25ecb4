// Gathers of which it is known how far the lanes' addresses lie apart.
#pragma once
#include "llvm/IR/PassManager.h"

namespace chv {

// `s[lane % 8 * 8 + k]`: each lane reads at a fixed distance from the first one. What lies side by side is one load; where lanes share a few places, each is read
// once, and handed out.
struct NearGathers : llvm::PassInfoMixin<NearGathers> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses);
};

} // namespace chv
