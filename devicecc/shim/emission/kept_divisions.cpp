#include "emission/kept_divisions.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace chv {

namespace {

bool isConditionalDivision(const llvm::Loop &Loop, const llvm::Instruction &I, const llvm::DominatorTree &Dominators) {
  return I.isIntDivRem() && Loop.hasLoopInvariantOperands(&I) && !llvm::isSafeToSpeculativelyExecute(&I) &&
         !Dominators.dominates(I.getParent(), Loop.getLoopLatch());
}

} // namespace

llvm::PreservedAnalyses KeptDivisions::run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses) {
  auto &Dominators = Analyses.getResult<llvm::DominatorTreeAnalysis>(F);
  for (llvm::Loop *Loop : Analyses.getResult<llvm::LoopAnalysis>(F).getLoopsInPreorder()) {
    if (!Loop->isInnermost() || !Loop->getLoopLatch())
      continue;
    bool Any = llvm::any_of(Loop->blocks(), [&](llvm::BasicBlock *Block) {
      return llvm::any_of(*Block, [&](llvm::Instruction &I) { return isConditionalDivision(*Loop, I, Dominators); });
    });
    if (Any)
      llvm::addStringMetadataToLoop(Loop, "llvm.loop.vectorize.width", 1);
  }
  return llvm::PreservedAnalyses::all();
}

} // namespace chv
