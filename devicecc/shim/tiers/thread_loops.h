// Loops over a block's threads, x innermost.
#pragma once
#include "tiers/thread_code.h"
#include "llvm/IR/IRBuilder.h"

namespace chv {

struct ThreadLoops {
  llvm::BasicBlock *Before;  // ends with the jump into them; what it holds is computed once
  llvm::BasicBlock *Body;    // one thread; has no end yet
  llvm::BasicBlock *Latch;   // where a thread's turn ends
  llvm::BasicBlock *Behind;  // once all have had theirs; has no end yet
  std::array<llvm::Value *, 3> Index{};
  llvm::Value *Linear;       // index in the block, 64 bits

  // `Group`: accesses that different threads' turns may do in any order.
  ThreadLoops(const ThreadCode &Code, const llvm::Twine &Name, llvm::MDNode *Group, bool Masks);

  // Can a limit be set?
  bool hasRow() const { return RowEnd; }
  // Has only threads run whose x is below the value, which `Before` knows. It is at most the block's extent.
  void limitRow(llvm::Value *Limit);

private:
  llvm::ICmpInst *RowEnd = nullptr; // does a row of threads go on?
};

} // namespace chv
