// Cuts a kernel into regions: pieces of one thread's code that all threads of a block run one after the other, before any goes on.
#pragma once
#include "tiers/register_tiles.h"
#include "tiers/uniformity.h"
#include <memory>

namespace chv {

struct Region {
  llvm::BasicBlock *Start = nullptr;
  llvm::SmallVector<llvm::BasicBlock *, 8> Blocks; // from the start to the next cut; blocks may be in several regions
  // Where all threads go on that have not ended: another region's start, or one of two as the branch at the end of a block decides.
  llvm::BasicBlock *Next = nullptr;
  llvm::BranchInst *Branch = nullptr;
  bool Ends = false; // may a thread return in it? One that traps ends the launch
  bool IsTile = false; // one thread's sums are vectors, not threads (register_tiles.h)

  bool isLast() const { return !Next && !Branch; }
};

class Regions {
public:
  // Says in `Code` why if it cannot be done.
  explicit Regions(ThreadCode &Code);

  llvm::ArrayRef<Region> all() const { return Found; }
  bool isStart(const llvm::BasicBlock *Block) const { return Starts.contains(Block); }
  bool isDecided(const llvm::Instruction *Branch) const { return Decided.contains(Branch); }
  // Is a value the same for all threads, where all that come to a cut are together?
  bool isCommon(const llvm::Instruction *Value) const {
    return Flow->isLive(Value->getParent()) && !Threads->isInfluenced(Value->getParent()) && !Threads->isDivergent(Value);
  }
  // Regions that a block is in.
  const llvm::BitVector &regionsOf(const llvm::BasicBlock *Block) const { return Member.find(Block)->second; }
  // Is a value of one block always there in another, within every region?
  bool isLocal(const llvm::BasicBlock *From, const llvm::BasicBlock *To) const;
  // Where threads end in a region that others go on from: a branch, or the return itself.
  const llvm::DILocation *whereThreadsEnd(const Region &Region) const;
  // Has a loop without barriers been put round the threads?
  bool turnedLoops() const { return !Loops.empty(); }

private:
  ThreadCode &Code;
  BlockSet Cuts;   // blocks where every thread that comes there stops
  BlockSet Starts; // these, and where regions start besides
  llvm::SmallPtrSet<const llvm::Instruction *, 8> Decided; // branches that are taken once for all threads
  llvm::SmallVector<llvm::SmallVector<llvm::BasicBlock *, 8>, 4> Loops; // blocks of loops that go round all threads, header first
  std::unique_ptr<LiveFlow> Flow;
  std::unique_ptr<Uniformity> Threads;
  llvm::SmallVector<Region, 8> Found;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BitVector> Member;

  void findLoops(llvm::LoopInfo &All, llvm::ScalarEvolution &Evolution);
  void settle(const llvm::LoopInfo &All);
  void analyse();
  bool dropLoops(const llvm::LoopInfo &All);
  bool decideMore();
  void checkBarriers();
  void refuseParted(const llvm::BasicBlock *Cut, const llvm::BasicBlock *Influenced);
  const llvm::DILocation *placeOfCut(const llvm::BasicBlock *Cut) const;
  void collect();
  void findTiles(llvm::ScalarEvolution &Evolution);
};

} // namespace chv
