// Operations among the lanes of a warp, where all lanes come to them together: what they send changes places between two cuts.
#pragma once
#include "tiers/thread_code.h"
#include "llvm/IR/IRBuilder.h"

namespace chv {

// Is it the name of such an operation?
bool isAmongLanes(llvm::StringRef Callee);

// What the lanes get for what they have sent, a vector of 32: another one, or the warp's one value.
llvm::Value *exchanged(llvm::IRBuilder<> &Builder, const Exchange &Exchange, llvm::Value *Values);

// Replaces them all by code of single threads, exchanges and calls of the block's barrier; says in `Code` why if it cannot.
void exchangeAmongLanes(ThreadCode &Code, llvm::StringRef Barrier);

} // namespace chv
