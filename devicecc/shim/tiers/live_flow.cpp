#include "tiers/live_flow.h"
#include "llvm/IR/CFG.h"

namespace chv {

LiveFlow::LiveFlow(const ThreadCode &Code, const BlockSet &Cuts) {
  for (llvm::BasicBlock &Block : *Code.Kernel)
    if (&Block != Code.Prologue) {
      Numbers[&Block] = Blocks.size();
      Blocks.push_back(&Block);
    }
  findLive(Cuts);
  findBehind();
}

void LiveFlow::findLive(const BlockSet &Cuts) {
  Live.resize(Blocks.size());
  llvm::SmallVector<unsigned, 32> Todo;
  auto Push = [&](llvm::BasicBlock *Block) {
    auto Found = Numbers.find(Block);
    if (Found != Numbers.end() && !Live[Found->second]) {
      Live.set(Found->second);
      Todo.push_back(Found->second);
    }
  };
  for (llvm::BasicBlock *Cut : Cuts)
    for (llvm::BasicBlock *Before : llvm::predecessors(Cut))
      Push(Before);
  while (!Todo.empty())
    for (llvm::BasicBlock *Before : llvm::predecessors(Blocks[Todo.pop_back_val()]))
      Push(Before);
  Next.resize(Blocks.size());
  for (unsigned Block = 0; Block < Blocks.size(); ++Block)
    for (llvm::BasicBlock *After : llvm::successors(Blocks[Block])) {
      unsigned To = number(After);
      if (Live[Block] && (Live[To] || Cuts.contains(After)) && !llvm::is_contained(Next[Block], To))
        Next[Block].push_back(To);
    }
}

llvm::BitVector LiveFlow::reachingEnd(const llvm::BitVector &Ends) const {
  llvm::BitVector Reaching = Ends;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned Block = 0; Block < Blocks.size(); ++Block)
      if (!Reaching[Block] && llvm::any_of(Next[Block], [&](unsigned To) { return Reaching[To]; })) {
        Reaching.set(Block);
        Changed = true;
      }
  }
  return Reaching;
}

void LiveFlow::findBehind() {
  unsigned Count = Blocks.size();
  llvm::BitVector Ends(Count);
  for (unsigned Block = 0; Block < Count; ++Block)
    if (Next[Block].empty())
      Ends.set(Block);
  // A circle that threads leave only to run to their end has no end here: where they leave it counts as one.
  llvm::BitVector Reaching = reachingEnd(Ends);
  for (unsigned Block = 0; Block < Count; ++Block)
    if (!Reaching[Block] && llvm::any_of(llvm::successors(Blocks[Block]), [&](llvm::BasicBlock *After) {
          return !llvm::is_contained(Next[Block], number(After));
        }))
      Ends.set(Block);
  if (int Never = reachingEnd(Ends).find_first_unset(); Never >= 0)
    Endless = Blocks[Never];
  Behind.assign(Count, llvm::BitVector(Count, true));
  for (unsigned Block = 0; Block < Count; ++Block)
    if (Ends[Block]) {
      Behind[Block].reset();
      Behind[Block].set(Block);
    }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned Block = Count; Block-- > 0;) {
      if (Ends[Block])
        continue;
      llvm::BitVector All(Count, true);
      for (unsigned To : Next[Block])
        All &= Behind[To];
      All.set(Block);
      if (All != Behind[Block]) {
        Behind[Block] = All;
        Changed = true;
      }
    }
  }
}

int LiveFlow::meeting(unsigned Block) const {
  int Found = -1;
  unsigned Most = 0;
  // All that lie behind are a chain; the nearest has the most behind itself.
  for (unsigned Other : Behind[Block].set_bits())
    if (Other != Block && Behind[Other].count() > Most) {
      Most = Behind[Other].count();
      Found = Other;
    }
  return Found;
}

llvm::BitVector LiveFlow::influence(unsigned Block) const {
  llvm::BitVector Seen(Blocks.size());
  int Meeting = meeting(Block);
  llvm::SmallVector<unsigned, 16> Todo(Next[Block].begin(), Next[Block].end());
  while (!Todo.empty()) {
    unsigned At = Todo.pop_back_val();
    if (int(At) == Meeting || Seen[At])
      continue;
    Seen.set(At);
    Todo.append(Next[At].begin(), Next[At].end());
  }
  return Seen;
}

} // namespace chv
