#include "tiers/busy_threads.h"
#include "tiers/warp_branches.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

namespace chv {

namespace {

using namespace llvm::PatternMatch;

// Blocks that an idle thread goes through at most.
constexpr unsigned WayMax = 8;
// Conditions joined by `&&` within each other at most.
constexpr unsigned DepthMax = 4;

// What threads do in a region that have nothing to do there.
class Idleness {
public:
  Idleness(const ThreadCode &Code, const Slots &Kept, const Region &Region)
      : Code(Code), Kept(Kept), Region(Region), Wanted(Kept.changedAndLiveBehind(Region)) {}

  // In `if (threadIdx.x < 32) v += __shfl_down_sync(...)` no other warp's values are wanted.
  unsigned warpLimit() const {
    for (const WarpSide &Side : Code.WarpSides) {
      auto IsInside = [&](const llvm::BasicBlock *Block) { return Block == Side.Front || Side.Blocks.contains(Block); };
      bool Fits = llvm::any_of(Region.Blocks, IsInside) &&
                  llvm::all_of(Region.Blocks, [&](const llvm::BasicBlock *Block) { return IsInside(Block) || isHarmless(*Block); }) &&
                  (!Region.Ends || Region.isLast());
      if (Fits)
        return Side.Limit;
    }
    return 0;
  }

protected:
  const ThreadCode &Code;
  const Slots &Kept;
  const chv::Region &Region;
  llvm::SmallVector<llvm::AllocaInst *, 8> Wanted; // slots that the region changes, of which somebody wants the value behind it

  // The first branch of a region's threads, if they may do nothing behind it. A loop's end is often a block of its own before that.
  const llvm::BranchInst *guard() const {
    const llvm::BasicBlock *At = Region.Start, *From = nullptr;
    for (unsigned Block = 0; Block < WayMax && At != Region.Next; ++Block) {
      auto *Branch = llvm::dyn_cast<llvm::BranchInst>(At->getTerminator());
      if (!Branch || Branch == Region.Branch || !isHarmless(*At, From))
        return nullptr;
      if (Branch->isConditional())
        return Branch;
      From = At;
      At = Branch->getSuccessor(0);
      // A thread may come several times to where a loop begins.
      for (const llvm::BasicBlock *Before : llvm::predecessors(At))
        if (Before != From && llvm::is_contained(Region.Blocks, Before))
          return nullptr;
    }
    return nullptr;
  }

  // `From`: the block that the thread comes from, if that is known.
  bool isHarmless(const llvm::BasicBlock &Block, const llvm::BasicBlock *From = nullptr) const {
    return llvm::all_of(Block, [&](const llvm::Instruction &I) {
      if (const auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I))
        return isUnwanted(*Store, From);
      const auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I);
      return Load ? Load->isSimple() : !I.mayHaveSideEffects();
    });
  }

  // Is it to a slot whose value for the thread nobody wants, or all have alike, or that the thread leaves as it was?
  bool isUnwanted(const llvm::StoreInst &Store, const llvm::BasicBlock *From) const {
    const Slot *Slot = Kept.find(Store.getPointerOperand());
    if (!Slot || !Store.isSimple())
      return false;
    const llvm::Value *Value = Store.getValueOperand();
    if (const auto *Phi = llvm::dyn_cast<llvm::PHINode>(Value); Phi && From && Phi->getParent() == Store.getParent())
      Value = Phi->getIncomingValueForBlock(From);
    if (llvm::isa<llvm::UndefValue>(Value) || isFirstValue(Value, Store.getPointerOperand()))
      return true;
    return Slot->Uniform || !llvm::is_contained(Wanted, Store.getPointerOperand());
  }

  // Is it what the slot had when the region began?
  bool isFirstValue(const llvm::Value *Value, const llvm::Value *Address) const {
    const auto *Load = llvm::dyn_cast<llvm::LoadInst>(Value);
    return Load && Load->getPointerOperand() == Address && Load->getParent() == Region.Start &&
           llvm::none_of(*Region.Start, [&](const llvm::Instruction &I) {
             const auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I);
             return Store && Store->getPointerOperand() == Address;
           });
  }

  // Does a thread that goes there from the block do nothing up to the region's end?
  bool isIdle(const llvm::BasicBlock *At, const llvm::BasicBlock *From) const {
    for (unsigned Block = 0; Block < WayMax; ++Block) {
      if (At == Region.Next)
        return true;
      if (!isHarmless(*At, From))
        return false;
      const llvm::Instruction *End = At->getTerminator();
      if (llvm::isa<llvm::ReturnInst>(End))
        return Region.isLast();
      if (End == Region.Branch)
        return true;
      const auto *Jump = llvm::dyn_cast<llvm::BranchInst>(End);
      if (!Jump || Jump->isConditional())
        return false;
      From = At;
      At = Jump->getSuccessor(0);
    }
    return false;
  }
};

// Which lanes of a warp are busy.
class LaneSearch : public Idleness {
public:
  LaneSearch(const ThreadCode &Code, const Slots &Kept, const chv::Region &Region, bool InRows) : Idleness(Code, Kept, Region), InRows(InRows) {}

