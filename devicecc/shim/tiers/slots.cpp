#include "tiers/slots.h"
#include "tiers/slot_sharing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

namespace chv {

namespace {

// Instructions that are run again rather than kept in memory.
constexpr unsigned CheapInstructions = 10;
// A register tile has so many sums at least.
constexpr unsigned TileMin = 8;

// Where a use needs its value: a phi's at the end of the block that it comes from.
llvm::BasicBlock *placeOf(const llvm::Use &Use) {
  if (auto *Phi = llvm::dyn_cast<llvm::PHINode>(Use.getUser()))
    return Phi->getIncomingBlock(Use);
  return llvm::cast<llvm::Instruction>(Use.getUser())->getParent();
}

} // namespace

bool Slots::isExchange(const llvm::AllocaInst *Array) const {
  return llvm::any_of(Code.Exchanges, [&](const Exchange &Exchange) { return Array == Exchange.Sent || Array == Exchange.Got; });
}

Slots::Slots(ThreadCode &Code, const Regions &Cut) : Code(Code), Cut(Cut) {
  for (llvm::Instruction &I : llvm::instructions(*Code.Kernel))
    if (auto *Array = llvm::dyn_cast<llvm::AllocaInst>(&I); Array && !isExchange(Array))
      Arrays[Array] = 0;
  findCommon();
  recompute();
  demote();
  shareSlots(*Code.Kernel, Made);
  findLive();
  layOut();
}

void Slots::findCommon() {
  for (llvm::Instruction &I : llvm::instructions(*Code.Kernel))
    if (I.getParent() != Code.Prologue && Cut.isCommon(&I))
      Common.insert(&I);
}

// Values that are cheap functions of what each region has are computed again there. Addresses stay what loops over threads can count on.
void Slots::recompute() {
  llvm::SmallVector<llvm::Instruction *, 64> Values;
  for (llvm::Instruction &I : llvm::instructions(*Code.Kernel))
    if (I.getParent() != Code.Prologue && !llvm::isa<llvm::AllocaInst, llvm::PHINode>(I) && !Common.contains(&I))
      Values.push_back(&I);
  for (llvm::Instruction *Value : llvm::reverse(Values))
    recomputeUses(*Value);
  llvm::SmallVector<llvm::WeakTrackingVH, 64> Dead;
  for (llvm::Instruction *Value : Values)
    if (llvm::isInstructionTriviallyDead(Value))
      Dead.push_back(Value);
  eraseDead(Dead);
  // What is made from now on may lie where something lay that is gone.
  llvm::DenseSet<const llvm::Instruction *> Left;
  for (llvm::Instruction &I : llvm::instructions(*Code.Kernel))
    if (Common.contains(&I))
      Left.insert(&I);
  Common = std::move(Left);
}

// Erases them with what was there for them alone. Where lanes exchange values stays, though nobody may want what they get. So does the prologue: `Code` has
// pointers to its indices and extents, which code that is made later asks for.
void Slots::eraseDead(llvm::SmallVectorImpl<llvm::WeakTrackingVH> &Dead) {
  while (!Dead.empty()) {
    llvm::Value *Value = Dead.pop_back_val();
    auto *I = llvm::dyn_cast_or_null<llvm::Instruction>(Value);
    auto *Array = llvm::dyn_cast_or_null<llvm::AllocaInst>(Value);
    if (!I || I->getParent() == Code.Prologue || !llvm::isInstructionTriviallyDead(I) || (Array && isExchange(Array)))
      continue;
    for (llvm::Value *Operand : I->operands())
      Dead.push_back(Operand);
    I->eraseFromParent();
  }
}

void Slots::recomputeUses(llvm::Instruction &Value) {
  unsigned Budget = CheapInstructions;
  llvm::SmallVector<llvm::Use *, 8> Uses;
  for (llvm::Use &Use : Value.uses())
    if (placeOf(Use) != Value.getParent() && !Cut.isLocal(Value.getParent(), placeOf(Use)))
      Uses.push_back(&Use);
  if (Uses.empty() || !isCheap(&Value, Budget))
    return;
  llvm::DenseMap<llvm::BasicBlock *, llvm::DenseMap<llvm::Value *, llvm::Value *>> Copies;
  for (llvm::Use *Use : Uses) {
    llvm::BasicBlock *Place = placeOf(*Use);
    Use->set(copyBefore(&Value, &*Place->getFirstInsertionPt(), Copies[Place]));
  }
}

// Is the value there in every region without memory of a thread's?
bool Slots::isAtHand(const llvm::Value *Value) const {
  const auto *I = llvm::dyn_cast<llvm::Instruction>(Value);
  return !I || I->getParent() == Code.Prologue || llvm::isa<llvm::AllocaInst>(I) || Common.contains(I);
}

bool Slots::isCheap(const llvm::Value *Value, unsigned &Budget) const {
  if (isAtHand(Value))
    return true;
  const auto *I = llvm::cast<llvm::Instruction>(Value);
  bool Fits = !llvm::isa<llvm::PHINode, llvm::FreezeInst, llvm::CallBase>(I) && !I->mayReadOrWriteMemory() && !I->isTerminator() &&
              llvm::isSafeToSpeculativelyExecute(I);
  if (!Fits || Budget == 0)
    return false;
  --Budget;
  return llvm::all_of(I->operands(), [&](const llvm::Value *Operand) { return isCheap(Operand, Budget); });
}

llvm::Value *Slots::copyBefore(llvm::Value *Value, llvm::Instruction *Before, llvm::DenseMap<llvm::Value *, llvm::Value *> &Copies) {
  if (isAtHand(Value))
    return Value;
  if (llvm::Value *Made = Copies.lookup(Value))
    return Made;
  llvm::Instruction *Copy = llvm::cast<llvm::Instruction>(Value)->clone();
  for (llvm::Use &Operand : Copy->operands())
    Operand.set(copyBefore(Operand.get(), Before, Copies));
  Copy->insertBefore(Before->getIterator());
  Copies[Value] = Copy;
  return Copy;
}

// LLVM gives no place to a value without uses, and removes it: `v3` in `for (...) { v3 += i; if (c) return; }` after the loop is unrolled.
void Slots::add(llvm::AllocaInst *Address, bool Uniform) {
  if (Address)
    Made[Address].Uniform = Uniform;
}

// Gives every value that is used in another region a place in memory, which becomes a register again where it can be one.
void Slots::demote() {
  std::optional<llvm::BasicBlock::iterator> At = Code.Prologue->getTerminator()->getIterator();
  llvm::SmallVector<llvm::PHINode *, 16> Phis;
  llvm::SmallVector<llvm::Instruction *, 64> Values;
  llvm::SmallVector<llvm::BranchInst *, 8> Branches;
  for (llvm::Instruction &I : llvm::instructions(*Code.Kernel)) {
    if (I.getParent() == Code.Prologue || llvm::isa<llvm::AllocaInst>(I))
      continue;
    if (auto *Phi = llvm::dyn_cast<llvm::PHINode>(&I);
        Phi && (Cut.isStart(I.getParent()) || Cut.regionsOf(I.getParent()).count() > 1))
      Phis.push_back(Phi);
    if (Cut.isDecided(&I))
      Branches.push_back(llvm::cast<llvm::BranchInst>(&I));
  }
  for (llvm::PHINode *Phi : Phis) {
    bool Uniform = Common.erase(Phi);
    add(llvm::DemotePHIToStack(Phi, At), Uniform);
  }
  for (llvm::Instruction &I : llvm::instructions(*Code.Kernel)) {
    if (I.getParent() == Code.Prologue || llvm::isa<llvm::AllocaInst>(I))
      continue;
    if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
      if (auto Found = Made.find(llvm::dyn_cast<llvm::AllocaInst>(Load->getPointerOperand())); Found != Made.end() && Found->second.Uniform)
        Common.insert(Load);
    if (llvm::any_of(I.uses(), [&](const llvm::Use &Use) { return placeOf(Use) != I.getParent() && !Cut.isLocal(I.getParent(), placeOf(Use)); }))
      Values.push_back(&I);
  }
  for (llvm::Instruction *Value : Values) {
    bool Uniform = Common.contains(Value);
    add(llvm::DemoteRegToStack(*Value, false, At), Uniform);
  }
  for (llvm::BranchInst *Branch : Branches) {
    llvm::IRBuilder<> Builder(&**At);
    llvm::AllocaInst *Address = Builder.CreateAlloca(Builder.getInt1Ty(), nullptr, "condition");
    Builder.SetInsertPoint(Branch);
    Builder.CreateStore(Branch->getCondition(), Address);
    Conditions[Branch] = Address;
    add(Address, true);
    Made[Address].Crosses = true;
  }
}

const Slot *Slots::find(const llvm::Value *Address) const {
  auto Found = Made.find(const_cast<llvm::AllocaInst *>(llvm::dyn_cast<llvm::AllocaInst>(Address)));
  return Found == Made.end() ? nullptr : &Found->second;
}

// Which slots have a value that is wanted at the start of each block.
void Slots::findLive() {
  llvm::DenseMap<const llvm::Value *, unsigned> Numbers;
  for (auto &Entry : Made)
    Numbers[Entry.first] = Numbers.size();
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BitVector> Read, Written;
  llvm::SmallVector<llvm::BasicBlock *, 32> Blocks;
  for (llvm::BasicBlock &Block : *Code.Kernel) {
    if (&Block == Code.Prologue)
      continue;
    Blocks.push_back(&Block);
    llvm::BitVector &Reads = Read[&Block], &Writes = Written[&Block];
    Reads.resize(Made.size());
    Writes.resize(Made.size());
    for (llvm::Instruction &I : Block) {
      auto Found = Numbers.find(llvm::getLoadStorePointerOperand(&I));
      if (Found == Numbers.end())
        continue;
      if (llvm::isa<llvm::StoreInst>(I))
        Writes.set(Found->second);
      else if (!Writes[Found->second])
        Reads.set(Found->second);
    }
    LiveIn[&Block] = Reads;
  }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (llvm::BasicBlock *Block : llvm::reverse(Blocks)) {
      llvm::BitVector Live(Made.size());
      for (llvm::BasicBlock *After : llvm::successors(Block))
        Live |= LiveIn[After];
      Live.reset(Written[Block]);
      Live |= Read[Block];
      if (Live != LiveIn[Block]) {
        LiveIn[Block] = Live;
        Changed = true;
      }
    }
  }
  for (const Region &Region : Cut.all())
    for (llvm::AllocaInst *Address : liveAtStart(Region))
      Made[Address].Crosses = true;
}

