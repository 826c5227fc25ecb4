// Products and sums in one operation.
#pragma once
#include "llvm/IR/IntrinsicInst.h"

namespace chv {

// `a * b + c`, with one rounding or with as many as are faster.
inline bool isFused(const llvm::Instruction &I) {
  const auto *Call = llvm::dyn_cast<llvm::IntrinsicInst>(&I);
  return Call && (Call->getIntrinsicID() == llvm::Intrinsic::fma || Call->getIntrinsicID() == llvm::Intrinsic::fmuladd);
}

} // namespace chv
