#include "emission/long_double_constants.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Passes/PassBuilder.h"

#include <cmath>
#include <cstring>

namespace chv {
namespace {

static_assert(sizeof(long double) == 16 && __LDBL_MANT_DIG__ == 64, "the host's long double is x86_fp80");
constexpr unsigned SignificantBytes = 10;

long double valueOf(const llvm::ConstantFP &Constant) {
  llvm::APInt Bits = Constant.getValueAPF().bitcastToAPInt();
  long double Value = 0;
  std::memcpy(&Value, Bits.getRawData(), SignificantBytes);
  return Value;
}

llvm::Constant *constantOf(long double Value, llvm::Type *Type) {
  uint64_t Words[2] = {};
  std::memcpy(Words, &Value, SignificantBytes);
  llvm::APInt Bits(80, Words);
  return llvm::ConstantFP::get(Type->getContext(), llvm::APFloat(llvm::APFloat::x87DoubleExtended(), Bits));
}

using Evaluation = long double (*)(long double);

// The logarithm that is called: by its name, or as what LLVM makes of one that sets no `errno`. Null for any other call.
Evaluation logarithm(const llvm::CallInst &Call, const llvm::TargetLibraryInfo &Library) {
  switch (Call.getIntrinsicID()) {
  case llvm::Intrinsic::log:
    return logl;
  case llvm::Intrinsic::log2:
    return log2l;
  case llvm::Intrinsic::log10:
    return log10l;
  case llvm::Intrinsic::not_intrinsic:
    break;
  default:
    return nullptr;
  }
  llvm::LibFunc Function;
  // It looks at the types too, and leaves out what the user's own function is to get.
  if (!Library.getLibFunc(Call, Function))
    return nullptr;
  switch (Function) {
  case llvm::LibFunc_logl:
    return logl;
  case llvm::LibFunc_log2l:
    return log2l;
  case llvm::LibFunc_log10l:
    return log10l;
  default:
    return nullptr;
  }
}

struct FoldCalls : llvm::PassInfoMixin<FoldCalls> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses) {
    auto &Library = Analyses.getResult<llvm::TargetLibraryAnalysis>(F);
    bool Changed = false;
    for (llvm::Instruction &I : llvm::make_early_inc_range(llvm::instructions(F))) {
      auto *Call = llvm::dyn_cast<llvm::CallInst>(&I);
      if (!Call || !Call->getType()->isX86_FP80Ty() || Call->isStrictFP())
        continue;
      Evaluation Evaluate = logarithm(*Call, Library);
      auto *Constant = Evaluate ? llvm::dyn_cast<llvm::ConstantFP>(Call->getArgOperand(0)) : nullptr;
      long double Argument = Constant ? valueOf(*Constant) : 0;
      // Others have no logarithm, or set `errno`.
      if (!(Argument > 0) || !std::isfinite(Argument))
        continue;
      Call->replaceAllUsesWith(constantOf(Evaluate(Argument), Call->getType()));
      Call->eraseFromParent();
      Changed = true;
    }
    if (!Changed)
      return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses Kept;
    Kept.preserveSet<llvm::CFGAnalyses>();
    return Kept;
  }
};

} // namespace

void foldLongDoubleCalls(llvm::PassBuilder &Builder) {
  Builder.registerPeepholeEPCallback(
      [](llvm::FunctionPassManager &Passes, llvm::OptimizationLevel) { Passes.addPass(FoldCalls()); });
}

} // namespace chv
