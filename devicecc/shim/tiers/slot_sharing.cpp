#include "tiers/slot_sharing.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"

namespace chv {

namespace {

// Each takes a look at all blocks.
constexpr unsigned SharedMax = 300;

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

  // Slots of the same type that hold the value. Many may begin with the same constant, which says nothing of what becomes of them.
  void others(const llvm::AllocaInst *Than, const llvm::Value *Value, llvm::SmallVectorImpl<llvm::AllocaInst *> &Found) const {
    if (llvm::isa<llvm::Constant>(Value))
      return;
    for (auto [Address, There] : Values)
      if (There == Value && Address != Than && Address->getAllocatedType() == Than->getAllocatedType())
        Found.push_back(const_cast<llvm::AllocaInst *>(Address));
  }

private:
  llvm::DenseMap<const llvm::AllocaInst *, llvm::Value *> Values;
};

class Sharing {
public:
  Sharing(llvm::Function &Kernel, SlotMap &Made) : Kernel(Kernel), Made(Made) {
    for (const auto &[Address, Slot] : Made)
      if (!Slot.Uniform)
        Numbers.insert({Address, unsigned(Numbers.size())});
  }

  void run() {
    for (unsigned Shared = 0; Shared < SharedMax; ++Shared) {
      findLive();
      if (!shareOne())
        return;
    }
  }

private:
  // Slots that a block reads before it writes them, those that it writes, and those that are wanted where it begins.
  struct Flow {
    llvm::BitVector Read, Written, LiveIn;
  };

  llvm::Function &Kernel;
  SlotMap &Made;
  llvm::DenseMap<const llvm::AllocaInst *, unsigned> Numbers;
  llvm::DenseMap<const llvm::BasicBlock *, Flow> Flows;
  llvm::DenseSet<std::pair<const llvm::AllocaInst *, const llvm::AllocaInst *>> Refused;

  bool fits(const llvm::AllocaInst *Address) const { return Numbers.contains(Address); }

  llvm::BitVector liveBehind(const llvm::BasicBlock &Block) const {
    llvm::BitVector Live(Numbers.size());
    for (const llvm::BasicBlock *After : llvm::successors(&Block))
      if (auto Found = Flows.find(After); Found != Flows.end())
        Live |= Found->second.LiveIn;
    return Live;
  }

  bool isLiveBehind(const llvm::BasicBlock &Block, const llvm::AllocaInst *Address) const {
    unsigned Number = Numbers.lookup(Address);
    return llvm::any_of(llvm::successors(&Block), [&](const llvm::BasicBlock *After) {
      auto Found = Flows.find(After);
      return Found != Flows.end() && Found->second.LiveIn.test(Number);
    });
  }

  void findLive() {
    unsigned Count = Numbers.size();
    Flows.clear();
    for (llvm::BasicBlock &Block : Kernel) {
      Flow &Here = Flows.insert({&Block, {llvm::BitVector(Count), llvm::BitVector(Count), llvm::BitVector(Count)}}).first->second;
      for (llvm::Instruction &I : Block)
        if (const llvm::AllocaInst *Address = slotOf(I); Address && fits(Address)) {
          unsigned Number = Numbers.lookup(Address);
          if (llvm::isa<llvm::StoreInst>(I))
            Here.Written.set(Number);
          else if (!Here.Written.test(Number))
            Here.Read.set(Number);
        }
    }
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (llvm::BasicBlock &Block : llvm::reverse(Kernel)) {
        Flow &Here = Flows.find(&Block)->second;
        llvm::BitVector Live = liveBehind(Block);
        Live.reset(Here.Written);
        Live |= Here.Read;
        if (Live != Here.LiveIn) {
          Here.LiveIn = std::move(Live);
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
      llvm::SmallPtrSet<const llvm::Instruction *, 8> Alike;
      llvm::SmallVector<const llvm::Instruction *, 16> Accesses;
      llvm::Value *InOne = nullptr, *InOther = nullptr;
      for (llvm::Instruction &I : Block) {
        const llvm::AllocaInst *Address = slotOf(I);
        if (Address != One && Address != Other)
          continue;
        auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I);
        llvm::Value *Value = Store ? Store->getValueOperand() : &I;
        if (Store && (Address == One ? InOther : InOne) == Value)
          Alike.insert(&I);
        (Address == One ? InOne : InOther) = Value;
        Accesses.push_back(&I);
      }
      bool LiveOne = isLiveBehind(Block, One), LiveOther = isLiveBehind(Block, Other);
      for (const llvm::Instruction *I : llvm::reverse(Accesses)) {
        const llvm::AllocaInst *Address = slotOf(*I);
        bool IsStore = llvm::isa<llvm::StoreInst>(I);
        if (IsStore && (Address == One ? LiveOther : LiveOne) && !Alike.contains(I))
          return true;
        (Address == One ? LiveOne : LiveOther) = !IsStore;
      }
    }
    return false;
  }

  void join(llvm::AllocaInst *One, llvm::AllocaInst *Other) {
    // What was refused of either need not be so of both.
    llvm::SmallVector<std::pair<const llvm::AllocaInst *, const llvm::AllocaInst *>, 16> Again;
    for (auto Pair : Refused)
      if (Pair.first == One || Pair.second == One || Pair.first == Other || Pair.second == Other)
        Again.push_back(Pair);
    for (auto Pair : Again)
      Refused.erase(Pair);
    Other->replaceAllUsesWith(One);
    Made.erase(Other);
    Numbers.erase(Other);
    Other->eraseFromParent();
    renumber();
    for (llvm::BasicBlock &Block : Kernel) {
      Held Here;
      for (llvm::Instruction &I : llvm::make_early_inc_range(Block)) {
        auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I);
        if (Store && slotOf(I) == One && Here.valueIn(One) == Store->getValueOperand())
          Store->eraseFromParent();
        else if (slotOf(I) == One)
          Here.pass(I);
      }
    }
  }

  void renumber() {
    unsigned Next = 0;
    for (auto &[Address, Number] : Numbers)
      Number = Next++;
  }
};

} // namespace

void shareSlots(llvm::Function &Kernel, SlotMap &Made) { Sharing(Kernel, Made).run(); }

} // namespace chv
