#include "tiers/whole_vectors.h"
#include "tiers/loop_remarks.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace chv {

namespace {

// Threads that fill whole vectors of floats of the widest kind.
unsigned threadsOf(const llvm::TargetTransformInfo &Target) {
  return Target.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector).getFixedValue() >= 512 ? 16 : 8;
}

// A larger body takes longer to compile than masks take to run.
constexpr unsigned InstructionsMax = 400;

// A loop that can be copied, and how often it goes round less one.
struct Row {
  llvm::Loop *Loop;
  const llvm::SCEV *Jumps;
};

unsigned sizeOf(const llvm::Loop &Loop) {
  unsigned Size = 0;
  for (const llvm::BasicBlock *Block : Loop.blocks())
    Size += Block->size();
  return Size;
}

bool canBeCopied(llvm::Loop &Loop, llvm::ScalarEvolution &Evolution, const llvm::SCEV *&Jumps) {
  llvm::BasicBlock *Latch = Loop.getLoopLatch();
  if (!Loop.isInnermost() || !isMaskedThreadLoop(Loop) || !Loop.getLoopPreheader() || !Loop.getUniqueExitBlock() || Loop.getExitingBlock() != Latch)
    return false;
  auto *Jump = llvm::dyn_cast<llvm::BranchInst>(Latch->getTerminator());
  if (!Jump || !Jump->isConditional() || sizeOf(Loop) > InstructionsMax || !llvm::findDefsUsedOutsideOfLoop(&Loop).empty())
    return false;
  Jumps = Evolution.getBackedgeTakenCount(&Loop);
  // Of a constant count LLVM knows itself whether it fills vectors.
  return !llvm::isa<llvm::SCEVCouldNotCompute>(Jumps) && !llvm::isa<llvm::SCEVConstant>(Jumps) && Jumps->getType()->getIntegerBitWidth() <= 64;
}

// A description of its own, with the same properties.
llvm::MDNode *copyOf(const llvm::MDNode *LoopId) {
  llvm::SmallVector<llvm::Metadata *, 8> Parts(LoopId->op_begin(), LoopId->op_end());
  Parts[0] = nullptr;
  llvm::MDNode *Copy = llvm::MDNode::getDistinct(LoopId->getContext(), Parts);
  Copy->replaceOperandWith(0, Copy);
  return Copy;
}

// Has the copied loop count its own rounds, of which LLVM sees that they are a multiple.
void countRounds(llvm::BasicBlock *Before, llvm::BasicBlock *Header, llvm::BranchInst *Jump, llvm::Value *Rounds) {
  llvm::PHINode *Done = llvm::PHINode::Create(Rounds->getType(), 2, "rounds", Header->begin());
  llvm::IRBuilder<> Builder(Jump);
  llvm::Value *Next = Builder.CreateAdd(Done, llvm::ConstantInt::get(Rounds->getType(), 1), "", true);
  Done->addIncoming(llvm::ConstantInt::get(Rounds->getType(), 0), Before);
  Done->addIncoming(Next, Jump->getParent());
  bool GoesOnFirst = Jump->getSuccessor(0) == Header;
  Jump->setCondition(Builder.CreateICmp(GoesOnFirst ? llvm::CmpInst::ICMP_NE : llvm::CmpInst::ICMP_EQ, Next, Rounds));
}

void copyLoop(const Row &Row, unsigned Threads, llvm::ScalarEvolution &Evolution) {
  llvm::Loop &Loop = *Row.Loop;
  llvm::BasicBlock *Before = Loop.getLoopPreheader(), *Header = Loop.getHeader(), *Exit = Loop.getUniqueExitBlock(), *Latch = Loop.getLoopLatch();
  llvm::Function &F = *Header->getParent();
  llvm::SCEVExpander Expander(Evolution, "rounds");
  llvm::Instruction *Jump = Before->getTerminator();
  llvm::Value *Jumps = Expander.expandCodeFor(Row.Jumps, Row.Jumps->getType(), Jump->getIterator());
  llvm::BasicBlock *Whole = llvm::BasicBlock::Create(F.getContext(), Header->getName() + ".whole", &F, Header);
  llvm::IRBuilder<> Builder(Jump);
  llvm::Type *Type = Jumps->getType();
  llvm::Value *Rounds = Builder.CreateAdd(Jumps, llvm::ConstantInt::get(Type, 1));
  llvm::Value *Rest = Builder.CreateAnd(Rounds, llvm::ConstantInt::get(Type, Threads - 1));
  // The rounds are none where their number does not fit.
  llvm::Value *Fits = Builder.CreateAnd(Builder.CreateIsNull(Rest), Builder.CreateIsNotNull(Rounds));
  Builder.CreateCondBr(Fits, Whole, Header);
  Jump->eraseFromParent();

  llvm::ValueToValueMapTy Map;
  llvm::SmallVector<llvm::BasicBlock *, 8> Copies;
  for (llvm::BasicBlock *Block : Loop.blocks()) {
    llvm::BasicBlock *Copy = llvm::CloneBasicBlock(Block, Map, ".whole", &F);
    Map[Block] = Copy;
    Copies.push_back(Copy);
  }
  llvm::remapInstructionsInBlocks(Copies, Map);
  auto *First = llvm::cast<llvm::BasicBlock>(Map[Header]);
  auto *Last = llvm::cast<llvm::BasicBlock>(Map[Latch]);
  for (llvm::PHINode &Phi : First->phis())
    Phi.replaceIncomingBlockWith(Before, Whole);
  for (llvm::PHINode &Phi : Exit->phis())
    Phi.addIncoming(Phi.getIncomingValueForBlock(Latch), Last);
  Builder.SetInsertPoint(Whole);
  llvm::Value *Multiple = Builder.CreateAnd(Rounds, llvm::ConstantInt::getSigned(Type, -int64_t(Threads)));
  Builder.CreateBr(First);
  auto *Back = llvm::cast<llvm::BranchInst>(Last->getTerminator());
  countRounds(Whole, First, Back, Multiple);
  Back->setMetadata(llvm::LLVMContext::MD_loop, copyOf(Loop.getLoopID()));
}

} // namespace

llvm::PreservedAnalyses WholeVectors::run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses) {
  auto &Loops = Analyses.getResult<llvm::LoopAnalysis>(F);
  auto &Evolution = Analyses.getResult<llvm::ScalarEvolutionAnalysis>(F);
  unsigned Threads = threadsOf(Analyses.getResult<llvm::TargetIRAnalysis>(F));
  llvm::SmallVector<Row, 8> Rows;
  for (llvm::Loop *Loop : Loops.getLoopsInPreorder()) {
    const llvm::SCEV *Jumps = nullptr;
    if (canBeCopied(*Loop, Evolution, Jumps))
      Rows.push_back({Loop, Jumps});
  }
  for (const Row &Row : Rows)
    copyLoop(Row, Threads, Evolution);
  return Rows.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

} // namespace chv
