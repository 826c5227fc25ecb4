// Values that all threads of a block have alike, computed before a region's threads run.
#pragma once
#include "tiers/slots.h"

namespace chv {

class Ahead {
public:
  // What is computed comes before an instruction that no thread runs.
  Ahead(const ThreadCode &Code, const Slots &Kept, const Region &Region, llvm::Instruction *Before)
      : Code(Code), Kept(Kept), Region(Region), Before(Before) {}

  // The value that a slot has at the region's end, or null if it cannot be computed.
  llvm::Value *atEnd(const llvm::AllocaInst *Address);
  // A value that the region's first block has, or null if it cannot be computed.
  llvm::Value *atStart(llvm::Value *Value) { return compute(Value, 0); }

private:
  const ThreadCode &Code;
  const Slots &Kept;
  const chv::Region &Region;
  llvm::Instruction *Before;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> Done;

  bool isStored(const llvm::User *User) const;
  llvm::StoreInst *onlyStore(const llvm::AllocaInst *Address) const;
  bool isOnlyWayOut(const llvm::BasicBlock *Block) const;
  llvm::Value *compute(llvm::Value *Value, unsigned Depth);
  bool canRepeat(const llvm::Instruction &I) const;
  llvm::Value *repeat(llvm::Instruction &I, unsigned Depth);
  llvm::Value *slotAt(llvm::LoadInst &Load, const Slot &Slot, unsigned Depth);
};

} // namespace chv
