#include "tiers/fission.h"
#include "tiers/block_context.h"
#include "tiers/busy_threads.h"
#include "tiers/lanes.h"
#include "tiers/thread_loops.h"
#include "tiers/warp_branches.h"
#include "tiers/warp_groups.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace chv {

namespace {

// Threads of a warp.
constexpr unsigned WarpLanes = 32;
// Threads of a row that are one vector where rows are no whole warps.
constexpr unsigned RowLanes = 16;
// What a thread keeps may take so many bytes where four vectors of a row's threads go round a loop side by side; twice as many for two.
constexpr uint64_t FourPartsBytes = 8;
// A region with more instructions is not made one vector of a whole warp at any price.
constexpr unsigned WholeMax = 400;

// Makes the code of all regions.
class Fission {
public:
  Fission(ThreadCode &Code, const Regions &Cut, const Slots &Kept, const BlockShape &Shape, bool Masks)
      : Code(Code), Cut(Cut), Kept(Kept), Context(Code, Kept, Shape), Groups(Code, Cut), Masks(Masks) {}

  void run() {
    if (Code.Lane && !Code.Lane->use_empty()) {
      llvm::IRBuilder<> Builder(Code.Prologue->getTerminator());
      LaneMask = Code.WholeWarps ? Builder.getInt32(31) : Builder.CreateSub(warpSize(Builder), Builder.getInt32(1));
    }
    llvm::SmallVector<llvm::BasicBlock *, 32> Old;
    for (llvm::BasicBlock &Block : *Code.Kernel)
      if (&Block != Code.Prologue)
        Old.push_back(&Block);
    emitVersions();
    for (llvm::BasicBlock *Block : Old)
      Block->dropAllReferences();
    for (llvm::BasicBlock *Block : Old)
      Block->eraseFromParent();
    for (llvm::Value *Stand : {Code.Index[0], Code.Index[1], Code.Index[2], Code.Lane})
      if (Stand)
        llvm::cast<llvm::Instruction>(Stand)->eraseFromParent();
    for (const auto &[Array, Offset] : Kept.arrays())
      Array->eraseFromParent();
    lowerAtomics();
  }

private:
  struct Ends {
    llvm::BasicBlock *Before = nullptr, *Behind = nullptr;
  };

  // The code that one warp goes through, or vectors of threads of a row.
  struct Warp {
    WarpPlace Place; // of the part that is made
    llvm::SmallVector<WarpPlace, 4> Parts;
    unsigned Part = 0;
    llvm::DenseMap<const llvm::AllocaInst *, llvm::Value *> AtStart; // what a region's first part has found in uniform slots
    llvm::DenseMap<const llvm::AllocaInst *, llvm::AllocaInst *> Arrays; // what its lanes keep of slots, and what they exchange
    llvm::DenseMap<const llvm::BasicBlock *, Ends> Made;
    llvm::MapVector<llvm::BasicBlock *, llvm::BasicBlock *> Exits; // by where the block goes on; null: it ends
  };

  ThreadCode &Code;
  const Regions &Cut;
  const Slots &Kept;
  BlockContext Context;
  WarpGroups Groups;
  bool Masks;
  llvm::Value *LaneMask = nullptr; // null if no thread asks for its lane
  std::array<llvm::Value *, 2> Inverse{};
  bool InRows = true; // is a warp part of a row of threads?
  unsigned Lanes = WarpLanes; // threads of a part
  unsigned Parts = 1; // parts that go side by side
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> Entries; // where those go on that come to a region together
  llvm::SmallVector<const llvm::BasicBlock *, 8> Todo;
  Warp *Current = nullptr; // null: all of a block's threads go through a region
  llvm::MDNode *Group = nullptr;

  // One thread of the machine runs all of a block, so nothing comes between what it does to the block's shared memory. The accesses stay ordered:
  // several threads of the block may be meant by one place.
  void lowerAtomics() {
    auto IsOfBlock = [&](const llvm::Value *Address) { return Code.Shared && llvm::getUnderlyingObject(Address, /*MaxLookup=*/0) == Code.Shared; };
    for (llvm::Instruction &I : llvm::make_early_inc_range(llvm::instructions(*Code.Kernel)))
      if (auto *Change = llvm::dyn_cast<llvm::AtomicRMWInst>(&I); Change && !Change->isVolatile() && IsOfBlock(Change->getPointerOperand()))
        llvm::lowerAtomicRMWInst(Change);
      else if (auto *Exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&I); Exchange && !Exchange->isVolatile() && IsOfBlock(Exchange->getPointerOperand()))
        llvm::lowerAtomicCmpXchgInst(Exchange);
  }

