// One thread's code of a kernel, made ready to be cut into regions.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include <array>
#include <optional>
#include <string>

namespace chv {

// Extents of a block along x, y and z; empty: known only when the kernel runs.
using BlockShape = std::optional<std::array<unsigned, 3>>;

// Code that all warps run, though what it gives is wanted only of threads whose x is below a limit.
struct WarpSide {
  llvm::BasicBlock *Front, *End; // its first block, and the one that chooses what goes on
  unsigned Limit;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> Blocks; // between these two
};

// What the lanes of a warp make of what they all have sent, before any of them goes on behind a cut.
struct Exchange {
  enum Kind { Shuffle, Broadcast, Ballot, Reduce };

  Kind Does = Shuffle;
  llvm::AllocaInst *Sent = nullptr; // each lane's value
  llvm::AllocaInst *Got = nullptr;  // each lane's of a shuffle, the warp's of the others
  llvm::SmallVector<int, 32> From;  // of a shuffle or broadcast: the lane whose value each gets
  int Reduction = 0;                // as `__chv_sync_reduce` has them
  llvm::Instruction *Cut = nullptr; // while there are calls of the barrier
  llvm::BasicBlock *Behind = nullptr;
};

// Who goes through a region together.
enum class Scope { Best, Blocks, Warps, PartedWarps }; // the last: lanes wait for each other at the end of loops that they leave in different rounds

struct ThreadCode {
  llvm::Function *Kernel = nullptr;      // `void (const Block *, void *context)`
  llvm::BasicBlock *Prologue = nullptr;  // what is the same for all threads of a block and for all of a thread's run
  llvm::BasicBlock *Start = nullptr;     // where a thread starts
  std::array<llvm::Value *, 3> Index{};  // stand for threadIdx
  llvm::Value *Lane = nullptr;           // stands for the lane
  std::array<llvm::Value *, 3> Extent{}; // blockDim
  llvm::Value *Shared = nullptr;         // where shared memory starts; null if the kernel has none
  llvm::SmallVector<llvm::BasicBlock *, 8> AfterBarrier; // blocks that begin behind a barrier; their one predecessor ends with it
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> AfterLanes; // of these, the ones where each warp waits for its own lanes only
  llvm::SmallVector<Exchange, 4> Exchanges;
  llvm::SmallVector<WarpSide, 2> WarpSides;
  // Loops that all threads go round though some have nothing to do (strided_loops.h): their headers, and which of the kernel's innermost loops they were.
  llvm::SmallVector<std::pair<llvm::BasicBlock *, unsigned>, 4> Strided;
  llvm::DenseSet<unsigned> Dropped; // of these, the ones that not all threads come to together
  bool WholeWarps = false; // it holds only for blocks of whole warps of 32
  bool MayBeWarps = false; // no block waits for all its threads, but lanes for lanes
  bool OfWarps = false;    // each warp of a row goes its own way: what is alike for its lanes is common
  bool AnyRows = false;    // a warp may be of several rows
  bool HasRows = false;    // it asks for `threadIdx.y`
  bool OneAxis = false;    // it holds only for blocks whose threads differ in `threadIdx.x` alone
  bool AlongY = false;     // a version goes along y in the innermost loop (inner_axis.h)
  llvm::DenseMap<const llvm::BasicBlock *, const llvm::DILocation *> BarrierAt; // by the block behind it
  const llvm::DILocation *LanesAt = nullptr;                                     // an operation among lanes
  std::string Refusal;                   // why it cannot be cut, as people read it; empty if it can
  llvm::SmallVector<const llvm::DILocation *, 3> RefusedAt; // the places that it names `{0}`, or with their text `{0 text}`; null if unknown

  bool isRoot(const llvm::Value *Value) const; // known before any thread runs
  // The number that the condition compares x with, if it is `IfTrue` just for the threads whose x is below; else 0.
  unsigned rowLimit(llvm::Value &Condition, bool IfTrue) const;
  // Is it where an exchange puts one value for all lanes of a warp?
  bool isOfWarp(const llvm::Value *Address) const;
  void refuse(const llvm::Twine &Why, llvm::ArrayRef<const llvm::DILocation *> At = {});
};

// What the block's barrier is called with where lanes of a warp wait for each other.
constexpr unsigned OfLanes = ~0u;

// Where an instruction comes from, or what stands near it in its block if that is not known; null if none is.
const llvm::DILocation *placeOf(const llvm::Instruction &I);
// Where a block begins, likewise.
const llvm::DILocation *placeOf(const llvm::BasicBlock &Block);

// The declaration of the block's barrier.
llvm::Function *barrierOf(const ThreadCode &Code, llvm::StringRef Name);

// Copies the entry of tier Thread under another name and readies the copy. `Left`: strided loops that stay as they are.
ThreadCode copyThreadCode(llvm::Function &Entry, llvm::StringRef Name, const BlockShape &Shape, Scope Wanted, const llvm::DenseSet<unsigned> &Left);

} // namespace chv
