#include "tiers/busy_threads.h"
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

class Search {
public:
  Search(const ThreadCode &Code, const Slots &Kept, const Region &Region, Ahead &Before, llvm::Instruction *At)
      : Code(Code), Kept(Kept), Region(Region), Before(Before), Builder(At), Wanted(Kept.changedAndLiveBehind(Region)) {}

  BusyThreads run() {
    auto *Branch = llvm::dyn_cast<llvm::BranchInst>(Region.Start->getTerminator());
    bool Fits = Branch && Branch->isConditional() && Branch != Region.Branch && Region.Start != Region.Next && Code.Index[0] && isHarmless(*Region.Start) &&
                isKnownWithoutThreads();
    if (!Fits)
      return ofWarpBranch();
    for (bool IfTrue : {true, false}) {
      if (!isIdle(Branch->getSuccessor(IfTrue ? 1 : 0)))
        continue;
      bool Exact = true;
      if (llvm::Value *Limit = limitOf(Branch->getCondition(), IfTrue, Exact, DepthMax))
        return {Limit, Exact ? Branch : nullptr, IfTrue};
    }
    return ofWarpBranch();
  }

private:
  const ThreadCode &Code;
  const Slots &Kept;
  const chv::Region &Region;
  Ahead &Before;
  llvm::IRBuilder<> Builder;
  llvm::SmallVector<llvm::AllocaInst *, 8> Wanted; // slots that the region changes, of which somebody wants the value behind it

  // Nothing that all threads have alike is left behind by a thread: there may be none that runs.
  bool isKnownWithoutThreads() {
    if (Kept.hasAlive() && Region.Start == Code.Start)
      return false; // each thread notes that it has begun
    return llvm::all_of(Wanted, [&](const llvm::AllocaInst *Address) {
      return !Kept.find(Address)->Uniform || Before.atEnd(Address);
    });
  }

  // In `if (threadIdx.x < 32) v += __shfl_down_sync(...)` no other warp's values are wanted.
  BusyThreads ofWarpBranch() {
    for (const WarpSide &Side : Code.WarpSides) {
      auto IsInside = [&](const llvm::BasicBlock *Block) { return Block == Side.Front || Side.Blocks.contains(Block); };
      bool Fits = llvm::any_of(Region.Blocks, IsInside) &&
                  llvm::all_of(Region.Blocks, [&](const llvm::BasicBlock *Block) { return IsInside(Block) || isHarmless(*Block); }) &&
                  (!Region.Ends || Region.isLast()) && isKnownWithoutThreads();
      if (Fits)
        return {extentOr(Builder.getInt32(Side.Limit)), nullptr, true};
    }
    return {};
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

  // Does a thread that goes there from the region's first block do nothing up to the region's end?
  bool isIdle(const llvm::BasicBlock *At) const {
    const llvm::BasicBlock *From = Region.Start;
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

} // namespace chv
