#include "tiers/parted_loops.h"
#include "tiers/estimates.h"
#include "tiers/uniformity.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace chv {

namespace {

constexpr llvm::StringRef Ballot = "__chv_sync_ballot";
// Branches around a loop at most.
constexpr unsigned DepthMax = 8;
// A larger body takes long to compile, 32 lanes wide.
constexpr unsigned InstructionsMax = 200;
// Lanes that go round together read at as many addresses, which costs what each of them alone costs. So a loop has to compute more than it reads: operations
// for each access at least.
constexpr unsigned ComputedMin = 6;

// Does a vector of lanes take about as long as one lane?
bool fitsVector(const llvm::Instruction &I) {
  if (I.isAtomic() || I.isVolatile() || I.isIntDivRem() || I.getType()->isVectorTy())
    return false;
  const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  if (!Call || llvm::isa<llvm::DbgInfoIntrinsic>(I))
    return true;
  const auto *Known = llvm::dyn_cast<llvm::IntrinsicInst>(Call);
  return Known && (Known->isAssumeLikeIntrinsic() || isEstimate(I) || llvm::isTriviallyVectorizable(Known->getIntrinsicID()));
}

bool pays(const llvm::Loop &Loop) {
  unsigned Accesses = 0, Computed = 0, All = 0;
  for (const llvm::BasicBlock *Block : Loop.blocks())
    for (const llvm::Instruction &I : *Block) {
      if (!fitsVector(I) || ++All > InstructionsMax)
        return false;
      Accesses += I.mayReadOrWriteMemory();
      Computed += llvm::isa<llvm::BinaryOperator, llvm::CmpInst, llvm::SelectInst, llvm::CallBase, llvm::UnaryOperator>(I);
    }
  return Computed >= ComputedMin * std::max(Accesses, 1u);
}

// Has lanes that leave the loop wait at its end for those that go round once more.
class Joining {
public:
  Joining(ThreadCode &Code, llvm::Loop &Loop) : Code(Code), Loop(Loop), Context(Code.Kernel->getContext()) {}

  void run() {
    llvm::BasicBlock *Before = Loop.getLoopPreheader();
    Header = Loop.getHeader();
    Exit = Loop.getUniqueExitBlock();
    Start = block("parted.start");
    Round = block("parted.round");
    Vote = block("parted.vote");
    End = block("parted.end");
    llvm::SmallVector<llvm::BasicBlock *, 4> Leaving;
    Loop.getExitingBlocks(Leaving);
    Latch = Loop.getLoopLatch();
    Active = llvm::PHINode::Create(llvm::Type::getInt1Ty(Context), 2, "active", Round);
    Still = llvm::PHINode::Create(llvm::Type::getInt1Ty(Context), 4, "still", Vote);
    Active->addIncoming(llvm::ConstantInt::getTrue(Context), Start);
    Active->addIncoming(Still, Vote);
    Still->addIncoming(llvm::ConstantInt::getFalse(Context), Round);
    carryRounds(Before, Leaving);
    carryResults(Leaving);
    Before->getTerminator()->replaceSuccessorWith(Header, Start);
    llvm::BranchInst::Create(Round, Start);
    llvm::BranchInst::Create(Header, Vote, Active, Round);
    lead(Latch, Header, /*GoesOn=*/true);
    for (llvm::BasicBlock *From : Leaving)
      lead(From, Exit, /*GoesOn=*/false);
    for (auto &[From, To] : Edges)
      llvm::BranchInst::Create(Vote, To);
    vote();
  }

  // Where lanes come to the loop, and where they go on behind it.
  llvm::BasicBlock *Start = nullptr, *Round = nullptr, *Vote = nullptr, *End = nullptr;
  llvm::PHINode *Active = nullptr; // those that are still in the loop

private:
  ThreadCode &Code;
  llvm::Loop &Loop;
  llvm::LLVMContext &Context;
  llvm::BasicBlock *Header = nullptr, *Exit = nullptr, *Latch = nullptr;
  llvm::PHINode *Still = nullptr;
  llvm::SmallVector<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>, 4> Edges; // a block of the loop's, and one between that and the vote

