// Values that live across cuts.
#pragma once
#include "tiers/regions.h"
#include "llvm/ADT/MapVector.h"

namespace chv {

struct Slot {
  bool Uniform = false;  // one value for all threads
  bool Crosses = false;  // some region begins with a value that another one left
  uint64_t Offset = 0;   // of the array of all threads' values, in bytes for each thread; if it crosses and is not uniform
  uint64_t Row = 0;      // bytes of all that lies beside it for one thread; 0: the next thread's value does
  uint64_t InRow = 0;    // bytes before it in the row
  llvm::AllocaInst *Block = nullptr; // the one value for all threads; if it crosses and is uniform
};

class Slots {
public:
  Slots(ThreadCode &Code, const Regions &Cut);

  bool isCommon(const llvm::Instruction *Value) const { return Common.contains(Value); }
  const Slot *find(const llvm::Value *Address) const;
  // Slots that have a value which is still wanted where a region starts, or behind its end.
  llvm::SmallVector<llvm::AllocaInst *, 8> liveAtStart(const Region &Region) const;
  llvm::SmallVector<llvm::AllocaInst *, 8> changedAndLiveBehind(const Region &Region) const;
  // Does a region use a slot that lies in a row?
  bool hasRowIn(const Region &Region) const;
  bool isChangedIn(const llvm::AllocaInst *Address, const Region &Region) const;
  // The slot of the condition at a region's end.
  llvm::AllocaInst *condition(const llvm::BranchInst *Branch) const { return Conditions.lookup(Branch); }
  // Arrays of single threads, and where each lies in bytes for each thread.
  const llvm::MapVector<llvm::AllocaInst *, uint64_t> &arrays() const { return Arrays; }
  const llvm::MapVector<llvm::AllocaInst *, Slot> &all() const { return Made; }
  // Memory in bytes for each thread. `Alive`: with a byte that says whether it has not ended.
  uint64_t threadBytes() const { return ThreadBytes; }
  uint64_t aliveOffset() const { return AliveOffset; }
  bool hasAlive() const { return HasAlive; }

private:
  ThreadCode &Code;
  const Regions &Cut;
  llvm::MapVector<llvm::AllocaInst *, Slot> Made;
  llvm::MapVector<llvm::AllocaInst *, uint64_t> Arrays;
  llvm::DenseMap<const llvm::BranchInst *, llvm::AllocaInst *> Conditions;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BitVector> LiveIn;
  uint64_t ThreadBytes = 0, AliveOffset = 0;
  bool HasAlive = false;
  llvm::DenseSet<const llvm::Instruction *> Common; // the same for all threads, where all are together

  bool isExchange(const llvm::AllocaInst *Array) const;
  void findCommon();
  void recompute();
  void eraseDead(llvm::SmallVectorImpl<llvm::WeakTrackingVH> &Dead);
  void recomputeUses(llvm::Instruction &Value);
  bool isCheap(const llvm::Value *Value, unsigned &Budget) const;
  llvm::Value *copyBefore(llvm::Value *Value, llvm::Instruction *Before, llvm::DenseMap<llvm::Value *, llvm::Value *> &Copies);
  bool isAtHand(const llvm::Value *Value) const;
  void demote();
  void add(llvm::AllocaInst *Address, bool Uniform);
  void findLive();
  void layOut();
  void layOutTiles();
  uint64_t take(uint64_t Bytes);
  // Slots of a register tile's sums.
  std::vector<llvm::SmallVector<llvm::AllocaInst *, 64>> tiles() const;
  llvm::BitVector liveBehind(const Region &Region) const;
};

} // namespace chv
