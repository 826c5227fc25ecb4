#include "tiers/warp_branches.h"
#include "tiers/lanes.h"
#include "tiers/steps.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace chv {

namespace {

using namespace llvm::PatternMatch;

constexpr uint64_t Lanes = 32;
constexpr unsigned DepthMax = 12;

struct WarpBranch {
  llvm::BranchInst *Branch = nullptr;
  bool IfTrue = true; // is the side on which lanes exchange the one for a true condition?
  llvm::SetVector<llvm::BasicBlock *> Side;
  llvm::BasicBlock *Behind = nullptr;
};

bool calls(const llvm::BasicBlock &Block, llvm::function_ref<bool(llvm::StringRef)> Fits) {
  return llvm::any_of(Block, [&](const llvm::Instruction &I) {
    const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
    return Call && Call->getCalledFunction() && Fits(Call->getCalledFunction()->getName());
  });
}

// Is there any circle, one with several ways in too?
bool hasCircle(const llvm::SetVector<llvm::BasicBlock *> &Side) {
  llvm::SmallPtrSet<llvm::BasicBlock *, 16> Done;
  for (bool More = true; More;) {
    More = false;
    for (llvm::BasicBlock *Block : Side)
      if (!Done.contains(Block) &&
          llvm::all_of(llvm::successors(Block), [&](llvm::BasicBlock *After) { return !Side.contains(After) || Done.contains(After); }))
        More = Done.insert(Block).second;
  }
  return Done.size() != Side.size();
}

// The blocks between a branch and where its two ways meet, if one way leads straight there; none have loops.
bool findSide(WarpBranch &Found, llvm::BasicBlock *First, llvm::BasicBlock *Behind, const llvm::DominatorTree &Dominators) {
  if (!First->getSinglePredecessor())
    return false;
  Found.Behind = Behind;
  Found.Side.insert(First);
  for (unsigned Next = 0; Next < Found.Side.size(); ++Next) {
    llvm::BasicBlock *Block = Found.Side[Next];
    if (llvm::succ_empty(Block))
      return false;
    for (llvm::BasicBlock *After : llvm::successors(Block)) {
      if (After == Behind)
        continue;
      // A way back is a loop, and one from elsewhere leads into the side.
      if (!Dominators.properlyDominates(First, After) || Dominators.dominates(After, Block))
        return false;
      Found.Side.insert(After);
    }
  }
  return !hasCircle(Found.Side);
}

bool find(const ThreadCode &Code, llvm::StringRef Barrier, WarpBranch &Found) {
  llvm::DominatorTree Dominators(*Code.Kernel);
  for (llvm::BasicBlock &Block : *Code.Kernel) {
    auto *Branch = llvm::dyn_cast<llvm::BranchInst>(Block.getTerminator());
    if (!Branch || Branch->isUnconditional() || Code.isRoot(Branch->getCondition()) || !isOfWarp(Code, Branch->getCondition(), DepthMax))
      continue;
    for (bool IfTrue : {true, false}) {
      Found = WarpBranch();
      Found.Branch = Branch;
      Found.IfTrue = IfTrue;
      if (!findSide(Found, Branch->getSuccessor(IfTrue ? 0 : 1), Branch->getSuccessor(IfTrue ? 1 : 0), Dominators))
        continue;
      bool Exchanges = llvm::any_of(Found.Side, [](const llvm::BasicBlock *At) { return calls(*At, isAmongLanes); });
      bool Waits = llvm::any_of(Found.Side, [&](const llvm::BasicBlock *At) { return calls(*At, [&](llvm::StringRef Name) { return Name == Barrier; }); });
      if (Exchanges && !Waits)
        return true;
    }
  }
  return false;
}

// Has only those threads do something that took the branch.
void guard(llvm::Instruction &I, llvm::Value *Taken) {
  llvm::Instruction *Then = llvm::SplitBlockAndInsertIfThen(Taken, I.getIterator(), /*Unreachable=*/false);
  llvm::BasicBlock *Before = Then->getParent()->getSinglePredecessor(), *After = I.getParent();
  I.moveBefore(Then->getIterator());
  if (I.getType()->isVoidTy() || I.use_empty())
    return;
  llvm::PHINode *Value = llvm::PHINode::Create(I.getType(), 2, "", After->begin());
  I.replaceAllUsesWith(Value);
  Value->addIncoming(&I, Then->getParent());
  Value->addIncoming(llvm::Constant::getNullValue(I.getType()), Before);
}

void join(ThreadCode &Code, const WarpBranch &Found) {
  llvm::IRBuilder<> Builder(Found.Branch);
  llvm::Value *Taken = Found.IfTrue ? Found.Branch->getCondition() : Builder.CreateNot(Found.Branch->getCondition());
  llvm::BasicBlock *Before = Found.Branch->getParent();
  llvm::SmallVector<llvm::BasicBlock *, 4> Ends;
  for (llvm::BasicBlock *From : llvm::predecessors(Found.Behind))
    if (Found.Side.contains(From))
      Ends.push_back(From);
  llvm::BasicBlock *End = llvm::SplitBlockPredecessors(Found.Behind, Ends, ".side");
  Builder.SetInsertPoint(End->getTerminator());
  for (llvm::PHINode &Phi : Found.Behind->phis()) {
    llvm::Value *Chosen = Builder.CreateSelect(Taken, Phi.getIncomingValueForBlock(End), Phi.getIncomingValueForBlock(Before));
    Phi.setIncomingValueForBlock(End, Chosen);
  }
  Found.Behind->removePredecessor(Before, /*KeepOneInputPHIs=*/true);
  if (unsigned Limit = Code.rowLimit(*Found.Branch->getCondition(), Found.IfTrue))
    Code.WarpSides.push_back({Found.Side.front(), End, Limit, {}});
  Builder.SetInsertPoint(Found.Branch);
  Builder.CreateBr(Found.Side.front());
  Found.Branch->eraseFromParent();
  llvm::SmallVector<llvm::Instruction *, 32> Guarded;
  for (llvm::BasicBlock *Block : Found.Side)
    for (llvm::Instruction &I : *Block) {
      const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
      llvm::StringRef Callee = Call && Call->getCalledFunction() ? Call->getCalledFunction()->getName() : "";
      bool Exchanges = isAmongLanes(Callee) || isStep(Callee);
      if (!llvm::isa<llvm::PHINode>(I) && !I.isTerminator() && !Exchanges && (I.mayReadOrWriteMemory() || !llvm::isSafeToSpeculativelyExecute(&I)))
        Guarded.push_back(&I);
    }
  for (llvm::Instruction *I : Guarded)
    guard(*I, Taken);
}

// Is it surely a multiple of 32? Rows of whole warps are.
bool isMultiple(const ThreadCode &Code, const llvm::Value *Value, unsigned Depth) {
  if (const auto *Number = llvm::dyn_cast<llvm::ConstantInt>(Value))
    return Number->getValue().countr_zero() >= 5;
  const auto *I = llvm::dyn_cast<llvm::Instruction>(Value);
  if (Value == Code.Extent[0] || !I || Depth == 0)
    return Value == Code.Extent[0];
  auto Fits = [&](unsigned Operand) { return isMultiple(Code, I->getOperand(Operand), Depth - 1); };
  switch (I->getOpcode()) {
  case llvm::Instruction::Mul:
    return Fits(0) || Fits(1);
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub:
    return Fits(0) && Fits(1);
  case llvm::Instruction::Shl:
  case llvm::Instruction::ZExt:
  case llvm::Instruction::SExt:
  case llvm::Instruction::Trunc:
    return Fits(0);
  default:
    return false;
  }
}

} // namespace