  llvm::BasicBlock *block(const char *Name) { return llvm::BasicBlock::Create(Context, Name, Code.Kernel); }

  // The blocks between the loop's and the vote: one for the way back, one for each way out.
  llvm::BasicBlock *between(llvm::BasicBlock *From, bool GoesOn) {
    for (unsigned Number = 0; Number < Edges.size(); ++Number)
      if (Edges[Number].first == From && (Number == 0) == GoesOn)
        return Edges[Number].second;
    Edges.push_back({From, block(GoesOn ? "parted.on" : "parted.out")});
    return Edges.back().second;
  }

  void lead(llvm::BasicBlock *From, llvm::BasicBlock *To, bool GoesOn) {
    llvm::BasicBlock *Over = between(From, GoesOn);
    From->getTerminator()->replaceSuccessorWith(To, Over);
    Still->addIncoming(llvm::ConstantInt::getBool(Context, GoesOn), Over);
  }

  // What each lane brings to its next round. Of those that have left it is never asked.
  void carryRounds(llvm::BasicBlock *Before, llvm::ArrayRef<llvm::BasicBlock *> Leaving) {
    llvm::BasicBlock *On = between(Latch, /*GoesOn=*/true);
    for (llvm::PHINode &Phi : llvm::make_early_inc_range(Header->phis())) {
      llvm::PHINode *Now = llvm::PHINode::Create(Phi.getType(), 2, Phi.getName(), Round);
      llvm::PHINode *Next = llvm::PHINode::Create(Phi.getType(), 4, "", Vote);
      Now->addIncoming(Phi.getIncomingValueForBlock(Before), Start);
      Now->addIncoming(Next, Vote);
      Next->addIncoming(Now, Round);
      Next->addIncoming(Phi.getIncomingValueForBlock(Latch), On);
      for (llvm::BasicBlock *From : Leaving)
        Next->addIncoming(Now, between(From, /*GoesOn=*/false));
      Phi.replaceAllUsesWith(Now);
      Phi.eraseFromParent();
    }
  }

  // What each lane has when it leaves.
  void carryResults(llvm::ArrayRef<llvm::BasicBlock *> Leaving) {
    llvm::BasicBlock *On = between(Latch, /*GoesOn=*/true);
    for (llvm::PHINode &Phi : Exit->phis()) {
      llvm::PHINode *Now = llvm::PHINode::Create(Phi.getType(), 2, "", Round);
      llvm::PHINode *Next = llvm::PHINode::Create(Phi.getType(), 4, "", Vote);
      Now->addIncoming(llvm::PoisonValue::get(Phi.getType()), Start);
      Now->addIncoming(Next, Vote);
      Next->addIncoming(Now, Round);
      Next->addIncoming(Now, On);
      for (llvm::BasicBlock *From : Leaving) {
        Next->addIncoming(Phi.getIncomingValueForBlock(From), between(From, /*GoesOn=*/false));
        Phi.removeIncomingValue(From, /*DeletePHIIfEmpty=*/false);
      }
      Phi.addIncoming(Next, End);
    }
  }

  void vote() {
    llvm::IRBuilder<> Builder(Vote);
    auto *Type = llvm::FunctionType::get(Builder.getInt64Ty(), {Builder.getInt64Ty(), Builder.getInt32Ty(), Builder.getInt32Ty()}, false);
    llvm::FunctionCallee Callee = Code.Kernel->getParent()->getOrInsertFunction(Ballot, Type);
    llvm::Value *Votes = Builder.CreateCall(Callee, {Builder.getInt64(~0ull), Builder.CreateZExt(Still, Builder.getInt32Ty()), Builder.getInt32(0)});
    Builder.CreateCondBr(Builder.CreateIsNotNull(Votes), Round, End);
    Builder.SetInsertPoint(End);
    Builder.CreateBr(Exit);
  }
};

// Lifts a joined loop out of the branches around it, so that all lanes come to it: `if (c) { a; loop; b; } else d;` becomes `if (c) a; loop; if (c) b; else d;`.
// In the loop, those without `c` have left from the beginning.
class Lifting {
public:
  Lifting(ThreadCode &Code, Joining &Joined) : Code(Code), Joined(Joined), Dominators(*Code.Kernel), Behind(*Code.Kernel), Loops(Dominators) {}