  llvm::LLVMContext &context() { return Code.Kernel->getContext(); }

  llvm::Value *warpSize(llvm::IRBuilder<> &Builder) {
    llvm::FunctionCallee WarpSize = Code.Kernel->getParent()->getOrInsertFunction("__chv_warp_size", Builder.getInt32Ty());
    llvm::CallInst *Call = Builder.CreateCall(WarpSize);
    Call->setDoesNotAccessMemory();
    Call->setDoesNotThrow();
    return Call;
  }

  // What all threads' turns may do in any order.
  template <class Access> Access *unordered(Access *I) {
    I->setMetadata(llvm::LLVMContext::MD_access_group, Group);
    return I;
  }

  llvm::Value *elementOf(llvm::IRBuilder<> &Builder, const llvm::AllocaInst *Address, const ThreadLoops &Loops) {
    if (!Current)
      return Context.element(Builder, Address, Loops.Linear);
    llvm::Value *Lane = Builder.CreateZExt(Loops.Lane, Builder.getInt64Ty(), "", /*IsNonNeg=*/true);
    Lane = Builder.CreateAdd(Lane, Builder.getInt64(Current->Part * Lanes), "", true, true);
    return Builder.CreateInBoundsGEP(BlockContext::elementType(Address), arrayOf(Address), Lane);
  }

  // The current warp's array for a slot or an exchange.
  llvm::AllocaInst *arrayOf(const llvm::AllocaInst *Address) {
    llvm::AllocaInst *&Array = Current->Arrays[Address];
    if (!Array) {
      llvm::IRBuilder<> Builder(Code.Prologue->getTerminator());
      Array = Builder.CreateAlloca(llvm::ArrayType::get(BlockContext::elementType(Address), Lanes * Parts), nullptr, "of.warp");
      Array->setAlignment(llvm::Align(64));
    }
    return Array;
  }

  void store(llvm::IRBuilder<> &Builder, llvm::AllocaInst *Address, const ThreadLoops &Loops) {
    llvm::Value *Value = Builder.CreateLoad(Address->getAllocatedType(), Address);
    if (Value->getType()->isIntegerTy(1))
      Value = Builder.CreateZExt(Value, Builder.getInt8Ty());
    unordered(Builder.CreateStore(Value, elementOf(Builder, Address, Loops)));
  }

  void load(llvm::IRBuilder<> &Builder, llvm::AllocaInst *Address, const ThreadLoops &Loops) {
    llvm::Type *Type = Address->getAllocatedType();
    bool Bit = Type->isIntegerTy(1);
    llvm::Value *Value = unordered(Builder.CreateLoad(Bit ? Builder.getInt8Ty() : Type, elementOf(Builder, Address, Loops)));
    Builder.CreateStore(Bit ? Builder.CreateTrunc(Value, Type) : Value, Address);
  }

  llvm::SmallVector<const Region *, 8> membersFrom(const Region &First) const;
  void emitVersions();
  llvm::Value *areMultiples(llvm::IRBuilder<> &Builder, llvm::Value *Number, unsigned Of);
  llvm::Value *threads(llvm::IRBuilder<> &Builder);
  llvm::BasicBlock *emitAll(bool InRows, unsigned Lanes = WarpLanes, unsigned Parts = 1);
  bool mayHaveEnded() const { return Kept.hasAlive() && !(Current && Code.AfterLanes.empty()); }
  llvm::BasicBlock *ifNoneHasEnded(llvm::BasicBlock *&At);
  llvm::BasicBlock *entryOf(const llvm::BasicBlock *Start);
  void emitGroup(const Region &First, llvm::ArrayRef<const Region *> Members, llvm::BasicBlock *At);
  void placeWarp(llvm::IRBuilder<> &Builder, llvm::Value *Number);
  llvm::Value *warpsOf(llvm::IRBuilder<> &Builder, llvm::ArrayRef<const Region *> Members);
  void copySlot(llvm::IRBuilder<> &Builder, const llvm::AllocaInst *Address, bool ToWarp);
  llvm::BasicBlock *leaveGroup(llvm::BasicBlock *Target, llvm::ArrayRef<const Region *> Members, llvm::BasicBlock *Latch);
  void connectInGroup(const Region &Region, llvm::ArrayRef<const chv::Region *> Members, llvm::BasicBlock *Latch);
  bool isChanged(const llvm::AllocaInst *Address, llvm::ArrayRef<const Region *> Members) const;
  bool isWhole(const Region &Region) const;
  llvm::Value *ofFirstLane(llvm::IRBuilder<> &Builder, llvm::Value *Value);
  void mapLanes(const Region &Region, const ThreadLoops &Loops, llvm::IRBuilder<> &Builder, llvm::ValueToValueMapTy &Map);
  void exchangeBefore(const Region &Region, const ThreadLoops &Loops);
  Ends emit(const Region &Region);
  Ends emitParts(const Region &Region);
  void begin(const Region &Region, const ThreadLoops &Loops, llvm::BasicBlock *First);
  BusyThreads findBusy(const Region &Region, ThreadLoops &Loops);
  llvm::BasicBlock *exitOf(const Region &Region, const ThreadLoops &Loops);
  llvm::BasicBlock *endOf(const Region &Region, const ThreadLoops &Loops);
  void connect(const Region &Region, llvm::BasicBlock *At);
  void returnIfAllEnded(const Region &Region, llvm::BasicBlock *&At);
};

