// The pass that has kernels for the CPU device tell the executor's sanitizer of each access to memory.
#pragma once
#include "emission/line_table.h"
#include "llvm/IR/PassManager.h"

namespace chv {

// Puts a call of `__chv_watch_*` before each access of all functions, and has the access use the address that the call gives. Places are numbered from 0
// in the order of functions and instructions, which is the same with a line table and without (docs/sanitizer.md).
struct WatchPass : llvm::PassInfoMixin<WatchPass> {
  llvm::PreservedAnalyses run(llvm::Module &Module, llvm::ModuleAnalysisManager &);
};

// Of a module that has been through the pass: for each number of a place what was inlined there first, then the function itself.
std::vector<std::vector<SourceFrame>> watchedPlaces(const llvm::Module &Module);

} // namespace chv
