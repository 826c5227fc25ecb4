#include "tiers/jammed_rows.h"
#include "tiers/fused_sums.h"
#include "tiers/loop_remarks.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/DependenceAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

namespace chv {

namespace {

constexpr unsigned Rows = 4;
// A processor keeps about a hundred instructions ready: six chains of this length, which are enough to hide what each of them waits for.
constexpr unsigned ChainMin = 8;
constexpr unsigned InstructionsMax = 120;

bool isSum(const llvm::Instruction &I) {
  return isFused(I) || I.getOpcode() == llvm::Instruction::FAdd || I.getOpcode() == llvm::Instruction::FSub || I.getOpcode() == llvm::Instruction::FMul;
}

// How many operations on floats wait for each other, up to each instruction.
using Lengths = llvm::DenseMap<const llvm::Value *, unsigned>;

Lengths chainsIn(const llvm::BasicBlock &Block) {
  Lengths Length;
  for (const llvm::Instruction &I : Block) {
    unsigned Before = 0;
    if (!llvm::isa<llvm::PHINode>(I))
      for (const llvm::Value *Operand : I.operands())
        Before = std::max(Before, Length.lookup(Operand));
    Length[&I] = Before + isSum(I);
  }
  return Length;
}

unsigned longestChain(const llvm::BasicBlock &Block) {
  unsigned Longest = 0;
  for (auto [Value, Length] : chainsIn(Block))
    Longest = std::max(Longest, Length);
  return Longest;
}

// Does a thread read nothing once it has written?
bool writesLast(const llvm::BasicBlock &Block) {
  bool Written = false;
  for (const llvm::Instruction &I : Block) {
    if (Written && llvm::isa<llvm::LoadInst>(I))
      return false;
    Written |= llvm::isa<llvm::StoreInst>(I);
  }
  return true;
}

// Puts the rows' chains beside each other, which stand one behind the other: the processor looks about a hundred instructions ahead. Each row's own order stays:
// what it reads comes before what it writes.
struct Interleaving {
  llvm::BasicBlock &Block;
  llvm::SmallPtrSet<llvm::Instruction *, 32> Placed;

  void place(llvm::Instruction *I) {
    if (I->getParent() != &Block || llvm::isa<llvm::PHINode>(I) || I->isTerminator() || !Placed.insert(I).second)
      return;
    for (llvm::Value *Operand : I->operands())
      if (auto *Before = llvm::dyn_cast<llvm::Instruction>(Operand))
        place(Before);
    I->moveBefore(Block.getTerminator()->getIterator());
  }

  void run() {
    Lengths Length = chainsIn(Block);
    llvm::SmallVector<llvm::Instruction *, 64> Sums, Others, Writes;
    for (llvm::Instruction &I : Block)
      (isSum(I) ? Sums : llvm::isa<llvm::StoreInst>(I) ? Writes : Others).push_back(&I);
    llvm::stable_sort(Sums, [&](llvm::Instruction *A, llvm::Instruction *B) { return Length[A] < Length[B]; });
    for (auto *All : {&Sums, &Others, &Writes})
      for (llvm::Instruction *I : *All)
        place(I);
  }
};

// Nothing but plain accesses of threads, which may go in any order?
bool isPlain(const llvm::Loop &Loop) {
  for (const llvm::BasicBlock *Block : Loop.blocks())
    for (const llvm::Instruction &I : *Block) {
      if (!I.mayReadOrWriteMemory() || llvm::isa<llvm::DbgInfoIntrinsic>(I))
        continue;
      bool Simple = llvm::isa<llvm::LoadInst>(I) ? llvm::cast<llvm::LoadInst>(I).isSimple() : llvm::isa<llvm::StoreInst>(I) && llvm::cast<llvm::StoreInst>(I).isSimple();
      if (!Simple || !I.hasMetadata(llvm::LLVMContext::MD_access_group))
        return false;
    }
  return true;
}

// The loop over rows around a loop over a row's threads, if it can do several at once.
llvm::Loop *rowsAround(llvm::Loop &Row) {
  llvm::Loop *Around = Row.getParentLoop();
  bool Fits = Row.isInnermost() && Row.getNumBlocks() == 1 && isMaskedThreadLoop(Row) && Around && Around->getSubLoops().size() == 1 &&
              isRowLoop(*Around);
  if (!Fits || Row.getHeader()->size() > InstructionsMax || longestChain(*Row.getHeader()) < ChainMin || !writesLast(*Row.getHeader()) ||
      !isPlain(*Around))
    return nullptr;
  return Around;
}

// Turns of different threads do not depend on each other: CUDA orders nothing between two barriers.
struct NothingAliases : llvm::AAResultBase {
  llvm::AliasResult alias(const llvm::MemoryLocation &, const llvm::MemoryLocation &, llvm::AAQueryInfo &, const llvm::Instruction *) {
    return llvm::AliasResult::NoAlias;
  }
  bool invalidate(llvm::Function &, const llvm::PreservedAnalyses &, llvm::FunctionAnalysisManager::Invalidator &) { return false; }
};

} // namespace

llvm::PreservedAnalyses JammedRows::run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses) {
  auto &Loops = Analyses.getResult<llvm::LoopAnalysis>(F);
  auto &Evolution = Analyses.getResult<llvm::ScalarEvolutionAnalysis>(F);
  auto &Dominators = Analyses.getResult<llvm::DominatorTreeAnalysis>(F);
  auto &Assumptions = Analyses.getResult<llvm::AssumptionAnalysis>(F);
  auto &Target = Analyses.getResult<llvm::TargetIRAnalysis>(F);
  auto &Remarks = Analyses.getResult<llvm::OptimizationRemarkEmitterAnalysis>(F);
  llvm::SmallVector<llvm::Loop *, 4> Found;
  for (llvm::Loop *Loop : Loops.getLoopsInPreorder())
    if (llvm::Loop *Around = rowsAround(*Loop))
      Found.push_back(Around);
  NothingAliases Nothing;
  llvm::AAResults Aliases(Analyses.getResult<llvm::TargetLibraryAnalysis>(F));
  Aliases.addAAResult(Nothing);
  for (llvm::Loop *Around : Found) {
    llvm::simplifyLoop(Around, &Dominators, &Loops, &Evolution, &Assumptions, nullptr, /*PreserveLCSSA=*/false);
    llvm::formLCSSARecursively(*Around, Dominators, &Loops, &Evolution);
    llvm::DependenceInfo Dependences(&F, &Aliases, &Evolution, &Loops);
    if (!llvm::isSafeToUnrollAndJam(Around, Evolution, Dominators, Dependences, Loops))
      continue;
    llvm::LoopUnrollResult Made = llvm::UnrollAndJamLoop(Around, Rows, /*TripCount=*/0, /*TripMultiple=*/1, /*UnrollRemainder=*/false, &Loops, &Evolution,
                                                         &Dominators, &Assumptions, &Target, &Remarks);
    if (Made == llvm::LoopUnrollResult::PartiallyUnrolled)
      Interleaving{*Around->getSubLoops().front()->getHeader(), {}}.run();
  }
  return Found.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

} // namespace chv
