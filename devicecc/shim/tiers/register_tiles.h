// Register tiles: code in which each thread multiplies a column of numbers by a row of numbers that lie side by side, and adds the products up.
//
// Example: in `for (d) { ...; for (i) for (j) sum[i][j] += a[i] * b[j]; }` the four `b[j]` of a thread are one vector, and so are four of its sums. A vector of
// several threads would have to gather each `b[j]`, and would keep 16 vectors of sums.
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace chv {

// Are most sums in these blocks those of such a tile? LLVM's SLP vectoriser then makes vectors within one thread.
bool isRegisterTile(llvm::ArrayRef<llvm::BasicBlock *> Blocks, llvm::ScalarEvolution &Evolution);

// Marks loops in which a thread adds up such a tile.
constexpr const char *TileLoop = "chv.tile";

// Marks the loop and has LLVM's loop vectoriser leave it alone.
void markTile(llvm::Loop &Loop);

} // namespace chv