  BusyThreads run(llvm::Type *Type) {
    const llvm::BranchInst *Branch = guard();
    for (bool IfTrue : {true, false}) {
      bool Exact = true;
      uint64_t Limit = Branch && isIdle(Branch->getSuccessor(IfTrue ? 1 : 0), Branch->getParent()) ? limitOf(Branch->getCondition(), IfTrue, Exact, DepthMax) : 0;
      if (Limit > 0 && Limit < 32)
        return {llvm::ConstantInt::get(Type, Limit), Exact ? Branch : nullptr, IfTrue};
    }
    return {};
  }

private:
  bool InRows;

  bool isLane(llvm::Value *Value) const {
    llvm::Value *From;
    return Value == Code.Lane || (InRows && match(Value, m_And(m_Value(From), m_SpecificInt(31))) && countsLanes(Code, From));
  }

  // The lane below which all are for which the condition is `IfTrue`; 0: there is no telling.
  uint64_t limitOf(llvm::Value *Condition, bool IfTrue, bool &Exact, unsigned Depth) const {
    llvm::Value *Left, *Right;
    uint64_t Number;
    bool Both = IfTrue ? match(Condition, m_LogicalAnd(m_Value(Left), m_Value(Right))) : match(Condition, m_LogicalOr(m_Value(Left), m_Value(Right)));
    if (Both && Depth > 0) {
      Exact = false;
      uint64_t Limit = limitOf(Left, IfTrue, Exact, Depth - 1);
      return Limit ? Limit : limitOf(Right, IfTrue, Exact, Depth - 1);
    }
    auto *Compare = llvm::dyn_cast<llvm::ICmpInst>(Condition);
    if (!Compare || !isLane(Compare->getOperand(0)) || !match(Compare->getOperand(1), m_ConstantInt(Number)) || Number > 31)
      return 0;
    switch (IfTrue ? Compare->getPredicate() : Compare->getInversePredicate()) {
    case llvm::CmpInst::ICMP_ULT:
    case llvm::CmpInst::ICMP_SLT:
      return Number;
    case llvm::CmpInst::ICMP_ULE:
    case llvm::CmpInst::ICMP_SLE:
      return Number + 1;
    case llvm::CmpInst::ICMP_EQ:
      return Number == 0;
    default:
      return 0;
    }
  }
};

class Search : public Idleness {
public:
  Search(const ThreadCode &Code, const Slots &Kept, const chv::Region &Region, Ahead &Before, llvm::Instruction *At)
      : Idleness(Code, Kept, Region), Before(Before), Builder(At) {}

  BusyThreads run() {
    const llvm::BranchInst *Branch = guard();
    if (!Branch || !Code.Index[0] || !isKnownWithoutThreads())
      return ofWarpBranch();
    for (bool IfTrue : {true, false}) {
      if (!isIdle(Branch->getSuccessor(IfTrue ? 1 : 0), Branch->getParent()))
        continue;
      bool Exact = true;
      if (llvm::Value *Limit = limitOf(Branch->getCondition(), IfTrue, Exact, DepthMax))
        return {Limit, Exact ? Branch : nullptr, IfTrue};
    }
    return ofWarpBranch();
  }

private:
  Ahead &Before;
  llvm::IRBuilder<> Builder;

  // Nothing that all threads have alike is left behind by a thread: there may be none that runs.
  bool isKnownWithoutThreads() {
    if (Kept.hasAlive() && Region.Start == Code.Start)
      return false; // each thread notes that it has begun
    return llvm::all_of(Wanted, [&](const llvm::AllocaInst *Address) {
      return !Kept.find(Address)->Uniform || Before.atEnd(Address);
    });
  }

  BusyThreads ofWarpBranch() {
    unsigned Limit = isKnownWithoutThreads() ? warpLimit() : 0;
    return Limit ? BusyThreads{extentOr(Builder.getInt32(Limit)), nullptr, true} : BusyThreads{};
  }