llvm::SmallVector<llvm::AllocaInst *, 8> Slots::liveAtStart(const Region &Region) const {
  llvm::SmallVector<llvm::AllocaInst *, 8> Found;
  if (Region.Start != Code.Start)
    for (unsigned Number : LiveIn.find(Region.Start)->second.set_bits())
      Found.push_back((Made.begin() + Number)->first);
  return Found;
}

llvm::BitVector Slots::liveBehind(const Region &Region) const {
  llvm::BitVector Live(Made.size());
  if (Region.Next)
    Live |= LiveIn.find(Region.Next)->second;
  if (Region.Branch)
    for (llvm::BasicBlock *After : llvm::successors(Region.Branch->getParent()))
      Live |= LiveIn.find(After)->second;
  if (llvm::AllocaInst *Address = condition(Region.Branch))
    Live.set(Made.find(Address) - Made.begin());
  return Live;
}

llvm::SmallVector<llvm::AllocaInst *, 8> Slots::changedAndLiveBehind(const Region &Region) const {
  llvm::SmallVector<llvm::AllocaInst *, 8> Found;
  llvm::BitVector Live = liveBehind(Region);
  for (unsigned Number : Live.set_bits()) {
    llvm::AllocaInst *Address = (Made.begin() + Number)->first;
    if (isChangedIn(Address, Region))
      Found.push_back(Address);
  }
  return Found;
}

