#include "tiers/strided_loops.h"
#include "tiers/strides.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace chv {

namespace {

// More than these, each kept a second time for numbers that run over, would be more code than they are worth.
constexpr unsigned LoopsMax = 16;

// Can threads go through it in any order, each when it is its turn?
bool fitsTurns(const llvm::Instruction &I) {
  if (I.isVolatile() || llvm::isa<llvm::AllocaInst, llvm::FenceInst>(I))
    return false;
  if (llvm::isa<llvm::AssumeInst>(I))
    return true;
  const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  return !Call || Call->doesNotAccessMemory();
}

// `for (c = Start; c < Bound; c += Step)`, turned over: the test stands at the end, and one before the loop.
struct Strided {
  llvm::Loop *Loop = nullptr;
  // Noted before copies of its blocks lead here too.
  llvm::BasicBlock *Preheader = nullptr, *Header = nullptr, *Latch = nullptr, *Exit = nullptr;
  llvm::PHINode *Counter = nullptr;
  llvm::Value *Start = nullptr, *Step = nullptr, *Bound = nullptr;
  llvm::CmpInst::Predicate Below = llvm::CmpInst::BAD_ICMP_PREDICATE;
  bool SameSign = false; // what is compared has the same sign, so it does not matter which comparison it is
  llvm::BranchInst *Guard = nullptr; // null: every thread goes round at least once
  bool GuardIfTrue = true;

  bool isSigned() const { return llvm::CmpInst::isSigned(Below); }
};

// The comparison with `IfTrue` as what makes a thread go on, its first operand on the left.
bool comparesBelow(llvm::Value *Condition, bool IfTrue, llvm::Value *Left, llvm::CmpInst::Predicate &Below, llvm::Value *&Bound) {
  auto *Compare = llvm::dyn_cast<llvm::ICmpInst>(Condition);
  if (!Compare)
    return false;
  Below = IfTrue ? Compare->getPredicate() : Compare->getInversePredicate();
  Bound = Compare->getOperand(1);
  if (Compare->getOperand(0) != Left) {
    Below = llvm::CmpInst::getSwappedPredicate(Below);
    Bound = Compare->getOperand(0);
    if (Compare->getOperand(1) != Left)
      return false;
  }
  return llvm::ICmpInst::isLT(Below) || llvm::ICmpInst::isLE(Below);
}

// What was made wider before it was compared.
llvm::Value *narrow(llvm::Value *Value, bool Signed) {
  if (auto *Number = llvm::dyn_cast<llvm::ConstantInt>(Value); Number && Number->getBitWidth() == 64 && Number->getValue().isSignedIntN(32))
    return llvm::ConstantInt::getSigned(llvm::Type::getInt32Ty(Value->getContext()), Number->getSExtValue());
  auto *Cast = llvm::dyn_cast<llvm::CastInst>(Value);
  if (!Cast || !llvm::isa<llvm::SExtInst, llvm::ZExtInst>(Cast))
    return Value;
  bool Positive = (llvm::isa<llvm::ZExtInst>(Cast) && Cast->hasNonNeg()) || llvm::isKnownNonNegative(Cast->getOperand(0), Cast->getDataLayout());
  return Positive || llvm::isa<llvm::SExtInst>(Cast) == Signed ? Cast->getOperand(0) : Value;
}

// Are they the same, or the same function of the same?
bool isAlike(const llvm::Value *One, const llvm::Value *Other, unsigned Depth = 4) {
  const auto *Left = llvm::dyn_cast<llvm::Instruction>(One), *Right = llvm::dyn_cast<llvm::Instruction>(Other);
  if (One == Other || !Left || !Right || Depth == 0)
    return One == Other;
  bool Fits = Left->isSameOperationAs(Right) && !Left->mayReadOrWriteMemory() && !llvm::isa<llvm::PHINode, llvm::FreezeInst, llvm::CallBase>(Left);
  return Fits && llvm::all_of(llvm::zip(Left->operands(), Right->operands()), [&](const auto &Pair) {
           return isAlike(std::get<0>(Pair), std::get<1>(Pair), Depth - 1);
         });
}

// Does the branch before the loop ask the same of the counter's first value?
bool asksTheSame(const Strided &Loop, llvm::BranchInst &Branch, bool IfTrue) {
  auto *Compare = llvm::dyn_cast<llvm::ICmpInst>(Branch.getCondition());
  for (bool Narrow : {false, true}) {
    llvm::Value *Start = Narrow ? narrow(Loop.Start, Loop.isSigned()) : Loop.Start;
    llvm::Value *Bound = Narrow ? narrow(Loop.Bound, Loop.isSigned()) : Loop.Bound;
    llvm::CmpInst::Predicate Below;
    llvm::Value *Against;
    if (Compare)
      for (llvm::Value *Operand : Compare->operands())
        Start = isAlike(Operand, Start) ? Operand : Start;
    if (!comparesBelow(Branch.getCondition(), IfTrue, Start, Below, Against) || !isAlike(Against, Bound))
      continue;
    // Of numbers with the same sign it does not matter which comparison it is.
    bool Alike = Compare->hasSameSign() && llvm::ICmpInst::getSignedPredicate(Below) == Loop.Below;
    if (Alike || Below == Loop.Below)
      return true;
  }
  return false;
}

// Is a first value surely below the bound?
bool startsBelow(const Strided &Loop, const ThreadCode &Code) {
  auto *Bound = llvm::dyn_cast<llvm::ConstantInt>(Loop.Bound);
  llvm::Value *Start = narrow(Loop.Start, Loop.isSigned());
  if (auto *Cast = llvm::dyn_cast<llvm::ZExtInst>(Start))
    Start = Cast->getOperand(0);
  return Bound && llvm::is_contained(Code.Index, Start) && Bound->getValue().sgt(1023);
}

class Search {
public:
  explicit Search(const ThreadCode &Code) : Code(Code) {}

