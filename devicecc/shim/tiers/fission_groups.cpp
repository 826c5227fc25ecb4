// What one warp after the other goes through, and where its lanes go on together.

#include "tiers/fission_code.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/PatternMatch.h"

namespace chv {

// One warp after the other goes through all of the regions, so that what its lanes keep can stay in registers.
void Fission::emitGroup(const Region &First, llvm::ArrayRef<const Region *> Members, llvm::BasicBlock *At) {
  Warp Here;
  Current = &Here;
  auto Block = [&](const char *Name) { return llvm::BasicBlock::Create(context(), Name, Code.Kernel); };
  llvm::BasicBlock *Head = Block("warp"), *Latch = Block("warp.next"), *Done = Block("warp.done");
  llvm::IRBuilder<> Builder(At);
  llvm::Value *Warps = warpsOf(Builder, Members);
  llvm::SmallVector<std::pair<llvm::Value *, llvm::AllocaInst *>, 4> Begun; // what each warp begins with, though others have changed it
  for (llvm::AllocaInst *Address : Kept.liveAtStart(First))
    if (const Slot &Slot = *Kept.find(Address); Slot.Uniform && isChanged(Address, Members))
      Begun.push_back({Builder.CreateLoad(Address->getAllocatedType(), Slot.Block), Slot.Block});
  Builder.CreateBr(Head);
  Builder.SetInsertPoint(Head);
  llvm::PHINode *Number = Builder.CreatePHI(Builder.getInt32Ty(), 2, "warp");
  Number->addIncoming(Builder.getInt32(0), At);
  placeWarp(Builder, Number);
  for (auto [Value, Address] : Begun)
    Builder.CreateStore(Value, Address);
  for (llvm::AllocaInst *Address : Kept.liveAtStart(First))
    if (const Slot &Slot = *Kept.find(Address); !Slot.Uniform && !Slot.Row)
      copySlot(Builder, Address, /*ToWarp=*/true);
  for (const Region *Region : Members)
    Here.Made[Region->Start] = emitParts(*Region);
  Builder.SetInsertPoint(Head);
  Builder.CreateBr(Here.Made.lookup(First.Start).Before);
  llvm::PHINode *Way = llvm::PHINode::Create(Builder.getInt32Ty(), 2, "way", Latch);
  for (const Region *Region : Members)
    connectInGroup(*Region, Members, Latch);
  Builder.SetInsertPoint(Latch);
  llvm::Value *Next = Builder.CreateAdd(Number, Builder.getInt32(1), "", true, true);
  Builder.CreateCondBr(Builder.CreateICmpULT(Next, Warps), Head, Done);
  Number->addIncoming(Next, Latch);
  Builder.SetInsertPoint(Done);
  llvm::BasicBlock *Never = Block("never");
  llvm::SwitchInst *Choice = Builder.CreateSwitch(Way, Never, Here.Exits.size());
  llvm::IRBuilder<>(Never).CreateUnreachable();
  Current = nullptr;
  for (auto &[Target, Exit] : Here.Exits) {
    llvm::ConstantInt *Own = llvm::ConstantInt::get(Builder.getInt32Ty(), Choice->getNumCases());
    Way->addIncoming(Own, Exit);
    llvm::BasicBlock *To = Target ? entryOf(Target) : Block("end");
    if (!Target)
      llvm::IRBuilder<>(To).CreateRetVoid();
    Choice->addCase(Own, To);
  }
}

// Which warps have something to do: in `if (threadIdx.x < 32)` the first alone.
llvm::Value *Fission::warpsOf(llvm::IRBuilder<> &Builder, llvm::ArrayRef<const Region *> Members) {
  llvm::Value *Warps = Builder.CreateLShr(threads(Builder), Builder.getInt32(llvm::Log2_32(Lanes * Parts)));
  if (Lanes * Parts != WarpLanes)
    return Warps;
  unsigned Limit = 0;
  for (const Region *Region : Members) {
    unsigned Own = wantedBelow(Code, Kept, *Region);
    if (Own == 0)
      return Warps;
    Limit = std::max(Limit, Own);
  }
  return Builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, Warps, Builder.getInt32((Limit + WarpLanes - 1) / WarpLanes));
}