bool Slots::hasRowIn(const Region &Region) const {
  return llvm::any_of(Made, [&](const auto &Entry) {
    return Entry.second.Row && llvm::any_of(Entry.first->users(), [&](const llvm::User *User) {
             return llvm::is_contained(Region.Blocks, llvm::cast<llvm::Instruction>(User)->getParent());
           });
  });
}

bool Slots::isChangedIn(const llvm::AllocaInst *Address, const Region &Region) const {
  return llvm::any_of(Address->users(), [&](const llvm::User *User) {
    return llvm::isa<llvm::StoreInst>(User) && llvm::is_contained(Region.Blocks, llvm::cast<llvm::Instruction>(User)->getParent());
  });
}

// All arrays of a block begin at multiples of 64 bytes, because the number of elements is made a multiple of it.
uint64_t Slots::take(uint64_t Bytes) {
  uint64_t At = ThreadBytes;
  ThreadBytes += Bytes;
  return At;
}

// What a region with a register tile adds to, by type.
std::vector<llvm::SmallVector<llvm::AllocaInst *, 64>> Slots::tiles() const {
  std::vector<llvm::SmallVector<llvm::AllocaInst *, 64>> Tiles;
  llvm::SmallPtrSet<const llvm::AllocaInst *, 32> Seen;
  for (const Region &Region : Cut.all()) {
    if (!Region.IsTile)
      continue;
    llvm::MapVector<llvm::Type *, llvm::SmallVector<llvm::AllocaInst *, 64>> ByType;
    llvm::SmallVector<llvm::AllocaInst *, 8> Began = liveAtStart(Region);
    for (llvm::AllocaInst *Address : changedAndLiveBehind(Region))
      if (llvm::is_contained(Began, Address) && !find(Address)->Uniform && Seen.insert(Address).second)
        ByType[Address->getAllocatedType()].push_back(Address);
    for (auto &[Type, Sums] : ByType)
      if (Sums.size() >= TileMin)
        Tiles.push_back(std::move(Sums));
  }
  return Tiles;
}