bool countsLanes(const ThreadCode &Code, const llvm::Value *Value, unsigned Depth) {
  if (Value == Code.Index[0])
    return Code.Index[0];
  const auto *I = llvm::dyn_cast<llvm::Instruction>(Value);
  if (!I || Depth == 0)
    return false;
  if (llvm::isa<llvm::ZExtInst, llvm::SExtInst>(I))
    return countsLanes(Code, I->getOperand(0), Depth - 1);
  if (I->getOpcode() != llvm::Instruction::Add)
    return false;
  for (unsigned Part : {0, 1})
    if (Code.isRoot(I->getOperand(1 - Part)) && isMultiple(Code, I->getOperand(1 - Part), Depth) && countsLanes(Code, I->getOperand(Part), Depth - 1))
      return true;
  return false;
}

bool isOfWarp(const ThreadCode &Code, llvm::Value *Value, unsigned Depth) {
  llvm::Value *X = Code.Index[0];
  if (Code.isRoot(Value))
    return true;
  auto *I = llvm::dyn_cast<llvm::Instruction>(Value);
  if (!I || Depth == 0 || !X)
    return false;
  uint64_t Number = 0;
  llvm::Value *From = nullptr;
  if (match(I, m_LShr(m_Value(From), m_ConstantInt(Number))) && countsLanes(Code, From, DepthMax))
    return Number >= 5;
  if (match(I, m_And(m_Value(From), m_ConstantInt(Number))) && countsLanes(Code, From, DepthMax))
    return Number % Lanes == 0;
  if (match(I, m_UDiv(m_Value(From), m_ConstantInt(Number))) && countsLanes(Code, From, DepthMax))
    return Number != 0 && Number % Lanes == 0;
  if ( match(I, m_SDiv(m_Specific(X), m_ConstantInt(Number))))
    return Number != 0 && Number % Lanes == 0;
  if (match(I, m_SpecificICmp(llvm::ICmpInst::ICMP_ULT, m_Specific(X), m_ConstantInt(Number))) ||
      match(I, m_SpecificICmp(llvm::ICmpInst::ICMP_SLT, m_Specific(X), m_ConstantInt(Number))))
    return Number % Lanes == 0;
  if (match(I, m_SpecificICmp(llvm::ICmpInst::ICMP_UGT, m_Specific(X), m_ConstantInt(Number))) ||
      match(I, m_SpecificICmp(llvm::ICmpInst::ICMP_SGT, m_Specific(X), m_ConstantInt(Number))))
    return (Number + 1) % Lanes == 0;
  bool Pure = llvm::isa<llvm::BinaryOperator, llvm::ICmpInst, llvm::CastInst, llvm::SelectInst>(I);
  return Pure && llvm::all_of(I->operands(), [&](llvm::Value *Operand) { return isOfWarp(Code, Operand, Depth - 1); });
}

void joinWarpBranches(ThreadCode &Code, llvm::StringRef Barrier) {
  // What is joined is no branch any more, so this ends.
  for (WarpBranch Found; find(Code, Barrier, Found);) {
    join(Code, Found);
    Code.OneAxis = true;
  }
}

} // namespace chv
