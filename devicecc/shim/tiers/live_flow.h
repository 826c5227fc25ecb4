// The control flow of the threads that still come to a cut. A cut is where all threads of a block go on together.
#pragma once
#include "tiers/thread_code.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace chv {

using BlockSet = llvm::SmallPtrSet<llvm::BasicBlock *, 16>;

class LiveFlow {
public:
  LiveFlow(const ThreadCode &Code, const BlockSet &Cuts);

  // False if a block cannot be told to end or to come to a cut.
  bool isGood() const { return !Endless; }
  // Such a block.
  const llvm::BasicBlock *endless() const { return Endless; }
  // May a thread in the block still come to a cut? One that may not runs to its end alone.
  bool isLive(const llvm::BasicBlock *Block) const { return Live[number(Block)]; }
  // Successors from which threads come to a cut, or that are one.
  llvm::ArrayRef<unsigned> liveSuccessors(unsigned Block) const { return Next[Block]; }
  // Blocks that some threads pass and others do not, if they part at the end of this one; without the one where they are together again.
  llvm::BitVector influence(unsigned Block) const;
  // Where they are together again; -1: nowhere.
  int meeting(unsigned Block) const;

  unsigned number(const llvm::BasicBlock *Block) const { return Numbers.lookup(Block); }
  llvm::ArrayRef<llvm::BasicBlock *> blocks() const { return Blocks; }

private:
  llvm::SmallVector<llvm::BasicBlock *, 32> Blocks;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Numbers;
  llvm::BitVector Live;
  llvm::SmallVector<llvm::SmallVector<unsigned, 2>, 32> Next;
  llvm::SmallVector<llvm::BitVector, 32> Behind; // blocks that all threads pass which go on from this one
  const llvm::BasicBlock *Endless = nullptr;

  void findLive(const BlockSet &Cuts);
  void findBehind();
  llvm::BitVector reachingEnd(const llvm::BitVector &Ends) const;
};

} // namespace chv
