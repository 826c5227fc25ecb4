// Regions that each warp goes through on its own, before the next one does: between them lanes wait for lanes of their warp only.
#pragma once
#include "tiers/slots.h"

namespace chv {

class WarpGroups {
public:
  WarpGroups(const ThreadCode &Code, const Regions &Cut);

  // The region that starts with the block.
  const Region &at(const llvm::BasicBlock *Start) const { return *ByStart.find(Start)->second; }
  // The regions that a warp may go through from this one on, this one first, if it is worth it: lanes wait for each other between any of them, or, if
  // `OfLoops`, one is a loop's. Else none.
  llvm::SmallVector<const Region *, 8> from(const Region &First, bool OfLoops) const;
  // Where threads of a region go on.
  static llvm::SmallVector<llvm::BasicBlock *, 2> behind(const Region &Region);
  // Does a warp wait there for the others, if it comes from the region?
  bool waits(const Region &From, const llvm::BasicBlock *At) const;

private:
  const ThreadCode &Code;
  llvm::DenseMap<const llvm::BasicBlock *, const Region *> ByStart;

  bool isStrided(const llvm::BasicBlock *Start) const;
};

} // namespace chv