// Makes the code for all shapes of blocks.
void Fission::emitVersions() {
  llvm::Instruction *Top = Code.Prologue->getTerminator();
  bool OfRows = Code.OneAxis || (Code.OfWarps && !Code.AnyRows);
  if (OfRows || (Code.AfterLanes.empty() && llvm::all_of(Cut.all(), [&](const Region &Region) { return membersFrom(Region).empty(); }))) {
    Top->setSuccessor(0, emitAll(/*InRows=*/true));
    return;
  }
  llvm::IRBuilder<> Builder(Top);
  llvm::Value *InRows = areMultiples(Builder, Code.Extent[0], WarpLanes);
  // Where rows are no whole warps, a lane's indices follow from its place in the block.
  Inverse = {inverseOf(Builder, Code.Extent[0]), inverseOf(Builder, Code.Extent[1])};
  llvm::BasicBlock *Rows = emitAll(/*InRows=*/true), *Others = emitAll(/*InRows=*/false);
  // Rows of 16 threads are vectors, too. Where each keeps little, several chains of sums stand side by side.
  if (Masks && Code.AfterLanes.empty() && Code.HasRows) {
    unsigned Parts = Kept.threadBytes() <= FourPartsBytes ? 4 : Kept.threadBytes() <= 2 * FourPartsBytes ? 2 : 1;
    llvm::Value *InHalves = areMultiples(Builder, Code.Extent[0], RowLanes);
    InHalves = Builder.CreateAnd(InHalves, areMultiples(Builder, threads(Builder), RowLanes * Parts));
    llvm::BasicBlock *Halves = emitAll(/*InRows=*/true, RowLanes, Parts), *Choice = llvm::BasicBlock::Create(context(), "halves", Code.Kernel);
    llvm::IRBuilder<>(Choice).CreateCondBr(InHalves, Halves, Others);
    Others = Choice;
  }
  Builder.CreateCondBr(InRows, Rows, Others);
  Top->eraseFromParent();
}

llvm::Value *Fission::areMultiples(llvm::IRBuilder<> &Builder, llvm::Value *Number, unsigned Of) {
  return Builder.CreateIsNull(Builder.CreateAnd(Number, Builder.getInt32(Of - 1)));
}

// How many threads the block has.
llvm::Value *Fission::threads(llvm::IRBuilder<> &Builder) {
  llvm::Value *Threads = Builder.getInt32(1);
  for (llvm::Value *Extent : Code.Extent)
    Threads = Builder.CreateMul(Threads, Extent, "", true, true);
  return Threads;
}

// Makes all code for blocks of which warps, or so many parts of so many threads, are part of a row, or for others. Gives where it starts.
llvm::BasicBlock *Fission::emitAll(bool InRows, unsigned Lanes, unsigned Parts) {
  this->InRows = InRows;
  this->Lanes = Lanes;
  this->Parts = Parts;
  Entries.clear();
  llvm::BasicBlock *Start = entryOf(Code.Start);
  while (!Todo.empty()) {
    const Region &Region = Groups.at(Todo.pop_back_val());
    llvm::BasicBlock *At = Entries.lookup(Region.Start);
    if (llvm::SmallVector<const chv::Region *, 8> Members = membersFrom(Region); !Members.empty()) {
      if (!mayHaveEnded()) {
        emitGroup(Region, Members, At);
        continue;
      }
      emitGroup(Region, Members, ifNoneHasEnded(At));
    }
    Ends Made = emit(Region);
    llvm::IRBuilder<>(At).CreateBr(Made.Before);
    connect(Region, Made.Behind);
  }
  return Start;
}

