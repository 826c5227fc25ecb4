#include "tiers/warp_groups.h"
#include "llvm/ADT/STLExtras.h"

namespace chv {

WarpGroups::WarpGroups(const ThreadCode &Code, const Regions &Cut) : Code(Code) {
  for (const Region &Region : Cut.all())
    ByStart[Region.Start] = &Region;
}

llvm::SmallVector<llvm::BasicBlock *, 2> WarpGroups::behind(const Region &Region) {
  if (Region.Next)
    return {Region.Next};
  if (Region.Branch)
    return {Region.Branch->getSuccessor(0), Region.Branch->getSuccessor(1)};
  return {};
}

bool WarpGroups::isStrided(const llvm::BasicBlock *Start) const {
  return llvm::any_of(Code.Strided, [&](const auto &Turned) { return Turned.first == Start; });
}

// Strided loops go round all threads of a block, which read what lies side by side.
bool WarpGroups::waits(const Region &From, const llvm::BasicBlock *At) const {
  if (Code.OfWarps)
    return false;
  if (isStrided(From.Start) || isStrided(At))
    return true;
  return llvm::is_contained(Code.AfterBarrier, At) && !Code.AfterLanes.contains(At);
}

llvm::SmallVector<const Region *, 8> WarpGroups::from(const Region &First, bool OfLoops) const {
  llvm::SmallVector<const Region *, 8> Found{&First};
  bool Pays = Code.OfWarps;
  for (unsigned Next = 0; Next < Found.size(); ++Next)
    for (const llvm::BasicBlock *After : behind(*Found[Next]))
      if (!waits(*Found[Next], After)) {
        Pays |= Code.AfterLanes.contains(After) || (OfLoops && After == Found[Next]->Start);
        if (!llvm::is_contained(Found, &at(After)))
          Found.push_back(&at(After));
      }
  if (!Pays)
    Found.clear();
  return Found;
}

} // namespace chv
