// The maker of the code of all regions: versions and single regions in `fission.cpp`, what one warp goes through in `fission_groups.cpp`.
#pragma once
#include "tiers/fission.h"
#include "tiers/block_context.h"
#include "tiers/busy_threads.h"
#include "tiers/lanes.h"
#include "tiers/thread_loops.h"
#include "tiers/warp_branches.h"
#include "tiers/warp_groups.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace chv {

// Threads of a warp.
constexpr unsigned WarpLanes = 32;
// Threads of a row that are one vector where rows are no whole warps.
constexpr unsigned RowLanes = 16;
// So many threads along y are worth vectors; without masks they are a whole one.
constexpr unsigned ColumnMin = 8;
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
  llvm::BasicBlock *emitShapes();
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

} // namespace chv
