#include "tiers/fission.h"
#include "tiers/busy_threads.h"
#include "tiers/thread_loops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace chv {

namespace {

// A block's context that is known to be at most this large is on the stack, where it may become registers. Unit: bytes.
constexpr uint64_t StackBytesMax = 64 << 10;

// Makes the code of all regions.
class Fission {
public:
  Fission(ThreadCode &Code, const Regions &Cut, const Slots &Kept, const BlockShape &Shape, bool Masks)
      : Code(Code), Cut(Cut), Kept(Kept), Shape(Shape), Masks(Masks) {}

  void run() {
    placeContext();
    llvm::SmallVector<llvm::BasicBlock *, 32> Old;
    for (llvm::BasicBlock &Block : *Code.Kernel)
      if (&Block != Code.Prologue)
        Old.push_back(&Block);
    for (const Region &Region : Cut.all())
      emit(Region);
    for (const Region &Region : Cut.all())
      connect(Region);
    Code.Prologue->getTerminator()->setSuccessor(0, Made.lookup(Code.Start).Before);
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

  ThreadCode &Code;
  const Regions &Cut;
  const Slots &Kept;
  const BlockShape &Shape;
  bool Masks;
  llvm::Value *Elements = nullptr; // of each array: the block's threads, rounded up
  llvm::DenseMap<const llvm::Value *, llvm::Value *> Bases;
  llvm::Value *AliveBase = nullptr;
  llvm::Value *LaneMask = nullptr; // null if no thread asks for its lane
  llvm::DenseMap<const llvm::BasicBlock *, Ends> Made;
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

  // Finds each array of the block's context.
  void placeContext() {
    llvm::IRBuilder<> Builder(Code.Prologue->getTerminator());
    llvm::Value *Threads = Builder.getInt64(1);
    for (llvm::Value *Extent : Code.Extent)
      Threads = Builder.CreateNUWMul(Threads, Builder.CreateZExt(Extent, Builder.getInt64Ty()));
    Elements = Builder.CreateAnd(Builder.CreateNUWAdd(Threads, Builder.getInt64(63)), Builder.getInt64(~uint64_t(63)));
    auto *Fixed = llvm::dyn_cast<llvm::ConstantInt>(Elements);
    bool OnStack = Shape && Fixed && Fixed->getZExtValue() * Kept.threadBytes() <= StackBytesMax;
    auto Place = [&](llvm::Type *Element, uint64_t Bytes, uint64_t Offset) -> llvm::Value * {
      if (!OnStack)
        return Builder.CreateInBoundsGEP(Builder.getInt8Ty(), Code.Kernel->getArg(1), Builder.CreateNUWMul(Elements, Builder.getInt64(Offset)));
      if (Element->isIntegerTy(1))
        Element = Builder.getInt8Ty();
      llvm::Type *Whole = llvm::ArrayType::get(Element, Fixed->getZExtValue());
      llvm::AllocaInst *Array = Builder.CreateAlloca(Whole);
      Array->setAlignment(llvm::Align(64));
      return Array;
    };
    const llvm::DataLayout &Layout = Code.Kernel->getDataLayout();
    for (const auto &[Address, Slot] : Kept.all())
      if (Slot.Crosses && !Slot.Uniform)
        Bases[Address] = Place(Address->getAllocatedType(), Layout.getTypeAllocSize(Address->getAllocatedType()), Slot.Offset);
    for (const auto &[Array, Offset] : Kept.arrays()) {
      uint64_t Bytes = arrayBytes(*Array);
      Bases[Array] = Place(llvm::ArrayType::get(Builder.getInt8Ty(), Bytes), Bytes, Offset);
    }
    if (Kept.hasAlive())
      AliveBase = Place(Builder.getInt8Ty(), 1, Kept.aliveOffset());
    if (Code.Lane && !Code.Lane->use_empty())
      LaneMask = Code.WholeWarps ? Builder.getInt32(31) : Builder.CreateSub(warpSize(Builder), Builder.getInt32(1));
  }

  llvm::Value *warpSize(llvm::IRBuilder<> &Builder) {
    llvm::FunctionCallee WarpSize = Code.Kernel->getParent()->getOrInsertFunction("__chv_warp_size", Builder.getInt32Ty());
    llvm::CallInst *Call = Builder.CreateCall(WarpSize);
    Call->setDoesNotAccessMemory();
    Call->setDoesNotThrow();
    return Call;
  }

  static uint64_t arrayBytes(const llvm::AllocaInst &Array) {
    uint64_t Bytes = Array.getAllocationSize(Array.getDataLayout())->getFixedValue();
    return llvm::alignTo(Bytes, Array.getAlign());
  }

  // What all threads' turns may do in any order.
  template <class Access> Access *unordered(Access *I) {
    I->setMetadata(llvm::LLVMContext::MD_access_group, Group);
    return I;
  }

  llvm::Value *elementOf(llvm::IRBuilder<> &Builder, const llvm::AllocaInst *Address, const ThreadLoops &Loops) {
    llvm::Type *Type = Address->getAllocatedType();
    return Builder.CreateInBoundsGEP(Type->isIntegerTy(1) ? Builder.getInt8Ty() : Type, Bases.lookup(Address), Loops.Linear);
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

  llvm::Value *aliveOf(llvm::IRBuilder<> &Builder, const ThreadLoops &Loops) {
    return Builder.CreateInBoundsGEP(Builder.getInt8Ty(), AliveBase, Loops.Linear);
  }

  void emit(const Region &Region);
  void begin(const Region &Region, const ThreadLoops &Loops, llvm::BasicBlock *First);
  BusyThreads findBusy(const Region &Region, ThreadLoops &Loops);
  llvm::BasicBlock *exitOf(const Region &Region, const ThreadLoops &Loops);
  llvm::BasicBlock *endOf(const Region &Region, const ThreadLoops &Loops);
  void connect(const Region &Region);
  void returnIfAllEnded(const Region &Region, llvm::BasicBlock *&At);
};

void Fission::emit(const Region &Region) {
  Group = llvm::MDNode::getDistinct(context(), {});
  ThreadLoops Loops(Code, Region.Start->getName(), Group, Masks);
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
    llvm::cast<llvm::BranchInst>(Copies.front()->getTerminator())->setCondition(llvm::ConstantInt::getBool(context(), Busy.IfTrue));
  llvm::IRBuilder<> Builder(Loops.Body);
  if (LaneMask)
    Map[Code.Lane] = Builder.CreateAnd(Builder.CreateTrunc(Loops.Linear, Builder.getInt32Ty()), LaneMask);
  for (const auto &[Array, Offset] : Kept.arrays())
    Map[Array] = Builder.CreateInBoundsGEP(llvm::ArrayType::get(Builder.getInt8Ty(), arrayBytes(*Array)), Bases.lookup(Array), Loops.Linear);
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
  Made[Region.Start] = {Loops.Before, Loops.Behind};
}

// What a thread finds when its turn begins.
void Fission::begin(const Region &Region, const ThreadLoops &Loops, llvm::BasicBlock *First) {
  llvm::IRBuilder<> Builder(Loops.Body);
  if (Kept.hasAlive() && Region.Start != Code.Start) {
    llvm::BasicBlock *Run = llvm::BasicBlock::Create(context(), "alive", Code.Kernel);
    llvm::Value *Alive = unordered(Builder.CreateLoad(Builder.getInt8Ty(), aliveOf(Builder, Loops)));
    Builder.CreateCondBr(Builder.CreateICmpNE(Alive, Builder.getInt8(0)), Run, Loops.Latch);
    Builder.SetInsertPoint(Run);
  }
  llvm::IRBuilder<> Ahead(Loops.Before->getTerminator());
  for (llvm::AllocaInst *Address : Kept.liveAtStart(Region)) {
    const Slot &Slot = *Kept.find(Address);
    if (Slot.Uniform)
      Builder.CreateStore(Ahead.CreateLoad(Address->getAllocatedType(), Slot.Block), Address);
    else
      load(Builder, Address, Loops);
  }
  Builder.CreateBr(First);
}

// Leaves out the turns of threads that have nothing to do.
BusyThreads Fission::findBusy(const Region &Region, ThreadLoops &Loops) {
  if (!Loops.hasRow())
    return {};
  llvm::Instruction *At = Loops.Before->getTerminator();
  Ahead Before(Code, Kept, Region, At);
  BusyThreads Busy = findBusyThreads(Code, Kept, Region, Before, At);
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
  Ahead Before(Code, Kept, Region, Loops.Before->getTerminator());
  llvm::SmallVector<std::pair<llvm::Value *, llvm::AllocaInst *>, 8> Known;
  for (llvm::AllocaInst *Address : Kept.changedAndLiveBehind(Region)) {
    const Slot &Slot = *Kept.find(Address);
    if (!Slot.Uniform)
      store(Builder, Address, Loops);
    else if (llvm::Value *Value = Before.atEnd(Address))
      Known.push_back({Value, Slot.Block});
    else
      Builder.CreateStore(Builder.CreateLoad(Address->getAllocatedType(), Address), Slot.Block);
  }
  llvm::IRBuilder<> Last(Loops.Before->getTerminator());
  for (auto [Value, Address] : Known)
    Last.CreateStore(Value, Address);
  if (Kept.hasAlive() && Region.Start == Code.Start)
    unordered(Builder.CreateStore(Builder.getInt8(1), aliveOf(Builder, Loops)));
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
    unordered(Builder.CreateStore(Builder.getInt8(0), aliveOf(Builder, Loops)));
  Builder.CreateBr(Loops.Latch);
  return End;
}

// Goes from a region to the next.
void Fission::connect(const Region &Region) {
  llvm::BasicBlock *At = Made.lookup(Region.Start).Behind;
  llvm::IRBuilder<> Builder(At);
  if (Region.isLast()) {
    Builder.CreateRetVoid();
    return;
  }
  if (Region.Ends)
    returnIfAllEnded(Region, At);
  Builder.SetInsertPoint(At);
  if (Region.Next) {
    Builder.CreateBr(Made.lookup(Region.Next).Before);
    return;
  }
  llvm::Value *Condition = Builder.CreateLoad(Builder.getInt1Ty(), Kept.find(Kept.condition(Region.Branch))->Block);
  Builder.CreateCondBr(Condition, Made.lookup(Region.Branch->getSuccessor(0)).Before, Made.lookup(Region.Branch->getSuccessor(1)).Before);
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
  llvm::Value *Alive = unordered(Builder.CreateLoad(Builder.getInt8Ty(), aliveOf(Builder, Loops)));
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
