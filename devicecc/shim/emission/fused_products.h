// Products and sums of device code that one instruction makes: which, for all editions of a kernel.
#pragma once
#include "llvm/IR/PassManager.h"

namespace chv {

// Makes fused operations of sums of products that may be contracted, and lets nothing be contracted afterwards.
//
// The selection of instructions would do it for optimised code alone: the draft of a kernel and its optimised edition would round differently,
// and a program that compares two launches would see it.
struct FusedProducts : llvm::PassInfoMixin<FusedProducts> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses);
};

} // namespace chv