  bool find(llvm::Loop &Loop, Strided &Found) const {
    auto *End = Loop.getLoopLatch() ? llvm::dyn_cast<llvm::BranchInst>(Loop.getLoopLatch()->getTerminator()) : nullptr;
    bool Fits = Loop.isInnermost() && End && End->isConditional() && Loop.getExitingBlock() == End->getParent() && Loop.getExitBlock() &&
                Loop.getLoopPreheader() && llvm::all_of(Loop.blocks(), [&](const llvm::BasicBlock *Block) {
                  return !llvm::is_contained(Code.AfterBarrier, Block) && llvm::all_of(*Block, fitsTurns);
                });
    if (!Fits)
      return false;
    Found.Loop = &Loop;
    Found.Preheader = Loop.getLoopPreheader();
    Found.Header = Loop.getHeader();
    Found.Latch = Loop.getLoopLatch();
    Found.Exit = Loop.getExitBlock();
    for (llvm::PHINode &Phi : Loop.getHeader()->phis())
      if (isCounter(Phi, *End, Found))
        return findGuard(Found);
    return false;
  }

private:
  const ThreadCode &Code;

  static bool isCounter(llvm::PHINode &Phi, const llvm::BranchInst &End, Strided &Found) {
    auto *Next = llvm::dyn_cast<llvm::BinaryOperator>(Phi.getIncomingValueForBlock(Found.Latch));
    if (!Phi.getType()->isIntegerTy(32) && !Phi.getType()->isIntegerTy(64))
      return false;
    if (!Next || Next->getOpcode() != llvm::Instruction::Add || !llvm::is_contained(Next->operands(), &Phi))
      return false;
    Found.Counter = &Phi;
    Found.Step = Next->getOperand(Next->getOperand(0) == &Phi ? 1 : 0);
    Found.Start = Phi.getIncomingValueForBlock(Found.Preheader);
    bool IfTrue = End.getSuccessor(0) == Found.Header;
    if (auto *Compare = llvm::dyn_cast<llvm::ICmpInst>(End.getCondition()))
      Found.SameSign = Compare->hasSameSign();
    if (!comparesBelow(End.getCondition(), IfTrue, Next, Found.Below, Found.Bound)) {
      // `c + 256 < 1024` may have become `c < 768`.
      auto *Step = llvm::dyn_cast<llvm::ConstantInt>(Found.Step);
      if (!Step || !comparesBelow(End.getCondition(), IfTrue, &Phi, Found.Below, Found.Bound))
        return false;
      auto *Bound = llvm::dyn_cast<llvm::ConstantInt>(Found.Bound);
      bool Over = false;
      if (Bound)
        Found.Bound = llvm::ConstantInt::get(Phi.getContext(), Found.isSigned() ? Bound->getValue().sadd_ov(Step->getValue(), Over)
                                                                                : Bound->getValue().uadd_ov(Step->getValue(), Over));
      if (!Bound || Over)
        return false;
    }
    return Found.Loop->isLoopInvariant(Found.Step) && Found.Loop->isLoopInvariant(Found.Bound);
  }

