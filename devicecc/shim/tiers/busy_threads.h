// Which of a block's threads have something to do in a region: half of them, say, in `if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];`.
#pragma once
#include "tiers/ahead.h"

namespace chv {

struct BusyThreads {
  llvm::Value *Limit = nullptr; // those whose x is below it; null: all
  const llvm::BranchInst *Guard = nullptr; // all of them take this branch alike; null: not known
  bool IfTrue = true;                      // they take it if its condition is true
};

// What is computed of it comes where `Before` puts its values.
BusyThreads findBusyThreads(const ThreadCode &Code, const Slots &Kept, const Region &Region, Ahead &Before, llvm::Instruction *At);

// The same of a warp's lanes. `InRows`: a warp is part of a row of threads.
BusyThreads findBusyLanes(const ThreadCode &Code, const Slots &Kept, const Region &Region, bool InRows);

// The x below which threads are for which alone a region does something, as in `if (threadIdx.x < 32) v += __shfl_down_sync(...)`; 0: it is not such a region.
unsigned wantedBelow(const ThreadCode &Code, const Slots &Kept, const Region &Region);

} // namespace chv