// Loops, too, keep in registers what a warp's lanes have. One that has ended would not tell how often its loop goes round: that is asked before.
llvm::SmallVector<const Region *, 8> Fission::membersFrom(const Region &First) const {
  if (!Code.AfterLanes.empty())
    return Groups.from(First, /*OfLoops=*/InRows && !Kept.hasAlive());
  if (!InRows || (Kept.hasAlive() && First.Start == Code.Start))
    return {};
  llvm::SmallVector<const Region *, 8> Members = Groups.from(First, /*OfLoops=*/true);
  auto Ends = [](const Region *Region) { return Region->Ends && !Region->isLast(); };
  if (Kept.hasAlive() && llvm::any_of(Members, Ends))
    return {};
  return Members;
}

// Asks whether all of the block's threads go on. Gives where that is so; `At` is where it is not.
llvm::BasicBlock *Fission::ifNoneHasEnded(llvm::BasicBlock *&At) {
  auto Block = [&](const char *Name) { return llvm::BasicBlock::Create(context(), Name, Code.Kernel); };
  llvm::BasicBlock *Head = Block("ended"), *All = Block("all"), *Some = Block("some");
  llvm::IRBuilder<> Builder(At);
  llvm::Value *Threads = threads(Builder);
  Builder.CreateBr(Head);
  Builder.SetInsertPoint(Head);
  llvm::PHINode *First = Builder.CreatePHI(Builder.getInt32Ty(), 2);
  llvm::Type *Vector = llvm::FixedVectorType::get(Builder.getInt8Ty(), RowLanes);
  llvm::PHINode *Before = Builder.CreatePHI(Vector, 2);
  llvm::Value *Linear = Builder.CreateZExt(First, Builder.getInt64Ty(), "", /*IsNonNeg=*/true);
  llvm::Value *Alive = Builder.CreateAlignedLoad(Vector, Context.alive(Builder, Linear), llvm::Align(1));
  llvm::Value *Both = Builder.CreateAnd(Before, Alive), *Next = Builder.CreateAdd(First, Builder.getInt32(RowLanes), "", true, true);
  First->addIncoming(Builder.getInt32(0), At);
  First->addIncoming(Next, Head);
  Before->addIncoming(llvm::ConstantInt::get(Vector, 1), At);
  Before->addIncoming(Both, Head);
  llvm::BasicBlock *Asked = Block("asked");
  Builder.CreateCondBr(Builder.CreateICmpULT(Next, Threads), Head, Asked);
  Builder.SetInsertPoint(Asked);
  Builder.CreateCondBr(Builder.CreateIsNotNull(Builder.CreateAndReduce(Both)), All, Some);
  At = Some;
  return All;
}

llvm::BasicBlock *Fission::entryOf(const llvm::BasicBlock *Start) {
  llvm::BasicBlock *&Entry = Entries[Start];
  if (!Entry) {
    Entry = llvm::BasicBlock::Create(context(), "together", Code.Kernel);
    Todo.push_back(Start);
  }
  return Entry;
}

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
    if (!Kept.find(Address)->Uniform)
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