  bool findGuard(Strided &Found) const {
    if (startsBelow(Found, Code))
      return true;
    llvm::BasicBlock *Before = Found.Preheader->getSinglePredecessor();
    auto *Branch = Before ? llvm::dyn_cast<llvm::BranchInst>(Before->getTerminator()) : nullptr;
    if (!Branch || Branch->isUnconditional() || Branch->getSuccessor(0) == Branch->getSuccessor(1))
      return false;
    Found.Guard = Branch;
    Found.GuardIfTrue = Branch->getSuccessor(0) == Found.Preheader;
    bool Asks = asksTheSame(Found, *Branch, Found.GuardIfTrue);
    if (!Asks && Found.SameSign) {
      Found.Below = llvm::ICmpInst::getSignedPredicate(Found.Below);
      Asks = asksTheSame(Found, *Branch, Found.GuardIfTrue);
    }
    // What stands before the loop is done again for threads that do not come to it.
    return Asks && llvm::all_of(*Found.Preheader, [](const llvm::Instruction &I) {
             return I.isTerminator() || (!llvm::isa<llvm::PHINode>(I) && !I.mayWriteToMemory() && fitsTurns(I) && !I.isAtomic());
           });
  }
};

// Puts a loop that all go round alike beside the one that is there, which is kept for numbers that run over.
class Turning {
public:
  Turning(ThreadCode &Code, const Strided &Old) : Code(Code), Old(Old), Context(Code.Kernel->getContext()) {}

  // False if the counter cannot be taken apart.
  bool run() {
    llvm::BasicBlock *Before = Old.Guard ? Old.Guard->getParent() : Old.Preheader;
    if (!liftBefore(*Before))
      return false;
    FoldingBuilder Builder(Context, llvm::InstSimplifyFolder(Code.Kernel->getDataLayout()));
    Builder.SetInsertPoint(Before->getTerminator());
    Strides Parts(Code, Builder);
    std::optional<Stride> Start = Parts.split(Old.Start);
    if (!Start || !Start->Own)
      return false;
    if (!Start->Base)
      Start->Base = llvm::ConstantInt::get(Old.Start->getType(), 0);
    llvm::Value *Good = staysInOrder(Builder, Parts, *Start);
    if (llvm::PatternMatch::match(Good, llvm::PatternMatch::m_Zero()))
      return false;
    makeBlocks();
    cloneLoop(*Start);
    goOnBehind();
    enter(*Before, Good);
    Code.Strided.push_back({Head, 0});
    return true;
  }

private:
  ThreadCode &Code;
  const Strided &Old;
  llvm::LLVMContext &Context;
  llvm::BasicBlock *Entry = nullptr, *Head = nullptr, *Busy = nullptr, *Tail = nullptr, *Behind = nullptr;
  llvm::ValueToValueMapTy Map;
  llvm::DenseMap<const llvm::Value *, llvm::PHINode *> Kept; // what a header's phi has at a round's end, by what it gets there

  // No thread's counter runs over before it is at the bound, and none begins so.
  llvm::Value *staysInOrder(FoldingBuilder &Builder, Strides &Parts, const Stride &Start) {
    bool Signed = Old.isSigned();
    llvm::Type *Type = Old.Start->getType();
    unsigned Bits = Type->getIntegerBitWidth();
    llvm::Value *Zero = llvm::ConstantInt::get(Type, 0);
    llvm::Value *Most = Builder.getInt(Signed ? llvm::APInt::getSignedMaxValue(Bits) : llvm::APInt::getMaxValue(Bits));
    llvm::Value *Room = Builder.CreateSub(Most, Old.Step);
    llvm::Value *Good = Signed ? Builder.CreateICmpSGT(Old.Step, Zero) : Builder.CreateICmpNE(Old.Step, Zero);
    Good = Builder.CreateAnd(Good, Signed ? Builder.CreateICmpSLT(Old.Bound, Room) : Builder.CreateICmpULT(Old.Bound, Room));
    Good = Builder.CreateAnd(Good, Parts.staysWithin(Old.Bound, Start.OwnMax, Signed));
    Good = Builder.CreateAnd(Good, Parts.staysWithin(Start.Base, Start.OwnMax, Signed));
    return Parts.condition() ? Builder.CreateAnd(Good, Parts.condition()) : Good;
  }