  // Lifts it out of the nearest branch. False if there is none, or if it cannot.
  bool run() {
    llvm::BasicBlock *Here = Joined.Start;
    auto *Node = Dominators.getNode(Here)->getIDom();
    while (Node && Behind.dominates(Here, Node->getBlock()))
      Node = Node->getIDom();
    if (!Node || Node->getBlock() == Code.Prologue)
      return false;
    llvm::BasicBlock *From = Node->getBlock(), *First = nullptr;
    auto *Branch = llvm::dyn_cast<llvm::BranchInst>(From->getTerminator());
    if (!Branch || Branch->isUnconditional() || Loops.getLoopFor(From) != Loops.getLoopFor(Here))
      return false;
    for (llvm::BasicBlock *Next : llvm::successors(From))
      if (Next->getSinglePredecessor() && Dominators.dominates(Next, Here) && Behind.dominates(Here, Next))
        First = Next;
    if (!First || Branch->getSuccessor(0) == Branch->getSuccessor(1))
      return false;
    llvm::SetVector<llvm::BasicBlock *> Before;
    Before.insert(Here);
    for (unsigned Next = 0; Next < Before.size(); ++Next)
      if (Before[Next] != First)
        for (llvm::BasicBlock *At : llvm::predecessors(Before[Next]))
          Before.insert(At);
    lift(*Branch, First, Before);
    return true;
  }

private:
  ThreadCode &Code;
  Joining &Joined;
  llvm::DominatorTree Dominators;
  llvm::PostDominatorTree Behind;
  llvm::LoopInfo Loops;

  void lift(llvm::BranchInst &Branch, llvm::BasicBlock *First, const llvm::SetVector<llvm::BasicBlock *> &Before) {
    llvm::LLVMContext &Context = Code.Kernel->getContext();
    llvm::BasicBlock *Old = Joined.Start, *From = Branch.getParent();
    llvm::BasicBlock *New = llvm::BasicBlock::Create(Context, "parted.start", Code.Kernel, Joined.Round);
    llvm::BasicBlock *End = llvm::BasicBlock::Create(Context, "parted.end", Code.Kernel);
    unsigned Way = Branch.getSuccessor(0) == First ? 0 : 1;
    llvm::BasicBlock *Other = Branch.getSuccessor(1 - Way);
    // All lanes come to the loop's start.
    Old->getTerminator()->replaceSuccessorWith(Joined.Round, New);
    llvm::BranchInst::Create(Joined.Round, New);
    for (llvm::PHINode &Phi : Joined.Round->phis())
      Phi.replaceIncomingBlockWith(Old, New);
    llvm::Value *Begun = Joined.Active->getIncomingValueForBlock(New);
    llvm::PHINode *Active = llvm::PHINode::Create(Begun->getType(), 2, "active", New->begin());
    Active->addIncoming(Begun, Old);
    Active->addIncoming(llvm::ConstantInt::getFalse(Context), From);
    Joined.Active->setIncomingValueForBlock(New, Active);
    // Behind it they part as they would have before.
    Joined.Vote->getTerminator()->replaceSuccessorWith(Joined.End, End);
    llvm::BasicBlock *Ways[] = {Way == 0 ? Joined.End : Other, Way == 0 ? Other : Joined.End};
    llvm::BranchInst::Create(Ways[0], Ways[1], Branch.getCondition(), End);
    Branch.setSuccessor(1 - Way, New);
    Other->replacePhiUsesWith(From, End);
    carry(Before, *Old, *New, *From);
    Joined.Start = New;
    Joined.End = End;
  }