Fission::Ends Fission::emit(const Region &Region) {
  Group = llvm::MDNode::getDistinct(context(), {});
  ThreadLoops Loops = Current ? ThreadLoops(Code, Region.Start->getName(), Group, Current->Place, Lanes, isWhole(Region))
                              : ThreadLoops(Code, Region.Start->getName(), Group, Masks);
  llvm::ValueToValueMapTy Map;
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    if (Code.Index[Axis])
      Map[Code.Index[Axis]] = Loops.Index[Axis];
  llvm::SmallVector<llvm::BasicBlock *, 16> Copies;
  for (llvm::BasicBlock *Block : Region.Blocks) {
    Copies.push_back(llvm::CloneBasicBlock(Block, Map, "", Code.Kernel));
    Map[Block] = Copies.back();
  }
  BusyThreads Busy = findBusy(Region, Loops);
  if (Busy.Guard)
    llvm::cast<llvm::BranchInst>(llvm::cast<llvm::BasicBlock>(Map[Busy.Guard->getParent()])->getTerminator())->setCondition(llvm::ConstantInt::getBool(context(), Busy.IfTrue));
  llvm::IRBuilder<> Builder(Loops.Body);
  if (Current)
    mapLanes(Region, Loops, Builder, Map);
  else if (LaneMask)
    Map[Code.Lane] = Builder.CreateAnd(Builder.CreateTrunc(Loops.Linear, Builder.getInt32Ty()), LaneMask);
  for (const auto &[Array, Offset] : Kept.arrays())
    Map[Array] = Context.ownArray(Builder, Array, Loops.Linear);
  begin(Region, Loops, Copies.front());
  llvm::BasicBlock *Exit = exitOf(Region, Loops), *End = endOf(Region, Loops);
  for (auto [Old, Copy] : llvm::zip(Region.Blocks, Copies)) {
    llvm::Instruction *Jump = Copy->getTerminator();
    if (Old->getTerminator() == Region.Branch || llvm::isa<llvm::ReturnInst>(Jump)) {
      llvm::BranchInst::Create(Old->getTerminator() == Region.Branch ? Exit : End, Copy);
      Jump->eraseFromParent();
    }
    for (llvm::Instruction &I : *Copy) {
      if (auto *Branch = llvm::dyn_cast<llvm::BranchInst>(&I); Branch && Region.Next)
        for (unsigned Way = 0; Way < Branch->getNumSuccessors(); ++Way)
          if (Branch->getSuccessor(Way) == Region.Next)
            Branch->setSuccessor(Way, Exit);
      llvm::RemapInstruction(&I, Map, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
      const llvm::Value *Address = llvm::getLoadStorePointerOperand(&I);
      if (Address && !I.isAtomic() && !I.isVolatile() && !Kept.find(Address))
        unordered(&I);
    }
  }
  if (Current)
    exchangeBefore(Region, Loops);
  return {Loops.Before, Loops.Behind};
}

// What a thread finds when its turn begins.
void Fission::begin(const Region &Region, const ThreadLoops &Loops, llvm::BasicBlock *First) {
  llvm::IRBuilder<> Builder(Loops.Body);
  if (mayHaveEnded() && Region.Start != Code.Start) {
    llvm::BasicBlock *Run = llvm::BasicBlock::Create(context(), "alive", Code.Kernel);
    llvm::Value *Alive = unordered(Builder.CreateLoad(Builder.getInt8Ty(), Context.alive(Builder, Loops.Linear)));
    Builder.CreateCondBr(Builder.CreateICmpNE(Alive, Builder.getInt8(0)), Run, Loops.Latch);
    Builder.SetInsertPoint(Run);
  }
  llvm::IRBuilder<> Ahead(Loops.Before->getTerminator());
  for (llvm::AllocaInst *Address : Kept.liveAtStart(Region)) {
    const Slot &Slot = *Kept.find(Address);
    if (Slot.Uniform) {
      // What the first part does to it is not for the second one.
      llvm::Value *Value = Current ? Current->AtStart.lookup(Address) : nullptr;
      if (!Value)
        Value = Ahead.CreateLoad(Address->getAllocatedType(), Slot.Block);
      if (Current)
        Current->AtStart[Address] = Value;
      Builder.CreateStore(Value, Address);
    } else
      load(Builder, Address, Loops);
  }
  Builder.CreateBr(First);
}

// Leaves out the turns of threads that have nothing to do.
BusyThreads Fission::findBusy(const Region &Region, ThreadLoops &Loops) {
  if (!Loops.hasRow() || (Current && Lanes * Parts != WarpLanes))
    return {};
  llvm::Instruction *At = Loops.Before->getTerminator();
  Ahead Before(Code, Kept, Region, At);
  BusyThreads Busy = Current ? findBusyLanes(Code, Kept, Region, InRows) : findBusyThreads(Code, Kept, Region, Before, At);
  if (Busy.Limit)
    Loops.limitRow(Busy.Limit);
  return Busy;
}

// Where a thread's turn ends that goes on behind the cut.
llvm::BasicBlock *Fission::exitOf(const Region &Region, const ThreadLoops &Loops) {
  if (Region.isLast())
    return nullptr;
  llvm::BasicBlock *Exit = llvm::BasicBlock::Create(context(), "exit", Code.Kernel);
  llvm::IRBuilder<> Builder(Exit);
  bool First = !Current || Current->Part == 0;
  Ahead Before(Code, Kept, Region, Loops.Before->getTerminator());
  llvm::SmallVector<std::pair<llvm::Value *, llvm::AllocaInst *>, 8> Known;
  for (llvm::AllocaInst *Address : Kept.changedAndLiveBehind(Region)) {
    const Slot &Slot = *Kept.find(Address);
    if (!Slot.Uniform)
      store(Builder, Address, Loops);
    else if (!First)
      continue; // the first part has done it
    else if (llvm::Value *Value = Before.atEnd(Address))
      Known.push_back({Value, Slot.Block});
    else
      Builder.CreateStore(Builder.CreateLoad(Address->getAllocatedType(), Address), Slot.Block);
  }
  llvm::IRBuilder<> Last(Loops.Before->getTerminator());
  for (auto [Value, Address] : Known)
    Last.CreateStore(Value, Address);
  if (Kept.hasAlive() && Region.Start == Code.Start)
    unordered(Builder.CreateStore(Builder.getInt8(1), Context.alive(Builder, Loops.Linear)));
  Builder.CreateBr(Loops.Latch);
  return Exit;
}

// Where a thread ends for good.
llvm::BasicBlock *Fission::endOf(const Region &Region, const ThreadLoops &Loops) {
  if (!Region.Ends)
    return nullptr;
  llvm::BasicBlock *End = llvm::BasicBlock::Create(context(), "end", Code.Kernel);
  llvm::IRBuilder<> Builder(End);
  if (!Region.isLast())
    unordered(Builder.CreateStore(Builder.getInt8(0), Context.alive(Builder, Loops.Linear)));
  Builder.CreateBr(Loops.Latch);
  return End;
}

// Goes from a region to the next.
void Fission::connect(const Region &Region, llvm::BasicBlock *At) {
  llvm::IRBuilder<> Builder(At);
  if (Region.isLast()) {
    Builder.CreateRetVoid();
    return;
  }
  if (Region.Ends)
    returnIfAllEnded(Region, At);
  Builder.SetInsertPoint(At);
  if (Region.Next) {
    Builder.CreateBr(entryOf(Region.Next));
    return;
  }
  llvm::Value *Condition = Builder.CreateLoad(Builder.getInt1Ty(), Kept.find(Kept.condition(Region.Branch))->Block);
  Builder.CreateCondBr(Condition, entryOf(Region.Branch->getSuccessor(0)), entryOf(Region.Branch->getSuccessor(1)));
}

void Fission::returnIfAllEnded(const Region &Region, llvm::BasicBlock *&At) {
  Group = llvm::MDNode::getDistinct(context(), {});
  ThreadLoops Loops(Code, "any", Group, Masks);
  llvm::IRBuilder<> Builder(context());
  Builder.SetInsertPoint(At);
  llvm::AllocaInst *Any = new llvm::AllocaInst(Builder.getInt8Ty(), 0, "any", Code.Prologue->getTerminator()->getIterator());
  Builder.CreateStore(Builder.getInt8(0), Any);
  Builder.CreateBr(Loops.Before);
  Builder.SetInsertPoint(Loops.Body);
  llvm::Value *Alive = unordered(Builder.CreateLoad(Builder.getInt8Ty(), Context.alive(Builder, Loops.Linear)));
  Builder.CreateStore(Builder.CreateOr(Builder.CreateLoad(Builder.getInt8Ty(), Any), Alive), Any);
  Builder.CreateBr(Loops.Latch);
  llvm::BasicBlock *None = llvm::BasicBlock::Create(context(), "none", Code.Kernel), *Some = llvm::BasicBlock::Create(context(), "some", Code.Kernel);
  Builder.SetInsertPoint(None);
  Builder.CreateRetVoid();
  Builder.SetInsertPoint(Loops.Behind);
  Builder.CreateCondBr(Builder.CreateIsNull(Builder.CreateLoad(Builder.getInt8Ty(), Any)), None, Some);
  At = Some;
}

} // namespace

void runByRegions(ThreadCode &Code, const Regions &Cut, const Slots &Kept, const BlockShape &Shape, bool Masks) {
  Fission(Code, Cut, Kept, Shape, Masks).run();
}

} // namespace chv