  void makeBlocks() {
    auto Make = [&](const char *Name) { return llvm::BasicBlock::Create(Context, Name, Code.Kernel, Old.Exit); };
    Entry = Make("strided.before");
    Head = Make("strided");
    Busy = Make("strided.busy");
    Tail = Make("strided.next");
    Behind = Make("strided.behind");
  }

  // What every thread may do before the loop is done before they part. False if the loop needs something of the rest before it begins.
  bool liftBefore(llvm::BasicBlock &Before) {
    llvm::BasicBlock &From = *Old.Preheader;
    if (!Old.Guard)
      return true;
    for (llvm::Instruction &I : llvm::make_early_inc_range(From)) {
      bool CanMove = !I.isTerminator() && !I.mayReadOrWriteMemory() && llvm::isSafeToSpeculativelyExecute(&I) &&
                     llvm::none_of(I.operands(), [&](const llvm::Value *Operand) { return isIn(Operand, From); });
      if (!CanMove)
        continue;
      I.moveBefore(Before.getTerminator()->getIterator());
      I.dropUBImplyingAttrsAndMetadata();
      I.dropPoisonGeneratingFlags();
    }
    auto IsWantedElsewhere = [&](const llvm::User *User) {
      const auto *I = llvm::cast<llvm::Instruction>(User);
      return I->getParent() != &From && !Old.Loop->contains(I) && !(llvm::isa<llvm::PHINode>(I) && I->getParent() == Old.Exit);
    };
    if (llvm::any_of(From, [&](const llvm::Instruction &I) { return llvm::any_of(I.users(), IsWantedElsewhere); }))
      return false;
    return llvm::none_of(Old.Header->phis(), [&](const llvm::PHINode &Phi) { return isIn(Phi.getIncomingValueForBlock(&From), From); }) &&
           !isIn(Old.Step, From) && !isIn(Old.Bound, From);
  }

  static bool isIn(const llvm::Value *Value, const llvm::BasicBlock &Block) {
    const auto *I = llvm::dyn_cast<llvm::Instruction>(Value);
    return I && I->getParent() == &Block;
  }

  // Is it left before the loop, where not all threads come?
  bool isBefore(const llvm::Instruction &I) const { return Old.Guard && I.getParent() == Old.Preheader; }

  // What is left there may fail, so only threads do it that go round, each time.
  void cloneBefore() {
    if (!Old.Guard)
      return;
    for (llvm::Instruction &I : *Old.Preheader)
      if (!I.isTerminator()) {
        llvm::Instruction *Copy = I.clone();
        Copy->insertInto(Busy, Busy->end());
        Map[&I] = Copy;
      }
  }

  llvm::Value *mapped(llvm::Value *Value) {
    auto Found = Map.find(Value);
    return Found == Map.end() ? Value : static_cast<llvm::Value *>(Found->second);
  }

  // A value that a thread keeps when it does not go round any more.
  llvm::PHINode *keep(llvm::Value *First, llvm::Value *Next) {
    llvm::PHINode *Now = llvm::PHINode::Create(Next->getType(), 2, "", Head->begin());
    llvm::PHINode *Then = llvm::PHINode::Create(Next->getType(), 2, "", Tail->begin());
    Now->addIncoming(First, Entry);
    Now->addIncoming(Then, Tail);
    Then->addIncoming(Now, Head);
    Then->addIncoming(Next, llvm::cast<llvm::BasicBlock>(mapped(Old.Latch)));
    return Then;
  }

