#include "tiers/slot_sharing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"

namespace chv {

namespace {

// Each takes a look at all blocks.
constexpr unsigned SharedMax = 64;

using SlotMap = llvm::MapVector<llvm::AllocaInst *, Slot>;

llvm::AllocaInst *slotOf(const llvm::Instruction &I) {
  return llvm::dyn_cast_or_null<llvm::AllocaInst>(const_cast<llvm::Value *>(llvm::getLoadStorePointerOperand(&I)));
}

// What slots are known to hold on the way through a block.
class Held {
public:
  // The value that the slot gets or gives there, before it does.
  llvm::Value *valueIn(const llvm::AllocaInst *Address) const { return Values.lookup(Address); }

  void pass(llvm::Instruction &I) {
    if (const llvm::AllocaInst *Address = slotOf(I)) {
      auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I);
      Values[Address] = Store ? Store->getValueOperand() : &I;
    }
  }

  // Slots of the same type that hold the value.
  void others(const llvm::AllocaInst *Than, const llvm::Value *Value, llvm::SmallVectorImpl<llvm::AllocaInst *> &Found) const {
    for (auto [Address, There] : Values)
      if (There == Value && Address != Than && Address->getAllocatedType() == Than->getAllocatedType())
        Found.push_back(const_cast<llvm::AllocaInst *>(Address));
  }

private:
  llvm::DenseMap<const llvm::AllocaInst *, llvm::Value *> Values;
};

class Sharing {
public:
  Sharing(llvm::Function &Kernel, SlotMap &Made) : Kernel(Kernel), Made(Made) {}

  void run() {
    for (unsigned Shared = 0; Shared < SharedMax; ++Shared) {
      findLive();
      if (!shareOne())
        return;
    }
  }

private:
  llvm::Function &Kernel;
  SlotMap &Made;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::DenseSet<const llvm::AllocaInst *>> LiveIn;
  llvm::DenseSet<std::pair<const llvm::AllocaInst *, const llvm::AllocaInst *>> Refused;

  bool fits(const llvm::AllocaInst *Address) const {
    auto Found = Made.find(const_cast<llvm::AllocaInst *>(Address));
    return Found != Made.end() && !Found->second.Uniform;
  }

  llvm::DenseSet<const llvm::AllocaInst *> liveBehind(const llvm::BasicBlock &Block) const {
    llvm::DenseSet<const llvm::AllocaInst *> Live;
    for (const llvm::BasicBlock *After : llvm::successors(&Block))
      if (auto Found = LiveIn.find(After); Found != LiveIn.end())
        Live.insert(Found->second.begin(), Found->second.end());
    return Live;
  }

  void findLive() {
    LiveIn.clear();
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (llvm::BasicBlock &Block : llvm::reverse(Kernel)) {
        llvm::DenseSet<const llvm::AllocaInst *> Live = liveBehind(Block);
        for (llvm::Instruction &I : llvm::reverse(Block))
          if (const llvm::AllocaInst *Address = slotOf(I); Address && fits(Address)) {
            if (llvm::isa<llvm::StoreInst>(I))
              Live.erase(Address);
            else
              Live.insert(Address);
          }
        auto &Before = LiveIn[&Block];
        if (Before.size() != Live.size()) {
          Before = std::move(Live);
          Changed = true;
        }
      }
    }
  }

  bool shareOne() {
    for (llvm::BasicBlock &Block : Kernel) {
      Held Here;
      for (llvm::Instruction &I : Block) {
        auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I);
        llvm::AllocaInst *Address = slotOf(I);
        llvm::SmallVector<llvm::AllocaInst *, 4> Others;
        if (Store && Address && fits(Address))
          Here.others(Address, Store->getValueOperand(), Others);
        for (llvm::AllocaInst *Other : Others)
          if (fits(Other) && Refused.insert({Address, Other}).second && !meet(Address, Other)) {
            join(Address, Other);
            return true;
          }
        Here.pass(I);
      }
    }
    return false;
  }

  // Is one changed where the other one's value is still wanted?
  bool meet(const llvm::AllocaInst *One, const llvm::AllocaInst *Other) const {
    for (llvm::BasicBlock &Block : Kernel) {
      Held Here;
      llvm::SmallPtrSet<const llvm::Instruction *, 8> Alike;
      for (llvm::Instruction &I : Block) {
        const llvm::AllocaInst *Address = slotOf(I);
        auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I);
        if (Store && (Address == One || Address == Other) && Here.valueIn(Address == One ? Other : One) == Store->getValueOperand())
          Alike.insert(&I);
        Here.pass(I);
      }
      llvm::DenseSet<const llvm::AllocaInst *> Live = liveBehind(Block);
      bool LiveOne = Live.contains(One), LiveOther = Live.contains(Other);
      for (llvm::Instruction &I : llvm::reverse(Block)) {
        const llvm::AllocaInst *Address = slotOf(I);
        if (Address != One && Address != Other)
          continue;
        bool IsStore = llvm::isa<llvm::StoreInst>(I);
        if (IsStore && (Address == One ? LiveOther : LiveOne) && !Alike.contains(&I))
          return true;
        (Address == One ? LiveOne : LiveOther) = !IsStore;
      }
    }
    return false;
  }

  void join(llvm::AllocaInst *One, llvm::AllocaInst *Other) {
    Other->replaceAllUsesWith(One);
    Made.erase(Other);
    Other->eraseFromParent();
    Refused.clear(); // what has been there is no more, and something new may lie where it lay
    for (llvm::BasicBlock &Block : Kernel) {
      Held Here;
      for (llvm::Instruction &I : llvm::make_early_inc_range(Block)) {
        auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I);
        if (Store && slotOf(I) == One && Here.valueIn(One) == Store->getValueOperand())
          Store->eraseFromParent();
        else
          Here.pass(I);
      }
    }
  }
};

} // namespace

void shareSlots(llvm::Function &Kernel, SlotMap &Made) { Sharing(Kernel, Made).run(); }

} // namespace chv
