// The pass that adds entries which run whole blocks of kernels with barriers, in loops.
#pragma once
#include "llvm/IR/PassManager.h"

namespace chv {

// Looks at each function with the text attribute `chv-regions`, an entry of tier Thread. Adds `<name>_regions`, and `<name>_regions_needs`
// with what docs/tiers.md says; or remarks `refusal` why it cannot (loop_remarks.h).
struct RegionsPass : llvm::PassInfoMixin<RegionsPass> {
  llvm::PreservedAnalyses run(llvm::Module &Module, llvm::ModuleAnalysisManager &);
};

// Run before those functions are made ready: gives each that has operations among lanes and asks how many lanes there are a copy that knows it, `<name>.of32`.
// It holds for warps of 32 only, as what is cut from it does.
struct RegionsSourcePass : llvm::PassInfoMixin<RegionsSourcePass> {
  llvm::PreservedAnalyses run(llvm::Module &Module, llvm::ModuleAnalysisManager &);
};

} // namespace chv