  void cloneLoop(const Stride &Start) {
    cloneBefore();
    llvm::BranchInst::Create(Head, Entry);
    llvm::IRBuilder<> Builder(Head);
    llvm::PHINode *Base = Builder.CreatePHI(Old.Counter->getType(), 2, "base");
    llvm::Value *Counter = Builder.CreateAdd(Start.Own, Base, "", /*HasNUW=*/!Old.isSigned(), /*HasNSW=*/Old.isSigned());
    llvm::Value *GoesRound = Builder.CreateICmp(Old.Below, Counter, Old.Bound);
    llvm::SmallVector<llvm::BasicBlock *, 8> Copies;
    for (llvm::BasicBlock *Block : Old.Loop->blocks()) {
      Copies.push_back(llvm::CloneBasicBlock(Block, Map, ".strided", Code.Kernel));
      Map[Block] = Copies.back();
    }
    Map[Old.Counter] = Counter;
    for (llvm::PHINode &Phi : Old.Header->phis())
      if (&Phi != Old.Counter) {
        llvm::Value *Next = Phi.getIncomingValueForBlock(Old.Latch);
        llvm::PHINode *Then = keep(Phi.getIncomingValueForBlock(Old.Preheader), Next);
        Kept.try_emplace(Next, Then);
        llvm::cast<llvm::Instruction>(mapped(&Phi))->eraseFromParent();
        Map[&Phi] = Then->getIncomingValueForBlock(Head);
      }
    finish(*llvm::cast<llvm::BasicBlock>(mapped(Old.Header)), Counter);
    llvm::remapInstructionsInBlocks(Copies, Map);
    llvm::remapInstructionsInBlocks({Head, Tail, Busy}, Map);
    Builder.SetInsertPoint(Head);
    Builder.CreateCondBr(GoesRound, Busy, Tail);
    Builder.SetInsertPoint(Busy);
    Builder.CreateBr(llvm::cast<llvm::BasicBlock>(mapped(Old.Header)));
    Builder.SetInsertPoint(Tail);
    llvm::Value *Next = Builder.CreateAdd(Base, Old.Step, "", /*HasNUW=*/!Old.isSigned(), /*HasNSW=*/Old.isSigned());
    Builder.CreateCondBr(Builder.CreateICmp(Old.Below, Next, Old.Bound), Head, Behind);
    Base->addIncoming(Start.Base, Entry);
    Base->addIncoming(Next, Tail);
    widen(Counter, Start.Own, Base);
  }

  // Ends the copy of the loop's last block, and takes away the counter's old phi.
  void finish(llvm::BasicBlock &Header, llvm::Value *Counter) {
    llvm::Instruction *End = llvm::cast<llvm::BasicBlock>(mapped(Old.Latch))->getTerminator();
    llvm::BranchInst::Create(Tail, End->getIterator());
    End->eraseFromParent();
    for (llvm::PHINode &Phi : llvm::make_early_inc_range(Header.phis())) {
      Phi.replaceAllUsesWith(Counter);
      Phi.eraseFromParent();
    }
  }

  // A counter that is used wider is counted wider, so that neighbours' addresses are seen to be neighbours.
  void widen(llvm::Value *Counter, llvm::Value *Own, llvm::Value *Base) {
    llvm::SmallVector<llvm::CastInst *, 4> Casts;
    for (llvm::User *User : Counter->users())
      if (auto *Cast = llvm::dyn_cast<llvm::CastInst>(User); Cast && Cast->getType()->isIntegerTy(64))
        if (llvm::isa<llvm::SExtInst>(Cast) || (llvm::isa<llvm::ZExtInst>(Cast) && (!Old.isSigned() || Cast->hasNonNeg())))
          Casts.push_back(Cast);
    llvm::IRBuilder<> Builder(Head->getTerminator());
    llvm::Value *Wide = nullptr;
    for (llvm::CastInst *Cast : Casts) {
      if (llvm::isa<llvm::SExtInst>(Cast) && !Old.isSigned())
        continue;
      if (!Wide) {
        llvm::Value *From = Builder.CreateIntCast(Base, Builder.getInt64Ty(), Old.isSigned());
        Wide = Builder.CreateAdd(Builder.CreateZExt(Own, Builder.getInt64Ty(), "", /*IsNonNeg=*/true), From, "", !Old.isSigned(), true);
      }
      Cast->replaceAllUsesWith(Wide);
    }
  }

