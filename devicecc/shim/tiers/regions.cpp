#include "tiers/regions.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

namespace chv {

namespace {

// Can threads run an instruction side by side, as far as is known before?
bool fitsVectors(const llvm::Instruction &I) {
  if (I.isAtomic() || I.isVolatile())
    return false;
  const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  return !Call || Call->doesNotAccessMemory();
}

} // namespace

Regions::Regions(ThreadCode &Code) : Code(Code) {
  for (llvm::BasicBlock *Block : Code.AfterBarrier)
    Cuts.insert(Block);
  llvm::DominatorTree Dominators(*Code.Kernel);
  llvm::LoopInfo All(Dominators);
  llvm::AssumptionCache Assumptions(*Code.Kernel);
  llvm::TargetLibraryInfoImpl Names(Code.Kernel->getParent()->getTargetTriple());
  llvm::TargetLibraryInfo Library(Names);
  llvm::ScalarEvolution Evolution(*Code.Kernel, Library, Assumptions, Dominators, All);
  findLoops(All, Evolution);
  settle(All);
  if (Code.Refusal.empty())
    collect();
  if (Code.Refusal.empty())
    findTiles(Evolution);
}

// Loops without barriers that may go round all threads, so that the loop over the threads is the innermost one and becomes vectors.
void Regions::findLoops(llvm::LoopInfo &All, llvm::ScalarEvolution &Evolution) {
  for (llvm::Loop *Loop : All.getLoopsInPreorder()) {
    bool Strided = llvm::any_of(Code.Strided, [&](const auto &Turned) { return Turned.first == Loop->getHeader(); });
    bool Fits = Loop->getLoopLatch() && llvm::all_of(Loop->blocks(), [&](llvm::BasicBlock *Block) {
                  return !llvm::is_contained(Code.AfterBarrier, Block) && (Strided || llvm::all_of(*Block, fitsVectors));
                });
    if (!Fits)
      continue;
    // Each thread goes round a register tile's loop alone.
    if (Code.AfterLanes.empty() && Loop->isInnermost() && isRegisterTile(Loop->getBlocks(), Evolution)) {
      markTile(*Loop);
      continue;
    }
    Loops.emplace_back(Loop->block_begin(), Loop->block_end());
    Cuts.insert(Loop->getHeader());
  }
}

void Regions::settle(const llvm::LoopInfo &All) {
  if (Cuts.empty() && !Code.AlongY)
    return Code.refuse("it has neither barriers nor loops that all threads go round alike");
  do {
    analyse();
    if (!Flow->isGood())
      return Code.refuse("no thread leaves its loop at {0}", {placeOf(*Flow->endless())});
  } while (dropLoops(All) || decideMore());
  for (auto [Header, Number] : Code.Strided)
    if (llvm::none_of(Loops, [Header = Header](const auto &Blocks) { return Blocks.front() == Header; }))
      Code.Dropped.insert(Number);
  if (!Code.Dropped.empty())
    return Code.refuse("not all threads come to its strided loops together");
  if (Loops.empty() && Code.AfterBarrier.empty() && !Code.AlongY)
    return Code.refuse("it has neither barriers nor loops that all threads go round alike");
  checkBarriers();
}

void Regions::analyse() {
  Threads.reset();
  Flow = std::make_unique<LiveFlow>(Code, Cuts);
  Threads = std::make_unique<Uniformity>(Code, *Flow);
}

// Gives up loops that not all threads go round alike. What was decided because of them is decided anew.
bool Regions::dropLoops(const llvm::LoopInfo &All) {
  auto IsAlike = [&](llvm::ArrayRef<llvm::BasicBlock *> Blocks) {
    return !Threads->isInfluenced(Blocks.front()) && llvm::all_of(Blocks, [&](llvm::BasicBlock *Block) {
      bool Leaves = llvm::any_of(llvm::successors(Block), [&](llvm::BasicBlock *After) { return !llvm::is_contained(Blocks, After); });
      return !Leaves || Threads->decidesAlike(Block);
    });
  };
  auto HasInner = [&](const auto &Outer) {
    return llvm::any_of(Loops, [&](const auto &Inner) { return Inner.size() < Outer.size() && llvm::is_contained(Outer, Inner.front()); });
  };
  decltype(Loops) Left;
  for (const auto &Blocks : Loops) {
    // With another loop inside of it the loop over threads would not be the innermost one.
    bool IsInner = All.getLoopFor(Blocks.front())->isInnermost();
    if (IsAlike(Blocks) && (IsInner || HasInner(Blocks)))
      Left.push_back(Blocks);
  }
  if (Left.size() == Loops.size())
    return false;
  Loops = std::move(Left);
  Cuts.clear();
  Starts.clear();
  Decided.clear();
  for (llvm::BasicBlock *Block : Code.AfterBarrier)
    Cuts.insert(Block);
  for (const auto &Blocks : Loops)
    Cuts.insert(Blocks.front());
  return true;
}

// Finds branches that have to be taken once for all threads, because threads come to different cuts behind them.
bool Regions::decideMore() {
  bool More = false;
  for (unsigned Number = 0; Number < Flow->blocks().size(); ++Number) {
    llvm::BasicBlock *Block = Flow->blocks()[Number];
    auto *Branch = llvm::dyn_cast<llvm::BranchInst>(Block->getTerminator());
    if (!Branch || Branch->isUnconditional() || !Flow->isLive(Block) || Decided.contains(Branch) || !Threads->decidesAlike(Block))
      continue;
    llvm::ArrayRef<unsigned> Next = Flow->liveSuccessors(Number);
    bool HasCut = Next.size() < 2;
    if (!HasCut)
      for (unsigned At : Flow->influence(Number).set_bits())
        HasCut |= Cuts.contains(Flow->blocks()[At]);
    if (!HasCut)
      continue;
    Decided.insert(Branch);
    More = true;
    for (llvm::BasicBlock *After : llvm::successors(Block)) {
      Starts.insert(After);
      if (llvm::is_contained(Next, Flow->number(After)))
        Cuts.insert(After);
    }
  }
  return More;
}

// All threads must come to each cut together, or have ended.
void Regions::checkBarriers() {
  for (llvm::BasicBlock *Block : Code.AfterBarrier)
    if (Threads->isInfluenced(Block->getSinglePredecessor()))
      refuseParted(Block, Block->getSinglePredecessor());
  for (llvm::BasicBlock *Cut : Cuts)
    if (Threads->isInfluenced(Cut))
      refuseParted(Cut, Cut);
}

// Only some of the threads come to a cut at a time.
void Regions::refuseParted(const llvm::BasicBlock *Cut, const llvm::BasicBlock *Influenced) {
  const llvm::Instruction *Parting = Threads->partedBy(Influenced);
  if (!Parting)
    return Code.refuse("threads may come to the barrier at {0} at different times", {placeOfCut(Cut)});
  Origin From = Threads->originOf(llvm::cast<llvm::BranchInst>(Parting)->getCondition(), 2);
  llvm::StringRef Where = Threads->partsInCircle(Parting) ? "in or behind a loop that threads go round differently" : "in a branch that threads take differently";
  Code.refuse("the barrier at {0} stands " + Where + " ({1 text}), which depends on " + From.Words, {placeOfCut(Cut), placeOf(*Parting), From.At});
}

const llvm::DILocation *Regions::placeOfCut(const llvm::BasicBlock *Cut) const {
  if (const llvm::DILocation *Barrier = Code.BarrierAt.lookup(Cut))
    return Barrier;
  return placeOf(*Cut);
}

const llvm::DILocation *Regions::whereThreadsEnd(const Region &Region) const {
  auto IsEnd = [&](const llvm::BasicBlock *Block) { return llvm::isa<llvm::ReturnInst>(Block->getTerminator()); };
  for (const llvm::BasicBlock *Block : Region.Blocks)
    for (const llvm::BasicBlock *After : llvm::successors(Block))
      if (llvm::succ_size(Block) > 1 && (IsEnd(After) || !Flow->isLive(After)))
        return placeOf(*Block->getTerminator());
  for (const llvm::BasicBlock *Block : Region.Blocks)
    if (IsEnd(Block))
      return placeOf(*Block->getTerminator());
  return nullptr;
}

void Regions::collect() {
  Starts.insert(Cuts.begin(), Cuts.end());
  Starts.insert(Code.Start);
  size_t Instructions = 0, Copied = 0;
  for (llvm::BasicBlock *Block : Flow->blocks()) {
    Instructions += Block->size();
    if (!Starts.contains(Block))
      continue;
    Region &Region = Found.emplace_back();
    Region.Start = Block;
    BlockSet Seen;
    llvm::SmallVector<llvm::BasicBlock *, 16> Todo{Block};
    Seen.insert(Block);
    while (!Todo.empty()) {
      llvm::BasicBlock *At = Todo.pop_back_val();
      Region.Blocks.push_back(At);
      Copied += At->size();
      llvm::Instruction *End = At->getTerminator();
      if (Decided.contains(End)) {
        if (Region.Next || (Region.Branch && Region.Branch != End))
          return Code.refuse("threads may come to {0} or to {1} from the same barrier, and do not decide that together",
                             {Region.Next ? placeOfCut(Region.Next) : placeOf(*Region.Branch), placeOf(*End)});
        Region.Branch = llvm::cast<llvm::BranchInst>(End);
        continue;
      }
      Region.Ends |= llvm::isa<llvm::ReturnInst>(End);
      for (llvm::BasicBlock *After : llvm::successors(At)) {
        if (Cuts.contains(After)) {
          if (Region.Branch || (Region.Next && Region.Next != After))
            return Code.refuse("threads may come to {0} or to {1} from the same barrier, and do not decide that together",
                               {Region.Next ? placeOfCut(Region.Next) : placeOf(*Region.Branch), placeOfCut(After)});
          Region.Next = After;
        } else if (Seen.insert(After).second) {
          Todo.push_back(After);
        }
      }
    }
  }
  if (Copied > 8 * Instructions + 2000)
    return Code.refuse("too much of it lies behind several barriers: cut there, its " + llvm::Twine(Instructions) + " instructions would be " +
                       llvm::Twine(Copied));
  for (llvm::BasicBlock *Block : Flow->blocks())
    Member[Block].resize(Found.size());
  for (unsigned Number = 0; Number < Found.size(); ++Number)
    for (llvm::BasicBlock *Block : Found[Number].Blocks)
      Member[Block].set(Number);
}

// Where lanes exchange values a warp is a vector, whatever else it does.
void Regions::findTiles(llvm::ScalarEvolution &Evolution) {
  if (Code.AfterLanes.empty())
    for (Region &Region : Found)
      Region.IsTile = isRegisterTile(Region.Blocks, Evolution);
}

// A block that is in one region only, with another that is in the same one only: no thread comes to the second but by the first.
bool Regions::isLocal(const llvm::BasicBlock *From, const llvm::BasicBlock *To) const {
  const llvm::BitVector &In = regionsOf(From);
  return In.count() == 1 && In == regionsOf(To);
}

} // namespace chv
