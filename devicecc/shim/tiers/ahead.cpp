#include "tiers/ahead.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"

namespace chv {

namespace {

// Chains of values beyond this are left to the threads.
constexpr unsigned DepthMax = 24;

// Does every thread that starts the block come to the instruction, with no call before it that might not return?
bool isReachedFirst(const llvm::Instruction &I) {
  for (const llvm::Instruction *At = &I.getParent()->front(); At != &I; At = At->getNextNode())
    if (!llvm::isGuaranteedToTransferExecutionToSuccessor(At))
      return false;
  return true;
}

} // namespace

llvm::Value *Ahead::atEnd(const llvm::AllocaInst *Address) {
  llvm::StoreInst *Only = onlyStore(Address);
  return Only ? compute(Only->getValueOperand(), 0) : nullptr;
}

// Is it a store of the region's?
bool Ahead::isStored(const llvm::User *User) const {
  return llvm::isa<llvm::StoreInst>(User) && llvm::is_contained(Region.Blocks, llvm::cast<llvm::Instruction>(User)->getParent());
}

// The region's only store to a slot, if every thread that does not end does it.
llvm::StoreInst *Ahead::onlyStore(const llvm::AllocaInst *Address) const {
  if (llvm::count_if(Address->users(), [&](const llvm::User *User) { return isStored(User); }) != 1)
    return nullptr;
  const llvm::User *Only = *llvm::find_if(Address->users(), [&](const llvm::User *User) { return isStored(User); });
  auto *Store = llvm::cast<llvm::StoreInst>(const_cast<llvm::User *>(Only));
  const llvm::BasicBlock *Block = Store->getParent();
  bool Always = Block == Region.Start || (Region.Branch && Block == Region.Branch->getParent()) || (Region.Next && isOnlyWayOut(Block));
  return Always ? Store : nullptr;
}

bool Ahead::isOnlyWayOut(const llvm::BasicBlock *Block) const {
  auto Before = llvm::predecessors(Region.Next);
  return llvm::is_contained(Before, Block) &&
         llvm::all_of(Before, [&](const llvm::BasicBlock *From) { return From == Block || !llvm::is_contained(Region.Blocks, From); });
}

llvm::Value *Ahead::compute(llvm::Value *Value, unsigned Depth) {
  if (Code.isRoot(Value))
    return Value;
  auto *I = llvm::dyn_cast<llvm::Instruction>(Value);
  if (!I || I->getParent() == Code.Prologue || Depth > DepthMax)
    return nullptr;
  if (llvm::Value *Found = Done.lookup(I))
    return Found;
  llvm::Value *Made = nullptr;
  auto *Load = llvm::dyn_cast<llvm::LoadInst>(I);
  if (const Slot *Slot = Load ? Kept.find(Load->getPointerOperand()) : nullptr)
    Made = slotAt(*Load, *Slot, Depth);
  else if (canRepeat(*I))
    Made = repeat(*I, Depth);
  if (Made)
    Done[I] = Made;
  return Made;
}

bool Ahead::canRepeat(const llvm::Instruction &I) const {
  if (llvm::isa<llvm::PHINode, llvm::FreezeInst>(I))
    return false;
  if (!I.mayReadOrWriteMemory())
    return llvm::isSafeToSpeculativelyExecute(&I);
  // The first of the threads reads it at once, before any could write there.
  const auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I);
  return Load && Load->isSimple() && Kept.isCommon(Load) && I.getParent() == Region.Start && isReachedFirst(I);
}

llvm::Value *Ahead::repeat(llvm::Instruction &I, unsigned Depth) {
  llvm::SmallVector<llvm::Value *, 4> Operands;
  for (llvm::Value *Operand : I.operands()) {
    Operands.push_back(compute(Operand, Depth + 1));
    if (!Operands.back())
      return nullptr;
  }
  llvm::Instruction *Copy = I.clone();
  for (unsigned Number = 0; Number < Operands.size(); ++Number)
    Copy->setOperand(Number, Operands[Number]);
  Copy->insertBefore(Before->getIterator());
  Copy->dropUBImplyingAttrsAndMetadata();
  return Copy;
}

// What a load from a slot gives.
llvm::Value *Ahead::slotAt(llvm::LoadInst &Load, const Slot &Slot, unsigned Depth) {
  auto *Address = llvm::cast<llvm::AllocaInst>(Load.getPointerOperand());
  if (llvm::any_of(Address->users(), [&](const llvm::User *User) { return isStored(User); })) {
    llvm::StoreInst *Earlier = nullptr;
    for (llvm::Instruction *At = Load.getPrevNode(); At && !Earlier; At = At->getPrevNode())
      if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(At); Store && Store->getPointerOperand() == Address)
        Earlier = Store;
    if (!Earlier && Load.getParent() != Region.Start) {
      Earlier = onlyStore(Address);
      if (!Earlier || Earlier->getParent() != Region.Start)
        return nullptr;
    }
    if (Earlier)
      return compute(Earlier->getValueOperand(), Depth + 1);
  }
  if (!Slot.Uniform || !Slot.Block)
    return nullptr;
  return llvm::IRBuilder<>(Before).CreateLoad(Address->getAllocatedType(), Slot.Block);
}

} // namespace chv
