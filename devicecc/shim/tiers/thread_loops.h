// Loops over a block's threads, x innermost.
#pragma once
#include "tiers/thread_code.h"
#include "llvm/IR/IRBuilder.h"

namespace chv {

// Where in a block a warp's first thread is.
struct WarpPlace {
  llvm::Value *First; // its index in the block, 64 bits
  std::array<llvm::Value *, 3> Index{}; // its indices; if there are none for y and z, those of the lanes follow from their index in the block
  std::array<llvm::Value *, 2> Inverse{}; // of the extents along x and y, as `inverseOf` has them; if need be
};

struct ThreadLoops {
  llvm::BasicBlock *Before;  // ends with the jump into them; what it holds is computed once
  llvm::BasicBlock *Body;    // one thread; has no end yet
  llvm::BasicBlock *Latch;   // where a thread's turn ends
  llvm::BasicBlock *Behind;  // once all have had theirs; has no end yet
  std::array<llvm::Value *, 3> Index{};
  llvm::Value *Linear;       // index in the block, 64 bits
  llvm::Value *Lane = nullptr; // of a loop over a warp's lanes

  // `Group`: accesses that different threads' turns may do in any order. `OfTile`: each thread adds up a register tile.
  ThreadLoops(const ThreadCode &Code, const llvm::Twine &Name, llvm::MDNode *Group, bool Masks, bool OfTile);
  // The same over the lanes of a warp, or over so many threads of a row. `Whole`: as one vector of all.
  ThreadLoops(const ThreadCode &Code, const llvm::Twine &Name, llvm::MDNode *Group, const WarpPlace &Place, unsigned Lanes, bool Whole);

  // Can a limit be set?
  bool hasRow() const { return RowEnd; }
  // Has only threads run whose x is below the value, which `Before` knows. It is at most the block's extent.
  void limitRow(llvm::Value *Limit);

private:
  llvm::ICmpInst *RowEnd = nullptr; // does a row of threads go on?
  llvm::Instruction *WarpEnd = nullptr; // the jump that closes a loop over lanes
  unsigned Lanes = 0;
  llvm::MDNode *Group;
};

// A number by which `quotientBy` divides an index in a block, computed once.
llvm::Value *inverseOf(llvm::IRBuilder<> &Builder, llvm::Value *Extent);

} // namespace chv