  // Gives those behind the loop what each thread had at its last round.
  void goOnBehind() {
    llvm::BasicBlock *Exit = Old.Exit;
    for (llvm::PHINode &Phi : Exit->phis()) {
      llvm::Value *Value = Phi.getIncomingValueForBlock(Old.Latch);
      auto *I = llvm::dyn_cast<llvm::Instruction>(Value);
      // What stands before the loop is done where a thread goes round, too: `v = a[k]` does not change from round to round and was moved there.
      if (!I || !(Old.Loop->contains(I) || isBefore(*I))) {
        Phi.addIncoming(mapped(Value), Behind);
        continue;
      }
      llvm::PHINode *&Then = Kept[Value];
      if (!Then)
        Then = keep(llvm::PoisonValue::get(Value->getType()), mapped(Value));
      Phi.addIncoming(Then, Behind);
    }
    llvm::BranchInst *Way = llvm::BranchInst::Create(Exit, Behind);
    if (!Old.Guard)
      return;
    llvm::BasicBlock *Around = Old.Guard->getSuccessor(Old.GuardIfTrue ? 1 : 0);
    if (joins(*Exit, *Around)) {
      Exit->removePredecessor(Behind, /*KeepOneInputPHIs=*/true);
      Way->setSuccessor(0, Around);
      return;
    }
    for (llvm::PHINode &Phi : Around->phis())
      Phi.addIncoming(Phi.getIncomingValueForBlock(Old.Guard->getParent()), Behind);
    llvm::BranchInst::Create(Old.GuardIfTrue ? Exit : Around, Old.GuardIfTrue ? Around : Exit, Old.Guard->getCondition(), Way->getIterator());
    Way->eraseFromParent();
  }

  // Where the loop leads nowhere but to where those are that do not go round, and has left them what they have, nobody is asked again.
  bool joins(llvm::BasicBlock &Exit, llvm::BasicBlock &Around) {
    auto *Jump = llvm::dyn_cast<llvm::BranchInst>(&*Exit.getFirstNonPHIIt());
    if (!Jump || Jump->isConditional() || Jump->getSuccessor(0) != &Around)
      return false;
    llvm::SmallVector<std::pair<llvm::PHINode *, llvm::Value *>, 8> Values;
    for (llvm::PHINode &Phi : Around.phis()) {
      llvm::Value *Skipping = Phi.getIncomingValueForBlock(Old.Guard->getParent()), *Leaving = Phi.getIncomingValueForBlock(&Exit);
      if (Leaving != Skipping) {
        auto *Last = llvm::dyn_cast<llvm::PHINode>(Leaving);
        if (!Last || Last->getParent() != &Exit)
          return false;
        Leaving = Last->getIncomingValueForBlock(Behind);
        auto *Then = llvm::dyn_cast<llvm::PHINode>(Leaving);
        if (!Then || Then->getParent() != Tail)
          return false;
        auto *Now = llvm::dyn_cast<llvm::PHINode>(Then->getIncomingValueForBlock(Head));
        if (!Now || Now->getIncomingValueForBlock(Entry) != Skipping)
          return false;
      }
      Values.push_back({&Phi, Leaving});
    }
    for (auto [Phi, Value] : Values)
      Phi->addIncoming(Value, Behind);
    return true;
  }

  // Has the block's threads choose a loop. Which they choose follows from what all have alike.
  void enter(llvm::BasicBlock &Before, llvm::Value *Good) {
    llvm::BasicBlock *Over = llvm::SplitBlock(&Before, Before.getTerminator());
    Over->setName("strided.over");
    Before.getTerminator()->eraseFromParent();
    llvm::IRBuilder<> Builder(&Before);
    if (llvm::isa<llvm::Constant>(Good))
      Builder.CreateBr(Entry);
    else
      Builder.CreateCondBr(Good, Entry, Over);
  }
};

} // namespace

void turnStridedLoops(ThreadCode &Code, const llvm::DenseSet<unsigned> &Left) {
  llvm::SmallVector<llvm::BasicBlock *, 8> Headers;
  {
    llvm::DominatorTree Dominators(*Code.Kernel);
    llvm::LoopInfo Loops(Dominators);
    for (llvm::Loop *Loop : Loops.getLoopsInPreorder())
      if (Loop->isInnermost())
        Headers.push_back(Loop->getHeader());
  }
  for (unsigned Number = 0; Number < Headers.size() && Code.Strided.size() < LoopsMax; ++Number) {
    if (Left.contains(Number))
      continue;
    llvm::DominatorTree Dominators(*Code.Kernel);
    llvm::LoopInfo Loops(Dominators);
    llvm::Loop *Loop = Loops.getLoopFor(Headers[Number]);
    Strided Found;
    if (!Loop || !Search(Code).find(*Loop, Found))
      continue;
    llvm::formLCSSA(*Loop, Dominators, &Loops, nullptr);
    if (Turning(Code, Found).run())
      Code.Strided.back().second = Number;
  }
  if (!Code.Strided.empty())
    llvm::EliminateUnreachableBlocks(*Code.Kernel);
}

} // namespace chv