void Fission::placeWarp(llvm::IRBuilder<> &Builder, llvm::Value *Number) {
  for (unsigned Part = 0; Part < Parts; ++Part) {
    WarpPlace &Place = Current->Parts.emplace_back();
    llvm::Value *First = Builder.CreateMul(Number, Builder.getInt32(Lanes * Parts), "", true, true);
    First = Builder.CreateAdd(First, Builder.getInt32(Part * Lanes), "", true, true);
    Place.First = Builder.CreateZExt(First, Builder.getInt64Ty(), "", /*IsNonNeg=*/true);
    Place.Inverse = Inverse;
    if (!InRows)
      continue;
    Place.Index = {First, Builder.getInt32(0), Builder.getInt32(0)};
    if (Code.OneAxis)
      continue;
    if (Part == 0) {
      llvm::Value *Row = Builder.CreateUDiv(First, Code.Extent[0]);
      Place.Index = {Builder.CreateURem(First, Code.Extent[0]), Builder.CreateURem(Row, Code.Extent[1]), Builder.CreateUDiv(Row, Code.Extent[1])};
      continue;
    }
    // The next part of the row, or the first one of the next row.
    llvm::Value *Carry = Builder.getInt32(Lanes);
    for (unsigned Axis = 0; Axis < 3; ++Axis) {
      llvm::Value *Next = Builder.CreateAdd(Current->Parts[Part - 1].Index[Axis], Carry, "", true, true), *Ends = Builder.CreateICmpEQ(Next, Code.Extent[Axis]);
      Place.Index[Axis] = Axis == 2 ? Next : Builder.CreateSelect(Ends, Builder.getInt32(0), Next);
      Carry = Builder.CreateZExt(Ends, Builder.getInt32Ty());
    }
  }
  Current->Place = Current->Parts.front();
}

// Copies a warp's part between a slot's array for the block and the warp's own.
void Fission::copySlot(llvm::IRBuilder<> &Builder, const llvm::AllocaInst *Address, bool ToWarp) {
  llvm::Type *Type = BlockContext::elementType(Address);
  llvm::Value *OfBlock = Context.element(Builder, Address, Current->Parts.front().First), *OfWarp = arrayOf(Address);
  llvm::Value *From = ToWarp ? OfBlock : OfWarp, *To = ToWarp ? OfWarp : OfBlock;
  uint64_t Bytes = Lanes * Parts * Code.Kernel->getDataLayout().getTypeAllocSize(Type);
  llvm::Align Align(std::min<uint64_t>(64, Bytes & -Bytes));
  if (llvm::isa<llvm::IntegerType, llvm::PointerType>(Type) || Type->isFloatTy() || Type->isDoubleTy()) {
    llvm::Type *All = llvm::FixedVectorType::get(Type, Lanes * Parts);
    Builder.CreateAlignedStore(Builder.CreateAlignedLoad(All, From, Align), To, Align);
  } else {
    Builder.CreateMemCpy(To, Align, From, Align, Bytes);
  }
}

bool Fission::isChanged(const llvm::AllocaInst *Address, llvm::ArrayRef<const Region *> Members) const {
  return llvm::any_of(Members, [&](const Region *Region) { return Kept.isChangedIn(Address, *Region); });
}

// Where a warp has done its part, and the block's threads go on together once all have.
llvm::BasicBlock *Fission::leaveGroup(llvm::BasicBlock *Target, llvm::ArrayRef<const Region *> Members, llvm::BasicBlock *Latch) {
  auto [Place, New] = Current->Exits.insert({Target, nullptr});
  if (!New)
    return Place->second;
  Place->second = llvm::BasicBlock::Create(context(), "warp.exit", Code.Kernel);
  llvm::IRBuilder<> Builder(Place->second);
  if (Target)
    for (llvm::AllocaInst *Address : Kept.liveAtStart(Groups.at(Target)))
      if (!Kept.find(Address)->Uniform && isChanged(Address, Members))
        copySlot(Builder, Address, /*ToWarp=*/false);
  Builder.CreateBr(Latch);
  return Place->second;
}

void Fission::connectInGroup(const Region &Region, llvm::ArrayRef<const chv::Region *> Members, llvm::BasicBlock *Latch) {
  llvm::IRBuilder<> Builder(Current->Made.lookup(Region.Start).Behind);
  auto To = [&](llvm::BasicBlock *Target) {
    return Groups.waits(Region, Target) ? leaveGroup(Target, Members, Latch) : Current->Made.lookup(Target).Before;
  };
  if (Region.isLast()) {
    Builder.CreateBr(leaveGroup(nullptr, Members, Latch));
  } else if (Region.Next) {
    Builder.CreateBr(To(Region.Next));
  } else {
    llvm::Value *Condition = Builder.CreateLoad(Builder.getInt1Ty(), Kept.find(Kept.condition(Region.Branch))->Block);
    Builder.CreateCondBr(Condition, To(Region.Branch->getSuccessor(0)), To(Region.Branch->getSuccessor(1)));
  }
}