// A thread's sums lie side by side, because they are vectors where they are added to.
void Slots::layOutTiles() {
  for (llvm::ArrayRef<llvm::AllocaInst *> Sums : tiles()) {
    uint64_t Bytes = Code.Kernel->getDataLayout().getTypeAllocSize(Sums.front()->getAllocatedType()), Row = Bytes * Sums.size(), Offset = take(Row);
    for (auto [Number, Address] : llvm::enumerate(Sums)) {
      Slot &Slot = Made[Address];
      Slot.Offset = Offset;
      Slot.Row = Row;
      Slot.InRow = Number * Bytes;
    }
  }
}

void Slots::layOut() {
  const llvm::DataLayout &Layout = Code.Kernel->getDataLayout();
  layOutTiles();
  for (auto &[Array, Offset] : Arrays) {
    uint64_t Bytes = Array->getAllocationSize(Layout)->getFixedValue();
    Array->moveBefore(Code.Prologue->getTerminator()->getIterator());
    Offset = take(llvm::alignTo(Bytes, Array->getAlign()));
  }
  llvm::IRBuilder<> Builder(Code.Prologue->getTerminator());
  for (auto &[Address, Slot] : Made) {
    if (!Slot.Crosses)
      continue;
    if (Slot.Uniform)
      Slot.Block = Builder.CreateAlloca(Address->getAllocatedType(), nullptr, "of.block");
    else if (Slot.Row == 0)
      Slot.Offset = take(Layout.getTypeAllocSize(Address->getAllocatedType()));
  }
  HasAlive = llvm::any_of(Cut.all(), [](const Region &Region) { return Region.Ends && !Region.isLast(); });
  if (HasAlive)
    AliveOffset = take(1);
}

} // namespace chv