  // What lanes have when they come to the loop is there in it and behind it; what the others have there is never used.
  static void carry(const llvm::SetVector<llvm::BasicBlock *> &Before, llvm::BasicBlock &Old, llvm::BasicBlock &New, llvm::BasicBlock &From) {
    for (llvm::BasicBlock *Block : Before)
      for (llvm::Instruction &I : *Block) {
        llvm::SmallVector<llvm::Use *, 8> Uses;
        for (llvm::Use &Use : I.uses()) {
          auto *User = llvm::cast<llvm::Instruction>(Use.getUser());
          auto *Phi = llvm::dyn_cast<llvm::PHINode>(User);
          if (!Before.contains(Phi ? Phi->getIncomingBlock(Use) : User->getParent()))
            Uses.push_back(&Use);
        }
        if (Uses.empty())
          continue;
        llvm::PHINode *Phi = llvm::PHINode::Create(I.getType(), 2, "", New.begin());
        Phi->addIncoming(&I, &Old);
        Phi->addIncoming(llvm::PoisonValue::get(I.getType()), &From);
        for (llvm::Use *Use : Uses)
          Use->set(Phi);
      }
  }
};

// Do lanes leave the loop in different rounds?
bool parts(const llvm::Loop &Loop, const Uniformity &Threads) {
  llvm::SmallVector<llvm::BasicBlock *, 4> Leaving;
  Loop.getExitingBlocks(Leaving);
  return llvm::any_of(Leaving, [&](const llvm::BasicBlock *Block) {
    const auto *Branch = llvm::dyn_cast<llvm::BranchInst>(Block->getTerminator());
    return Branch && Branch->isConditional() && Threads.isDivergent(Branch->getCondition());
  });
}

// Headers of the innermost loops that lanes leave in different rounds, and of the loops round them of which that is true too. Outer ones come first.
llvm::SmallSetVector<llvm::BasicBlock *, 4> partedLoops(ThreadCode &Code) {
  llvm::DominatorTree Dominators(*Code.Kernel);
  llvm::LoopInfo Loops(Dominators);
  llvm::SmallVector<llvm::Loop *, 8> Innermost;
  BlockSet Cuts;
  for (llvm::Loop *Loop : Loops.getLoopsInPreorder())
    if (Loop->isInnermost()) {
      Innermost.push_back(Loop);
      Cuts.insert(Loop->getHeader());
    }
  llvm::SmallSetVector<llvm::BasicBlock *, 4> Found;
  if (Innermost.empty())
    return Found;
  LiveFlow Flow(Code, Cuts);
  if (!Flow.isGood())
    return Found;
  Uniformity Threads(Code, Flow);
  for (llvm::Loop *Loop : Innermost) {
    if (!parts(*Loop, Threads) || !pays(*Loop))
      continue;
    llvm::SmallVector<llvm::Loop *, 4> Around;
    for (llvm::Loop *At = Loop; At; At = At->getParentLoop())
      if (parts(*At, Threads))
        Around.push_back(At);
    for (llvm::Loop *At : llvm::reverse(Around))
      Found.insert(At->getHeader());
  }
  return Found;
}

// Joins the loop with the header, and lifts it to where all lanes come.
bool join(ThreadCode &Code, llvm::BasicBlock *Header) {
  llvm::DominatorTree Dominators(*Code.Kernel);
  llvm::LoopInfo Loops(Dominators);
  llvm::Loop *Loop = Loops.getLoopFor(Header);
  if (!Loop || Loop->getHeader() != Header)
    return false;
  llvm::simplifyLoop(Loop, &Dominators, &Loops, nullptr, nullptr, nullptr, /*PreserveLCSSA=*/false);
  if (!Loop->getLoopPreheader() || !Loop->getLoopLatch() || !Loop->getUniqueExitBlock() || !Loop->hasDedicatedExits())
    return false;
  // What inner loops make may be wanted behind this one.
  llvm::formLCSSARecursively(*Loop, Dominators, &Loops, nullptr);
  Joining Joined(Code, *Loop);
  Joined.run();
  for (unsigned Depth = 0; Depth < DepthMax && Lifting(Code, Joined).run();)
    ++Depth;
  return true;
}

} // namespace

bool joinPartedLoops(ThreadCode &Code) {
  auto Headers = partedLoops(Code);
  bool Joined = !Headers.empty();
  for (llvm::BasicBlock *Header : Headers)
    Joined &= join(Code, Header);
  return Joined;
}

} // namespace chv