// Is it worth a vector of all lanes whatever LLVM expects of it? Then what goes from region to region stays in registers.
bool Fission::isWhole(const Region &Region) const {
  unsigned Instructions = 0;
  for (const llvm::BasicBlock *Block : Region.Blocks)
    for (const llvm::Instruction &I : *Block) {
      const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
      if (I.isAtomic() || I.isVolatile() || (Call && !llvm::isa<llvm::IntrinsicInst>(Call)) || ++Instructions > WholeMax)
        return false;
    }
  // Without masks each lane's store behind a condition would be a branch.
  return (InRows || Code.AnyRows) && (Masks || Region.Blocks.size() == 1);
}

// What the warp's first lane has of a value that is made of `threadIdx.x` and of what all of the block have.
llvm::Value *Fission::ofFirstLane(llvm::IRBuilder<> &Builder, llvm::Value *Value) {
  if (Value == Code.Index[0])
    return Current->Place.Index[0];
  if (Code.isRoot(Value))
    return Value;
  llvm::Instruction *Copy = llvm::cast<llvm::Instruction>(Value)->clone();
  for (llvm::Use &Operand : Copy->operands())
    Operand.set(ofFirstLane(Builder, Operand.get()));
  return Builder.Insert(Copy);
}

// What lanes know of their place in the warp.
void Fission::mapLanes(const Region &Region, const ThreadLoops &Loops, llvm::IRBuilder<> &Builder, llvm::ValueToValueMapTy &Map) {
  using namespace llvm::PatternMatch;
  if (Code.Lane && Lanes == WarpLanes)
    Map[Code.Lane] = Loops.Lane;
  else if (LaneMask)
    Map[Code.Lane] = Builder.CreateAnd(Builder.CreateTrunc(Loops.Linear, Builder.getInt32Ty()), LaneMask);
  llvm::IRBuilder<> Ahead(Loops.Before->getTerminator());
  if (InRows && Code.Index[0] && Lanes == WarpLanes)
    for (llvm::BasicBlock *Block : Region.Blocks)
      for (llvm::Instruction &I : *Block) {
        llvm::Value *From;
        if (match(&I, m_And(m_Value(From), m_SpecificInt(WarpLanes - 1))) && countsLanes(Code, From))
          Map[&I] = Builder.CreateZExtOrTrunc(Loops.Lane, I.getType());
        else if (isOfWarp(Code, &I, /*Depth=*/1) && I.getType()->isIntegerTy())
          Map[&I] = ofFirstLane(Ahead, &I);
      }
  for (const Exchange &Exchange : Code.Exchanges) {
    Map[Exchange.Sent] = elementOf(Builder, Exchange.Sent, Loops);
    Map[Exchange.Got] = Code.isOfWarp(Exchange.Got) ? arrayOf(Exchange.Got) : elementOf(Builder, Exchange.Got, Loops);
  }
}

void Fission::exchangeBefore(const Region &Region, const ThreadLoops &Loops) {
  llvm::IRBuilder<> Builder(&*Loops.Before->getFirstInsertionPt());
  for (const Exchange &Exchange : Code.Exchanges)
    if (Exchange.Behind == Region.Start) {
      llvm::Type *All = llvm::FixedVectorType::get(BlockContext::elementType(Exchange.Sent), WarpLanes);
      llvm::Value *Values = Builder.CreateAlignedLoad(All, arrayOf(Exchange.Sent), llvm::Align(64));
      llvm::Value *Made = exchanged(Builder, Exchange, Values);
      Builder.CreateAlignedStore(Made, arrayOf(Exchange.Got), llvm::Align(64));
    }
}

// A region for each part, one behind the other.
Fission::Ends Fission::emitParts(const Region &Region) {
  Ends All;
  Current->AtStart.clear();
  for (unsigned Part = 0; Part < Parts; ++Part) {
    Current->Part = Part;
    Current->Place = Current->Parts[Part];
    Ends Made = emit(Region);
    if (Part == 0)
      All = Made;
    else
      llvm::IRBuilder<>(All.Behind).CreateBr(Made.Before);
    All.Behind = Made.Behind;
  }
  return All;
}

} // namespace chv
