#include "tiers/steps.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace chv {

namespace {

constexpr llvm::StringRef Step = "__chv_sync_step";

// A kernel with more points would become more loops over threads than it is worth.
constexpr size_t StepsMax = 64;
// Branches around a point at most.
constexpr unsigned DepthMax = 8;

// A branch one way of which leads to a point.
struct Around {
  llvm::BranchInst *Branch = nullptr;
  llvm::BasicBlock *First = nullptr; // where that way begins
  llvm::SetVector<llvm::BasicBlock *> Before; // from there to the point
};

llvm::StringRef nameOf(const llvm::Instruction &I) {
  const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  return Call && Call->getCalledFunction() ? Call->getCalledFunction()->getName() : "";
}

class Lifting {
public:
  Lifting(ThreadCode &Code, llvm::StringRef Barrier, llvm::Instruction &Point)
      : Code(Code), Barrier(Barrier), Point(Point), Dominators(*Code.Kernel), Behind(*Code.Kernel), Loops(Dominators) {}

  // Lifts the point out of the nearest branch around it. False if there is none that threads may decide unlike, or if it cannot.
  bool run() {
    Around Found;
    if (!find(Found))
      return false;
    lift(Found);
    return true;
  }

private:
  ThreadCode &Code;
  llvm::StringRef Barrier;
  llvm::Instruction &Point;
  llvm::DominatorTree Dominators;
  llvm::PostDominatorTree Behind;
  llvm::LoopInfo Loops;

  bool find(Around &Found) {
    llvm::BasicBlock *Here = Point.getParent();
    auto *Node = Dominators.getNode(Here)->getIDom();
    while (Node && Behind.dominates(Here, Node->getBlock()))
      Node = Node->getIDom();
    if (!Node || Node->getBlock() == Code.Prologue)
      return false;
    llvm::BasicBlock *Start = Node->getBlock();
    auto *Branch = llvm::dyn_cast<llvm::BranchInst>(Start->getTerminator());
    // A loop that a point is in: if not all threads go round it alike, the kernel is refused later.
    if (!Branch || Branch->isUnconditional() || Code.isRoot(Branch->getCondition()) || Loops.getLoopFor(Start) != Loops.getLoopFor(Here))
      return false;
    for (llvm::BasicBlock *First : llvm::successors(Start))
      if (First->getSinglePredecessor() && Dominators.dominates(First, Here) && Behind.dominates(Here, First))
        Found.First = First;
    if (!Found.First || holdsBarrier(*Found.First))
      return false;
    Found.Branch = Branch;
    Found.Before.insert(Here);
    for (unsigned Next = 0; Next < Found.Before.size(); ++Next)
      if (Found.Before[Next] != Found.First)
        for (llvm::BasicBlock *From : llvm::predecessors(Found.Before[Next]))
          Found.Before.insert(From);
    return true;
  }

  // Where the block's barrier is threads decide alike, or the kernel is refused.
  bool holdsBarrier(const llvm::BasicBlock &First) const {
    return llvm::any_of(*Code.Kernel, [&](const llvm::BasicBlock &Block) {
      return Dominators.dominates(&First, &Block) && llvm::any_of(Block, [&](const llvm::Instruction &I) { return nameOf(I) == Barrier; });
    });
  }

  // `if (c) { a; point; b; } else d;` becomes `if (c) a; point; if (c) b; else d;`.
  void lift(const Around &Found) {
    llvm::BasicBlock *Before = Point.getParent(), *Start = Found.Branch->getParent();
    llvm::BasicBlock *Then = llvm::SplitBlock(Before, &Point);
    llvm::BasicBlock *Middle = llvm::BasicBlock::Create(Code.Kernel->getContext(), "step", Code.Kernel, Then);
    Before->getTerminator()->setSuccessor(0, Middle);
    Point.moveBefore(*Middle, Middle->end());
    unsigned Way = Found.Branch->getSuccessor(0) == Found.First ? 0 : 1;
    llvm::BasicBlock *Other = Found.Branch->getSuccessor(1 - Way);
    llvm::BasicBlock *Ways[] = {Way == 0 ? Then : Other, Way == 0 ? Other : Then};
    llvm::BranchInst::Create(Ways[0], Ways[1], Found.Branch->getCondition(), Middle);
    Found.Branch->setSuccessor(1 - Way, Middle);
    Other->replacePhiUsesWith(Start, Middle);
    carry(Found, *Middle, *Before, *Start);
  }

  // What threads have when they come to the point by the branch is there behind it; what the others have there is never used.
  void carry(const Around &Found, llvm::BasicBlock &Middle, llvm::BasicBlock &Before, llvm::BasicBlock &Start) {
    for (llvm::BasicBlock *Block : Found.Before)
      for (llvm::Instruction &I : *Block) {
        llvm::SmallVector<llvm::Use *, 8> Uses;
        for (llvm::Use &Use : I.uses()) {
          auto *User = llvm::cast<llvm::Instruction>(Use.getUser());
          auto *Phi = llvm::dyn_cast<llvm::PHINode>(User);
          if (!Found.Before.contains(Phi ? Phi->getIncomingBlock(Use) : User->getParent()))
            Uses.push_back(&Use);
        }
        if (Uses.empty())
          continue;
        llvm::PHINode *Phi = llvm::PHINode::Create(I.getType(), 2, "", Middle.begin());
        Phi->addIncoming(&I, &Before);
        Phi->addIncoming(llvm::PoisonValue::get(I.getType()), &Start);
        for (llvm::Use *Use : Uses)
          Use->set(Phi);
      }
  }
};

} // namespace

bool isStep(llvm::StringRef Callee) { return Callee == Step; }

void cutAtSteps(ThreadCode &Code, llvm::StringRef Barrier) {
  llvm::SmallVector<llvm::Instruction *, 16> Points;
  for (llvm::Instruction &I : llvm::instructions(*Code.Kernel))
    if (isStep(nameOf(I)))
      Points.push_back(&I);
  if (Points.size() > StepsMax)
    return Code.refuse("lanes of a warp may meet in memory at more than " + llvm::Twine(StepsMax) + " places with no barrier between, the first at {0}",
                       {placeOf(*Points.front())});
  for (llvm::Instruction *Point : Points)
    for (unsigned Depth = 0; Lifting(Code, Barrier, *Point).run();)
      if (++Depth > DepthMax)
        return Code.refuse("lanes of a warp may meet in memory at {0} with no barrier between, below more than " + llvm::Twine(DepthMax) + " conditions",
                           {placeOf(*Point)});
  if (Points.empty())
    return;
  llvm::Function *Callee = barrierOf(Code, Barrier);
  for (llvm::Instruction *Point : Points) {
    llvm::IRBuilder<> Builder(Point);
    Builder.CreateCall(Callee, {Builder.getInt32(OfLanes)});
    Point->eraseFromParent();
  }
}

} // namespace chv
