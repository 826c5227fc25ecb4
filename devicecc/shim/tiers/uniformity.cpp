#include "tiers/uniformity.h"
#include "tiers/warp_branches.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace chv {

Uniformity::Uniformity(const ThreadCode &Code, const LiveFlow &Flow)
    : Code(Code), Flow(Flow), Influenced(Flow.blocks().size()), Parted(Flow.blocks().size()) {
  for (llvm::Value *Index : Code.Index)
    if (Index && (Index == Code.Index[0] || !Code.OfWarps || Code.AnyRows))
      mark(Index);
  if (Code.Lane)
    mark(Code.Lane);
  for (llvm::BasicBlock *Block : Flow.blocks())
    for (llvm::Instruction &I : *Block)
      if (I.mayWriteToMemory())
        Writes.push_back(&I);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned Block = 0; Block < Flow.blocks().size(); ++Block) {
      for (llvm::Instruction &I : *Flow.blocks()[Block])
        if (!isDivergent(&I) && becomesDivergent(I))
          Changed |= mark(&I);
      Changed |= follow(Block);
    }
  }
}

bool Uniformity::decidesAlike(const llvm::BasicBlock *Block) const {
  const auto *Branch = llvm::dyn_cast<llvm::BranchInst>(Block->getTerminator());
  return Branch && !isInfluenced(Block) && (Branch->isUnconditional() || !isDivergent(Branch->getCondition()));
}

const llvm::Instruction *Uniformity::partedBy(const llvm::BasicBlock *Block) const {
  auto Found = PartedAt.find(Flow.number(Block));
  return Found == PartedAt.end() ? nullptr : Flow.blocks()[Found->second]->getTerminator();
}

bool Uniformity::partsInCircle(const llvm::Instruction *Branch) const {
  unsigned Block = Flow.number(Branch->getParent());
  return Flow.influence(Block)[Block];
}

Origin Uniformity::originOf(const llvm::Value *Value, unsigned Number) const {
  std::string Place = "{" + std::to_string(Number) + "}";
  llvm::SmallSetVector<const llvm::Value *, 16> Todo;
  Todo.insert(Value);
  for (size_t Next = 0; Next < Todo.size(); ++Next) {
    const llvm::Value *At = Todo[Next];
    if (llvm::is_contained(Code.Index, At))
      return {"`threadIdx`"};
    if (At == Code.Lane)
      return {"the lane"};
    const auto *I = llvm::dyn_cast<llvm::Instruction>(At);
    if (!I)
      continue;
    if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(I))
      return {"what the atomic operation at " + Place + " gave", placeOf(*I)};
    if (const auto *Load = llvm::dyn_cast<llvm::LoadInst>(I)) {
      if (isDivergent(Load->getPointerOperand()))
        return {"what each thread reads at " + Place, placeOf(*I)};
      return {Load->isSimple() ? "what is read at " + Place + ", where a thread of the block may write with no barrier between"
                               : "what is read at " + Place + ", which may change at any time",
              placeOf(*I)};
    }
    if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(I); Call && !Call->doesNotAccessMemory())
      return {"what the call at " + Place + " gives", placeOf(*I)};
    size_t Before = Todo.size();
    for (const llvm::Value *Operand : I->operands())
      if (isDivergent(Operand))
        Todo.insert(Operand);
    if (Todo.size() == Before && llvm::isa<llvm::PHINode>(I) && Todo.size() == Next + 1)
      return {"a value that threads have from different ways to " + Place, placeOf(*I->getParent())};
  }
  return {"what threads do differently"};
}

bool Uniformity::becomesDivergent(const llvm::Instruction &I) {
  if (llvm::isa<llvm::AllocaInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(I))
    return true;
  if (Code.OfWarps && !Code.AnyRows && chv::isOfWarp(Code, const_cast<llvm::Instruction *>(&I), /*Depth=*/1))
    return false;
  if (const auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
    return loadsDivergent(*Load) && !(Code.OfWarps && Code.isOfWarp(Load->getPointerOperand()));
  if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I); Call && !Call->doesNotAccessMemory())
    return true;
  // Each thread may have its own choice.
  if (llvm::isa<llvm::FreezeInst>(I) && !llvm::isGuaranteedNotToBeUndefOrPoison(I.getOperand(0)))
    return true;
  return llvm::any_of(I.operands(), [&](const llvm::Value *Operand) { return isDivergent(Operand); });
}

