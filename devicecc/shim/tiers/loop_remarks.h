// What people are told of how a kernel's code came about: why it has no regions, and which loops became vectors.
#pragma once
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include <string>
#include <vector>

namespace chv {

// A remark stays with the module. `Text` may name places, `{0}` being the first; one is null if it is not known.
void remark(llvm::Function &About, llvm::StringRef Name, llvm::StringRef Text, llvm::ArrayRef<const llvm::DILocation *> At);

// Is it a loop over rows of threads, of a kernel that asks for `threadIdx.y`? One over threads that becomes vectors with masks?
bool isRowLoop(const llvm::Loop &Loop);
bool isMaskedThreadLoop(const llvm::Loop &Loop);

struct Remark {
  std::string Name;     // `refusal`; `AlongY` (inner_axis.h); `HasLoop`; `Tile`; or what LLVM's vectoriser calls it: `Vectorized`, and why not
  std::string Text;
  std::string Function; // that it is about
  bool OfThreads;       // it is about a loop over threads; then the places are the first and the last line of what they do
  std::vector<const llvm::DILocation *> At;
};

std::vector<Remark> remarksOf(const llvm::Module &Module);

// Has what LLVM's vectoriser, which follows, does and leaves undone remarked; `Tile` of register tiles, which it leaves alone; and `HasLoop` of loops over threads that hold other loops, and so are none of its
// matters. The code stays the same.
struct TellLoops : llvm::PassInfoMixin<TellLoops> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses);
};

} // namespace chv
