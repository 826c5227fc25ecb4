#include "sanitize/count_pass.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace chv {

namespace {

// Of a value; a vector has as many as lanes.
uint64_t lanes(const Type &It) {
  auto *Vector = dyn_cast<FixedVectorType>(&It);
  return Vector ? Vector->getNumElements() : 1;
}

// Functions of the math library count one, whatever they are made of.
bool isMath(const Function &Callee) {
  return Callee.isDeclaration() && !Callee.getName().starts_with("__chv_") && Callee.getReturnType()->isFPOrFPVectorTy();
}

uint64_t operationsOfCall(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Call.getType()->isFPOrFPVectorTy())
    return 0;
  switch (Callee->getIntrinsicID()) {
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
    return 2 * lanes(*Call.getType());
  // These only choose or turn a sign.
  case Intrinsic::fabs:
  case Intrinsic::copysign:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::minimumnum:
  case Intrinsic::maximumnum:
    return 0;
  case Intrinsic::not_intrinsic:
    return StringSwitch<uint64_t>(Callee->getName()).Case("fma", 2).Case("fmaf", 2).Default(isMath(*Callee) ? 1 : 0);
  default:
    return lanes(*Call.getType());
  }
}

uint64_t operationsOf(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
  case Instruction::FRem:
    return lanes(*I.getType());
  case Instruction::Call:
    return operationsOfCall(cast<CallInst>(I));
  case Instruction::AtomicRMW:
    return cast<AtomicRMWInst>(I).isFloatingPointOperation() ? 1 : 0;
  default:
    return 0;
  }
}

} // namespace

PreservedAnalyses CountPass::run(Module &M, ModuleAnalysisManager &) {
  IRBuilder<> Build(M.getContext());
  bool Changed = false;
  for (Function &F : M)
    for (BasicBlock &Block : F) {
      uint64_t Operations = 0;
      for (const Instruction &I : Block)
        Operations += operationsOf(I);
      if (!Operations)
        continue;
      FunctionCallee Callee = M.getOrInsertFunction("__chv_watch_operations", Build.getVoidTy(), Build.getInt32Ty());
      cast<Function>(Callee.getCallee())->setDoesNotThrow();
      Build.SetInsertPoint(Block.getTerminator());
      Build.CreateCall(Callee, Build.getInt32(unsigned(Operations)));
      Changed = true;
    }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace chv