// Threads may read different things at one address if one of the block may write there with no barrier between.
bool Uniformity::loadsDivergent(const llvm::LoadInst &Load) {
  if (!Load.isSimple() || isDivergent(Load.getPointerOperand()))
    return true;
  for (llvm::Instruction *Write : Writes) {
    const llvm::BasicBlock *Here = Load.getParent(), *There = Write->getParent();
    bool Near = Here == There || reachedWithoutBarrier(Here).contains(There) || reachedWithoutBarrier(There).contains(Here);
    const llvm::Value *To = llvm::getLoadStorePointerOperand(Write);
    if (Near && (!To || mayMeet(Load.getPointerOperand(), To)))
      return true;
  }
  return false;
}

const llvm::DenseSet<const llvm::BasicBlock *> &Uniformity::reachedWithoutBarrier(const llvm::BasicBlock *From) {
  auto [Place, New] = Reached.try_emplace(From);
  if (!New)
    return Place->second;
  llvm::DenseSet<const llvm::BasicBlock *> Found;
  llvm::SmallVector<const llvm::BasicBlock *, 16> Todo{From};
  while (!Todo.empty())
    for (const llvm::BasicBlock *After : llvm::successors(Todo.pop_back_val()))
      if (!llvm::is_contained(Code.AfterBarrier, After) && Found.insert(After).second)
        Todo.push_back(After);
  return Reached[From] = std::move(Found);
}

// No launch gives a kernel the address of shared memory, so what comes from a parameter or a variable's table leads elsewhere.
bool Uniformity::mayMeet(const llvm::Value *A, const llvm::Value *B) const {
  auto Base = [](const llvm::Value *Address) { return llvm::getUnderlyingObject(Address, /*MaxLookup=*/0); };
  const llvm::Value *Left = Base(A), *Right = Base(B);
  auto OfLaunch = [&](const llvm::Value *Value) { return llvm::isa<llvm::LoadInst>(Value) && Code.isRoot(Value) && Value != Code.Shared; };
  // What no address leads to but a thread's own code is met by that code only.
  auto IsOwn = [](const llvm::Value *One, const llvm::Value *Other) {
    return llvm::isa<llvm::AllocaInst>(One) && One != Other && llvm::isa<llvm::LoadInst, llvm::AllocaInst, llvm::Argument>(Other) &&
           !llvm::PointerMayBeCaptured(One, /*ReturnCaptures=*/true);
  };
  if (IsOwn(Left, Right) || IsOwn(Right, Left))
    return false;
  if ((Left == Code.Shared && OfLaunch(Right)) || (Right == Code.Shared && OfLaunch(Left)))
    return false;
  return true;
}

// Threads part at a branch that they do not decide alike.
bool Uniformity::follow(unsigned Block) {
  llvm::Instruction *End = Flow.blocks()[Block]->getTerminator();
  if (Parted[Block] || Flow.liveSuccessors(Block).size() < 2 || !isDivergent(llvm::cast<llvm::BranchInst>(End)->getCondition()))
    return false;
  Parted.set(Block);
  llvm::BitVector Between = Flow.influence(Block);
  Influenced |= Between;
  for (unsigned At : Between.set_bits())
    PartedAt.try_emplace(At, Block);
  bool Circle = Between[Block];
  for (unsigned At : Between.set_bits())
    for (llvm::Instruction &I : *Flow.blocks()[At])
      // Round a circle some threads go more often than others, so what comes out of it differs.
      if (Circle || llvm::isa<llvm::PHINode>(I))
        mark(&I);
  if (int Meeting = Flow.meeting(Block); Meeting >= 0)
    for (llvm::PHINode &Phi : Flow.blocks()[Meeting]->phis())
      if (!Phi.hasConstantValue())
        mark(&Phi);
  return true;
}

} // namespace chv
