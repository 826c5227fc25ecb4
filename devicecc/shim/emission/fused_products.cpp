#include "emission/fused_products.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace chv {

namespace {

bool mayContract(const llvm::Instruction &I) {
  llvm::Type *Number = I.getType()->getScalarType();
  return (Number->isFloatTy() || Number->isDoubleTy()) && I.hasAllowContract();
}

// A product that only the sum in its block uses, as the selection of instructions wants it, or null.
llvm::BinaryOperator *productFor(const llvm::Instruction &Sum, llvm::Value *Operand) {
  auto *Product = llvm::dyn_cast<llvm::BinaryOperator>(Operand);
  bool Fits = Product && Product->getOpcode() == llvm::Instruction::FMul && mayContract(*Product) && Product->hasOneUse() &&
              Product->getParent() == Sum.getParent();
  return Fits ? Product : nullptr;
}

bool fuse(llvm::Instruction &Sum) {
  bool Minus = Sum.getOpcode() == llvm::Instruction::FSub;
  if ((!Minus && Sum.getOpcode() != llvm::Instruction::FAdd) || !mayContract(Sum))
    return false;
  llvm::BinaryOperator *Left = productFor(Sum, Sum.getOperand(0));
  llvm::BinaryOperator *Product = Left ? Left : productFor(Sum, Sum.getOperand(1));
  if (!Product)
    return false;
  llvm::IRBuilder<> Builder(&Sum);
  llvm::Value *Factor = Product->getOperand(0), *Other = Sum.getOperand(Left ? 1 : 0);
  if (Minus)
    (Left ? Other : Factor) = Builder.CreateFNeg(Left ? Other : Factor);
  llvm::Value *Fused = Builder.CreateIntrinsic(llvm::Intrinsic::fma, {Sum.getType()}, {Factor, Product->getOperand(1), Other});
  Sum.replaceAllUsesWith(Fused);
  Sum.eraseFromParent();
  Product->eraseFromParent();
  return true;
}

} // namespace

llvm::PreservedAnalyses FusedProducts::run(llvm::Function &F, llvm::FunctionAnalysisManager &) {
  for (llvm::BasicBlock &Block : F)
    for (llvm::Instruction &I : llvm::make_early_inc_range(Block))
      fuse(I);
  for (llvm::Instruction &I : llvm::instructions(F))
    if (llvm::isa<llvm::FPMathOperator>(I))
      I.setHasAllowContract(false);
  llvm::PreservedAnalyses Kept;
  Kept.preserveSet<llvm::CFGAnalyses>();
  return Kept;
}

} // namespace chv
