// Which values are the same for all threads of a block that are there, and where all of these threads are together.
#pragma once
#include "tiers/live_flow.h"
#include "llvm/ADT/DenseSet.h"

namespace chv {

// Why threads have different values, for people: what follows `which depends on`, `{N}` being the place.
struct Origin {
  std::string Words;
  const llvm::DILocation *At = nullptr;
};

class Uniformity {
public:
  Uniformity(const ThreadCode &Code, const LiveFlow &Flow);

  bool isDivergent(const llvm::Value *Value) const { return Divergent.contains(Value); }
  // Do only some of the threads come to the block at a time?
  bool isInfluenced(const llvm::BasicBlock *Block) const { return Influenced[Flow.number(Block)]; }
  // Are all threads that may still come to a cut together at the block's end, and decide alike?
  bool decidesAlike(const llvm::BasicBlock *Block) const;
  // The branch that threads decide unlike and because of which only some come to the block; null if all do.
  const llvm::Instruction *partedBy(const llvm::BasicBlock *Block) const;
  // Do they part at the branch by leaving a loop in different rounds?
  bool partsInCircle(const llvm::Instruction *Branch) const;
  // What makes a divergent value so. `Number`: that of its place.
  Origin originOf(const llvm::Value *Value, unsigned Number) const;

private:
  const ThreadCode &Code;
  const LiveFlow &Flow;
  llvm::DenseSet<const llvm::Value *> Divergent;
  llvm::BitVector Influenced;
  llvm::BitVector Parted; // blocks whose branch has been followed
  llvm::DenseMap<unsigned, unsigned> PartedAt; // the block at whose end threads part that come to another one at different times
  llvm::SmallVector<llvm::Instruction *, 32> Writes;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::DenseSet<const llvm::BasicBlock *>> Reached;

  bool becomesDivergent(const llvm::Instruction &I);
  bool loadsDivergent(const llvm::LoadInst &Load);
  bool follow(unsigned Block);
  bool mark(const llvm::Value *Value) { return Divergent.insert(Value).second; }
  const llvm::DenseSet<const llvm::BasicBlock *> &reachedWithoutBarrier(const llvm::BasicBlock *From);
  bool mayMeet(const llvm::Value *A, const llvm::Value *B) const;
};

} // namespace chv