  llvm::Value *extentOr(llvm::Value *Count) { return Builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, Count, Code.Extent[0]); }

  // The lowest x for which, as for all above, the condition is not `IfTrue`; null if there is no telling. `Exact`: it is `IfTrue` below.
  llvm::Value *limitOf(llvm::Value *Condition, bool IfTrue, bool &Exact, unsigned Depth) {
    llvm::Value *Left, *Right;
    bool Both = IfTrue ? match(Condition, m_LogicalAnd(m_Value(Left), m_Value(Right))) : match(Condition, m_LogicalOr(m_Value(Left), m_Value(Right)));
    if (Both && Depth > 0) {
      Exact = false;
      llvm::Value *Limit = limitOf(Left, IfTrue, Exact, Depth - 1);
      return Limit ? Limit : limitOf(Right, IfTrue, Exact, Depth - 1);
    }
    if (unsigned Limit = Code.rowLimit(*Condition, IfTrue))
      return extentOr(Builder.getInt32(Limit));
    auto *Compare = llvm::dyn_cast<llvm::ICmpInst>(Condition);
    if (!Compare)
      return nullptr;
    llvm::CmpInst::Predicate Predicate = IfTrue ? Compare->getPredicate() : Compare->getInversePredicate();
    Left = Compare->getOperand(0);
    Right = Compare->getOperand(1);
    llvm::Value *Offset = nullptr;
    if (!isRow(Left, Offset)) {
      std::swap(Left, Right);
      Predicate = llvm::CmpInst::getSwappedPredicate(Predicate);
    }
    if (!isRow(Left, Offset))
      return nullptr;
    bool Signed = llvm::CmpInst::isSigned(Predicate), Strict = llvm::CmpInst::isStrictPredicate(Predicate);
    if (Predicate != llvm::CmpInst::ICMP_ULT && Predicate != llvm::CmpInst::ICMP_ULE && Predicate != llvm::CmpInst::ICMP_SLT &&
        Predicate != llvm::CmpInst::ICMP_SLE)
      return nullptr;
    if (auto *Sum = llvm::dyn_cast<llvm::BinaryOperator>(Left); Sum && !(Signed ? Sum->hasNoSignedWrap() : Sum->hasNoUnsignedWrap()))
      return nullptr;
    llvm::Value *Bound = Before.atStart(Right);
    if (!Bound || !Offset)
      return Bound ? below(Bound, Signed, Strict) : nullptr;
    Offset = Before.atStart(Offset);
    return Offset ? belowFrom(Offset, Bound, Predicate) : nullptr;
  }

  // x itself, made wider, or with an offset to it.
  bool isRow(llvm::Value *Value, llvm::Value *&Offset) const {
    auto *Sum = llvm::dyn_cast<llvm::BinaryOperator>(Value);
    if (!Sum || Sum->getOpcode() != llvm::Instruction::Add)
      return isRow(Value);
    for (unsigned Part : {0, 1})
      if (isRow(Sum->getOperand(Part))) {
        Offset = Sum->getOperand(1 - Part);
        return true;
      }
    return false;
  }

  bool isRow(const llvm::Value *Value) const {
    const auto *Wider = llvm::dyn_cast<llvm::CastInst>(Value);
    return Value == Code.Index[0] || (Wider && llvm::isa<llvm::ZExtInst, llvm::SExtInst>(Wider) && Wider->getOperand(0) == Code.Index[0]);
  }

  // The same for x with an offset, where none of the sums runs over.
  llvm::Value *belowFrom(llvm::Value *Offset, llvm::Value *Bound, llvm::CmpInst::Predicate Predicate) {
    llvm::Type *Type = Bound->getType();
    llvm::Value *Extent = Builder.CreateZExtOrTrunc(Code.Extent[0], Type);
    // The bound is not below the offset, so their distance is a number without a sign.
    llvm::Value *Count = Builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, Builder.CreateSub(Bound, Offset), Extent);
    if (!llvm::CmpInst::isStrictPredicate(Predicate))
      Count = Builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, Builder.CreateAdd(Count, llvm::ConstantInt::get(Type, 1)), Extent);
    llvm::Value *Some = Builder.CreateSelect(Builder.CreateICmp(Predicate, Offset, Bound), Count, llvm::ConstantInt::get(Type, 0));
    return Builder.CreateZExtOrTrunc(Some, Builder.getInt32Ty());
  }

  // How many numbers from 0, up to the block's extent, are below the bound, or not above it.
  llvm::Value *below(llvm::Value *Bound, bool Signed, bool Strict) {
    llvm::Type *Type = Bound->getType();
    auto Number = [&](int64_t Value) { return llvm::ConstantInt::getSigned(Type, Value); };
    if (Signed)
      Bound = Builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, Bound, Number(Strict ? 0 : -1));
    llvm::Value *Extent = Builder.CreateZExtOrTrunc(Code.Extent[0], Type);
    if (!Strict) {
      // `x <= -1` is for no x if it is signed, else for all.
      llvm::Value *Last = Builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, Signed ? Builder.CreateAdd(Bound, Number(1)) : Bound,
                                                        Signed ? Extent : Builder.CreateSub(Extent, Number(1)));
      return Builder.CreateZExtOrTrunc(Signed ? Last : Builder.CreateAdd(Last, Number(1)), Builder.getInt32Ty());
    }
    return Builder.CreateZExtOrTrunc(Builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, Bound, Extent), Builder.getInt32Ty());
  }
};

} // namespace

BusyThreads findBusyThreads(const ThreadCode &Code, const Slots &Kept, const Region &Region, Ahead &Before, llvm::Instruction *At) {
  return Search(Code, Kept, Region, Before, At).run();
}

BusyThreads findBusyLanes(const ThreadCode &Code, const Slots &Kept, const Region &Region, bool InRows) {
  return LaneSearch(Code, Kept, Region, InRows).run(llvm::Type::getInt32Ty(Code.Kernel->getContext()));
}

unsigned wantedBelow(const ThreadCode &Code, const Slots &Kept, const Region &Region) { return Idleness(Code, Kept, Region).warpLimit(); }

} // namespace chv
