// Where a block keeps what lives across cuts: an array for each value, with an element for each thread.
#pragma once
#include "tiers/slots.h"

namespace chv {

class BlockContext {
public:
  // Finds the place of each array, in the prologue: on the stack if a block's context is known to be small, else in the memory that the engine gives.
  BlockContext(ThreadCode &Code, const Slots &Kept, const BlockShape &Shape);

  // The array of a slot that crosses and is not uniform.
  llvm::Value *arrayOf(const llvm::AllocaInst *Slot) const { return Bases.lookup(Slot); }
  // What a thread has of a slot. `Linear`: its index in the block, 64 bits.
  llvm::Value *element(llvm::IRBuilder<> &Builder, const llvm::AllocaInst *Slot, llvm::Value *Linear) const;
  // A thread's copy of an array of its own.
  llvm::Value *ownArray(llvm::IRBuilder<> &Builder, const llvm::AllocaInst *Array, llvm::Value *Linear) const;
  // The byte that says whether a thread has not ended.
  llvm::Value *alive(llvm::IRBuilder<> &Builder, llvm::Value *Linear) const;
  // As which type a slot's value is in memory.
  static llvm::Type *elementType(const llvm::AllocaInst *Slot);

private:
  const Slots &Kept;
  llvm::DenseMap<const llvm::AllocaInst *, llvm::Value *> Bases;
  llvm::Value *AliveBase = nullptr;

  static uint64_t arrayBytes(const llvm::AllocaInst &Array);
};

} // namespace chv
