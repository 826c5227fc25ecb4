#include "tiers/fission_code.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace chv {

// Makes the code for all shapes of blocks.
void Fission::emitVersions() {
  llvm::Instruction *Top = Code.Prologue->getTerminator();
  llvm::BasicBlock *AlongX = emitShapes();
  if (!Code.AlongY) {
    Top->setSuccessor(0, AlongX);
    return;
  }
  // No lane is asked for, so the threads may be counted along y first.
  auto Turn = [&] {
    std::swap(Code.Index[0], Code.Index[1]);
    std::swap(Code.Extent[0], Code.Extent[1]);
  };
  llvm::IRBuilder<> Builder(Top);
  // Where a thread keeps something, a vector that is not whole would read it while it is still being written.
  bool Keeps = Cut.all().size() > 1;
  llvm::Value *Fits = Keeps ? areMultiples(Builder, Code.Extent[1], Masks ? RowLanes : ColumnMin) : Builder.CreateICmpUGE(Code.Extent[1], Builder.getInt32(ColumnMin));
  Turn();
  llvm::BasicBlock *AlongY = emitShapes();
  Turn();
  Builder.CreateCondBr(Fits, AlongY, AlongX);
  Top->eraseFromParent();
}

// Makes the code for all shapes of blocks, x innermost. Gives where it starts.
llvm::BasicBlock *Fission::emitShapes() {
  InRows = true;
  bool OfRows = Code.OneAxis || (Code.OfWarps && !Code.AnyRows);
  if (OfRows || (Code.AfterLanes.empty() && llvm::all_of(Cut.all(), [&](const Region &Region) { return membersFrom(Region).empty(); })))
    return emitAll(/*InRows=*/true);
  llvm::BasicBlock *Shapes = llvm::BasicBlock::Create(context(), "shapes", Code.Kernel);
  llvm::IRBuilder<> Builder(Shapes);
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
  return Shapes;
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
  // A row of a thread's slots is no vector of several threads.
  if (llvm::any_of(Members, [&](const Region *Region) { return Kept.hasRowIn(*Region); }))
    return {};
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

Fission::Ends Fission::emit(const Region &Region) {
  Group = llvm::MDNode::getDistinct(context(), {});
  ThreadLoops Loops = Current ? ThreadLoops(Code, Region.Start->getName(), Group, Current->Place, Lanes, isWhole(Region))
                              : ThreadLoops(Code, Region.Start->getName(), Group, Masks, Region.IsTile);
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
  ThreadLoops Loops(Code, "any", Group, Masks, /*OfTile=*/false);
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

void runByRegions(ThreadCode &Code, const Regions &Cut, const Slots &Kept, const BlockShape &Shape, bool Masks) {
  Fission(Code, Cut, Kept, Shape, Masks).run();
}

} // namespace chv
