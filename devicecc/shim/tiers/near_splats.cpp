#include "tiers/near_splats.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

namespace chv {

namespace {

// Splats that a loop may keep in registers, of 32 or 16.
constexpr unsigned KeptMax = 12;
// Blocks between where a number is read and the loop at most.
constexpr unsigned BlocksMax = 16;

// A vector that has one number, which is read, in all places.
struct Splat {
  llvm::ShuffleVectorInst *Whole;
  llvm::InsertElementInst *First;
  llvm::LoadInst *Read;
};

bool isSplat(llvm::Value *Value, Splat &Found) {
  Found.Whole = llvm::dyn_cast<llvm::ShuffleVectorInst>(Value);
  if (!Found.Whole || !Found.Whole->isZeroEltSplat())
    return false;
  Found.First = llvm::dyn_cast<llvm::InsertElementInst>(Found.Whole->getOperand(0));
  Found.Read = Found.First ? llvm::dyn_cast<llvm::LoadInst>(Found.First->getOperand(1)) : nullptr;
  return Found.Read && Found.Read->isSimple() && llvm::isa<llvm::PoisonValue>(Found.First->getOperand(0));
}

class Sinking {
public:
  Sinking(llvm::Loop &Loop, llvm::AAResults &Aliases) : Loop(Loop), Aliases(Aliases) {}

  bool run() {
    llvm::SmallVector<std::pair<llvm::Use *, Splat>, 64> Uses;
    llvm::SmallPtrSet<llvm::Value *, 32> Different;
    for (llvm::BasicBlock *Block : Loop.blocks())
      for (llvm::Instruction &I : *Block)
        for (llvm::Use &Use : I.operands())
          if (Splat Found; !llvm::isa<llvm::PHINode>(I) && isSplat(Use.get(), Found) && !Loop.contains(Found.Whole)) {
            Uses.push_back({&Use, Found});
            Different.insert(Found.Whole);
          }
    if (Different.size() <= KeptMax)
      return false;
    bool Changed = false;
    for (auto &[Use, Found] : Uses)
      if (Found.Whole->hasOneUse() && staysAlike(*Found.Read)) {
        auto *User = llvm::cast<llvm::Instruction>(Use->getUser());
        llvm::Instruction *Read = Found.Read->clone(), *First = Found.First->clone(), *Whole = Found.Whole->clone();
        for (llvm::Instruction *Copy : {Read, First, Whole})
          Copy->insertBefore(User->getIterator());
        First->setOperand(1, Read);
        Whole->setOperand(0, First);
        Use->set(Whole);
        Found.Whole->eraseFromParent();
        if (Found.First->use_empty())
          Found.First->eraseFromParent();
        if (Found.Read->use_empty())
          Found.Read->eraseFromParent();
        Changed = true;
      }
    return Changed;
  }

private:
  llvm::Loop &Loop;
  llvm::AAResults &Aliases;

  // Is nothing written there from where it is read up to the loop's end?
  bool staysAlike(llvm::LoadInst &Read) {
    llvm::MemoryLocation Place = llvm::MemoryLocation::get(&Read);
    auto Writes = [&](llvm::Instruction &I) { return I.mayWriteToMemory() && llvm::isModSet(Aliases.getModRefInfo(&I, Place)); };
    for (llvm::Instruction *At = Read.getNextNode(); At; At = At->getNextNode())
      if (Writes(*At))
        return false;
    llvm::SmallPtrSet<llvm::BasicBlock *, 16> Seen(Loop.block_begin(), Loop.block_end());
    llvm::SmallVector<llvm::BasicBlock *, 16> Todo(Loop.block_begin(), Loop.block_end());
    while (!Todo.empty()) {
      llvm::BasicBlock *Block = Todo.pop_back_val();
      if (Seen.size() > Loop.getNumBlocks() + BlocksMax || llvm::any_of(*Block, Writes))
        return false;
      for (llvm::BasicBlock *Before : llvm::predecessors(Block))
        if (Before != Read.getParent() && Seen.insert(Before).second)
          Todo.push_back(Before);
    }
    return true;
  }
};

} // namespace

llvm::PreservedAnalyses NearSplats::run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses) {
  if (!F.getName().ends_with("_regions"))
    return llvm::PreservedAnalyses::all();
  auto &Loops = Analyses.getResult<llvm::LoopAnalysis>(F);
  auto &Aliases = Analyses.getResult<llvm::AAManager>(F);
  bool Changed = false;
  for (llvm::Loop *Loop : Loops.getLoopsInPreorder())
    if (Loop->isInnermost())
      Changed |= Sinking(*Loop, Aliases).run();
  if (!Changed)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses Kept;
  Kept.preserveSet<llvm::CFGAnalyses>();
  return Kept;
}

} // namespace chv
