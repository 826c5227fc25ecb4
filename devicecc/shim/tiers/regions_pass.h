// The pass that adds entries which run whole blocks of kernels with barriers, in loops.
#pragma once
#include "llvm/IR/PassManager.h"

namespace chv {

// Looks at each function with the text attribute `chv-regions`, an entry of tier Thread. Adds `<name>_regions`, and `<name>_regions_needs`
// with what docs/tiers.md says; or remarks `refusal` why it cannot (loop_remarks.h).
struct RegionsPass : llvm::PassInfoMixin<RegionsPass> {
  llvm::PreservedAnalyses run(llvm::Module &Module, llvm::ModuleAnalysisManager &);
};

} // namespace chv
