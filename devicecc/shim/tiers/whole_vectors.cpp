#include "tiers/whole_vectors.h"
#include "tiers/loop_remarks.h"
#include "tiers/row_quotients.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <array>

namespace chv {

namespace {

// Threads that fill whole vectors of floats of the widest kind.
unsigned threadsOf(const llvm::TargetTransformInfo &Target) {
  return Target.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector).getFixedValue() >= 512 ? 16 : 8;
}

// So many at least, where masks cost next to nothing.
constexpr unsigned MaskedThreads = 16;

// A larger body takes longer to compile than masks take to run.
constexpr unsigned InstructionsMax = 400;
// The same where another copy is for rows of which all threads pass the guards, or have quotients alike.
constexpr unsigned GuardedMax = 200;

// Threads' numbers grow by less from one to the next, and a block has 1024 at most: so they run over at most once.
constexpr int64_t StepMax = 1 << 20;

// Something that is to hold for all threads of a row: a condition that they have alike, or a comparison that holds for all if it does for the first and the last.
struct Fact {
  llvm::Value *Condition; // null: a comparison
  bool Wanted;
  llvm::CmpInst::Predicate Predicate;
  const llvm::SCEVAddRecExpr *Number;
  const llvm::SCEV *Bound;
};

// A branch round all that a thread does.
struct Guard {
  llvm::BranchInst *Branch;
  unsigned Way; // of those that do something
};

// A loop that can be copied, and how often it goes round less one.
struct Row {
  llvm::Loop *Loop;
  const llvm::SCEV *Jumps;
  llvm::SmallVector<Guard, 2> Guards;
  llvm::SmallVector<Fact, 4> Facts; // if they hold, the guards let all threads pass
  RowQuotients Quotients, Chunked;
  bool KeepsDivisions; // no vectors must be made of it (kept_divisions.h)
  bool OfFloats = true; // its vectors have as many numbers as those of floats
};

// What a copy is for, beside rows that fill vectors.
enum class For {
  All,
  Open,      // those whose threads all pass the guards
  Quotients, // and have quotients alike
  Chunks,    // or as many threads as fill a vector
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

// Of what it follows that a condition is as wanted for all threads; false if that cannot be told.
bool factsOf(llvm::Value *Condition, bool Wanted, const llvm::Loop &Loop, llvm::ScalarEvolution &Evolution, llvm::SmallVectorImpl<Fact> &Facts) {
  using namespace llvm::PatternMatch;
  llvm::Value *Left, *Right;
  if (Loop.isLoopInvariant(Condition)) {
    Facts.push_back({Condition, Wanted, {}, nullptr, nullptr});
    return true;
  }
  if (match(Condition, m_Not(m_Value(Left))))
    return factsOf(Left, !Wanted, Loop, Evolution, Facts);
  if (Wanted ? match(Condition, m_LogicalAnd(m_Value(Left), m_Value(Right))) : match(Condition, m_LogicalOr(m_Value(Left), m_Value(Right))))
    return factsOf(Left, Wanted, Loop, Evolution, Facts) && factsOf(Right, Wanted, Loop, Evolution, Facts);
  auto *Compare = llvm::dyn_cast<llvm::ICmpInst>(Condition);
  if (!Compare || !Compare->isRelational() || !Evolution.isSCEVable(Compare->getOperand(0)->getType()))
    return false;
  llvm::CmpInst::Predicate Predicate = Wanted ? Compare->getPredicate() : Compare->getInversePredicate();
  const llvm::SCEV *Number = Evolution.getSCEV(Compare->getOperand(0)), *Bound = Evolution.getSCEV(Compare->getOperand(1));
  if (Evolution.isLoopInvariant(Number, &Loop)) {
    std::swap(Number, Bound);
    Predicate = llvm::CmpInst::getSwappedPredicate(Predicate);
  }
  auto *Counted = llvm::dyn_cast<llvm::SCEVAddRecExpr>(Number);
  if (!Counted || Counted->getLoop() != &Loop || !Counted->isAffine() || !Evolution.isLoopInvariant(Bound, &Loop))
    return false;
  auto *Step = llvm::dyn_cast<llvm::SCEVConstant>(Counted->getStepRecurrence(Evolution));
  if (!Counted->getType()->isIntegerTy() || Counted->getType()->getIntegerBitWidth() < 32 || !Step || Step->getAPInt().getSignificantBits() > 32 ||
      Step->getAPInt().getSExtValue() < 1 || Step->getAPInt().getSExtValue() > StepMax)
    return false;
  llvm::SCEVExpander Expander(Evolution, "");
  if (!Expander.isSafeToExpand(Counted->getStart()) || !Expander.isSafeToExpand(Bound))
    return false;
  Facts.push_back({nullptr, true, Predicate, Counted, Bound});
  return true;
}

// Branches round all that the threads of a row do: `if (x >= width || y >= height) return;`.
void findGuards(Row &Row, llvm::ScalarEvolution &Evolution) {
  llvm::BasicBlock *At = Row.Loop->getHeader(), *Latch = Row.Loop->getLoopLatch();
  while (At != Latch) {
    auto *Branch = llvm::dyn_cast<llvm::BranchInst>(At->getTerminator());
    if (!Branch || !Branch->isConditional() || (Branch->getSuccessor(0) == Latch) == (Branch->getSuccessor(1) == Latch))
      return;
    unsigned Way = Branch->getSuccessor(0) == Latch ? 1 : 0;
    llvm::SmallVector<Fact, 4> Facts;
    if (!factsOf(Branch->getCondition(), Way == 0, *Row.Loop, Evolution, Facts))
      return;
    Row.Guards.push_back({Branch, Way});
    Row.Facts.append(Facts);
    At = Branch->getSuccessor(Way);
    if (!At->getSinglePredecessor())
      return;
  }
}

// Do all threads of a row pass its guards? Computed before the loop.
llvm::Value *allPass(const Row &Row, llvm::SCEVExpander &Expander, llvm::ScalarEvolution &Evolution, llvm::Instruction *At) {
  llvm::IRBuilder<> Builder(At);
  llvm::Value *All = Builder.getTrue();
  auto And = [&](llvm::Value *Condition) { All = Builder.CreateAnd(All, Builder.CreateFreeze(Condition)); };
  for (const Fact &Fact : Row.Facts) {
    if (Fact.Condition) {
      And(Fact.Wanted ? Fact.Condition : Builder.CreateNot(Fact.Condition));
      continue;
    }
    llvm::Type *Type = Fact.Number->getType();
    const llvm::SCEV *Jumps = Evolution.getTruncateOrZeroExtend(Row.Jumps, Type);
    llvm::Value *First = Expander.expandCodeFor(Fact.Number->getStart(), Type, At->getIterator());
    llvm::Value *Last = Expander.expandCodeFor(Fact.Number->evaluateAtIteration(Jumps, Evolution), Type, At->getIterator());
    llvm::Value *Bound = Expander.expandCodeFor(Fact.Bound, Type, At->getIterator());
    And(Builder.CreateICmp(Fact.Predicate, First, Bound));
    And(Builder.CreateICmp(Fact.Predicate, Last, Bound));
    And(llvm::CmpInst::isSigned(Fact.Predicate) ? Builder.CreateICmpSLE(First, Last) : Builder.CreateICmpULE(First, Last));
  }
  return All;
}

// In the copy all threads pass.
void openGuards(const Row &Row, llvm::ValueToValueMapTy &Map, llvm::BasicBlock *Latch) {
  for (const Guard &Guard : Row.Guards) {
    auto *Branch = llvm::cast<llvm::BranchInst>(Map[Guard.Branch]);
    llvm::BasicBlock *To = Branch->getSuccessor(Guard.Way);
    Latch->removePredecessor(Branch->getParent(), /*KeepOneInputPHIs=*/true);
    llvm::BranchInst::Create(To, Branch->getIterator());
    Branch->eraseFromParent();
  }
}

constexpr const char *Width = "llvm.loop.vectorize.width";

// Divides before the loop by what the threads have alike, if all of them come to it; `Before` ends with the jump into the copied loop. Gives whether no such division is left.
bool divideBefore(llvm::BasicBlock *Before, llvm::BasicBlock *First, const llvm::SmallVectorImpl<llvm::BasicBlock *> &Copies) {
  auto IsAlike = [&](const llvm::Value *Value) {
    auto *I = llvm::dyn_cast<llvm::Instruction>(Value);
    return !I || !llvm::is_contained(Copies, I->getParent());
  };
  auto IsOne = [&](const llvm::Instruction &I) { return I.isIntDivRem() && llvm::all_of(I.operands(), IsAlike); };
  bool Comes = true;
  for (llvm::BasicBlock *At = First; Comes;) {
    for (llvm::Instruction &I : llvm::make_early_inc_range(*At))
      if (Comes && IsOne(I))
        I.moveBefore(Before->getTerminator()->getIterator());
      else
        Comes &= llvm::isGuaranteedToTransferExecutionToSuccessor(&I);
    At = At->getSingleSuccessor();
    Comes &= At && At != First && At->getSinglePredecessor();
  }
  return llvm::none_of(Copies, [&](llvm::BasicBlock *Block) { return llvm::any_of(*Block, IsOne); });
}

// A description of its own, with the same properties but for this one; null: the loop has it no more.
llvm::MDNode *copyWith(llvm::MDNode *LoopId, const char *Property, llvm::Constant *Value) {
  llvm::LLVMContext &Context = LoopId->getContext();
  llvm::SmallVector<llvm::MDNode *, 1> Added;
  if (Value)
    Added.push_back(llvm::MDNode::get(Context, {llvm::MDString::get(Context, Property), llvm::ConstantAsMetadata::get(Value)}));
  return llvm::makePostTransformationMetadata(Context, LoopId, {Property}, Added);
}

// A description of its own, with the same properties. `Wanted`: another width of vectors; 0 leaves it to LLVM.
llvm::MDNode *copyOf(llvm::MDNode *LoopId, std::optional<unsigned> Wanted) {
  llvm::LLVMContext &Context = LoopId->getContext();
  if (!Wanted)
    return llvm::makePostTransformationMetadata(Context, LoopId, {}, {});
  return copyWith(LoopId, Width, *Wanted > 0 ? llvm::ConstantInt::get(llvm::Type::getInt32Ty(Context), *Wanted) : nullptr);
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

// Parts the copied loop into chunks of so many threads: a loop around it counts them. Gives where a chunk begins, and its first thread's number in the row.
std::pair<llvm::BasicBlock *, llvm::Value *> loopOverChunks(llvm::BasicBlock *Before, llvm::BasicBlock *Header, llvm::BranchInst *Jump, llvm::Value *Rounds, unsigned Threads) {
  llvm::BasicBlock *Last = Jump->getParent(), *Exit = Jump->getSuccessor(Jump->getSuccessor(0) == Header ? 1 : 0);
  auto Block = [&](const char *Name) { return llvm::BasicBlock::Create(Header->getContext(), Header->getName() + Name, Header->getParent(), Header); };
  llvm::BasicBlock *Head = Block(".chunk"), *Next = Block(".chunk.next");
  llvm::IRBuilder<> Builder(Head);
  llvm::PHINode *Base = Builder.CreatePHI(Rounds->getType(), 2, "chunk");
  Base->addIncoming(llvm::ConstantInt::get(Rounds->getType(), 0), Before);
  for (llvm::PHINode &Phi : Header->phis()) {
    llvm::PHINode *Around = Builder.CreatePHI(Phi.getType(), 2);
    Around->addIncoming(Phi.getIncomingValueForBlock(Before), Before);
    Around->addIncoming(Phi.getIncomingValueForBlock(Last), Next);
    Phi.setIncomingValueForBlock(Before, Around);
    Phi.replaceIncomingBlockWith(Before, Head);
  }
  Builder.CreateBr(Header);
  Before->getTerminator()->replaceSuccessorWith(Header, Head);
  Jump->replaceSuccessorWith(Exit, Next);
  Exit->replacePhiUsesWith(Last, Next);
  Builder.SetInsertPoint(Next);
  llvm::Value *Behind = Builder.CreateAdd(Base, llvm::ConstantInt::get(Rounds->getType(), Threads), "", true);
  Base->addIncoming(Behind, Next);
  Builder.CreateCondBr(Builder.CreateICmpNE(Behind, Rounds), Head, Exit);
  return {Head, Base};
}

// Does something depend on which row of threads it is?
bool asksForRow(const llvm::Loop &Rows) {
  llvm::BasicBlock *Header = Rows.getHeader(), *Latch = Rows.getLoopLatch();
  return isRowLoop(Rows) || llvm::any_of(Header->phis(), [&](llvm::PHINode &Phi) {
           return llvm::any_of(Phi.users(), [&](llvm::User *User) { return !Latch || User != Phi.getIncomingValueForBlock(Latch); });
         });
}

// Bits of the widest number that the loop reads or writes; 0 if there is none.
unsigned widestIn(const llvm::Loop &Loop) {
  unsigned Bits = 0;
  for (const llvm::BasicBlock *Block : Loop.blocks())
    for (const llvm::Instruction &I : *Block)
      if (llvm::getLoadStorePointerOperand(&I))
        Bits = std::max<unsigned>(Bits, Loop.getHeader()->getModule()->getDataLayout().getTypeSizeInBits(llvm::getLoadStoreType(&I)));
  return Bits;
}

// How many threads fill a vector of the widest numbers, by which LLVM goes. Rows of blocks that have several are seldom longer than vectors of floats, so there bytes
// are vectors of as many.
unsigned fitWidth(llvm::Loop &Loop, unsigned OfFloats) {
  unsigned Bits = widestIn(Loop);
  if (Bits < 8 || Bits >= 32)
    return OfFloats;
  if (llvm::Loop *Outer = Loop.getParentLoop(); Outer && asksForRow(*Outer)) {
    // One that must not become vectors has a width already.
    if (!llvm::getOptionalIntLoopAttribute(&Loop, Width))
      llvm::addStringMetadataToLoop(&Loop, Width, OfFloats);
    return OfFloats;
  }
  return OfFloats * 32 / llvm::PowerOf2Ceil(Bits);
}

// What is computed before the loop of all that copies of it ask.
struct Asked {
  llvm::Value *Rounds = nullptr;
  std::array<llvm::Value *, 4> Fits{}; // by what a copy is for; null: it is not made
  llvm::SmallVector<KnownQuotient, 8> Known;
  llvm::SmallVector<llvm::Value *, 8> Firsts; // of chunks
};

// All at once, where the loop's analyses know the blocks: to them, what stands in blocks that copies bring is no number at all.
Asked ask(const Row &Row, unsigned Threads, llvm::ScalarEvolution &Evolution) {
  llvm::Instruction *Jump = Row.Loop->getLoopPreheader()->getTerminator();
  llvm::SCEVExpander Expander(Evolution, "rounds");
  llvm::Value *Jumps = Expander.expandCodeFor(Row.Jumps, Row.Jumps->getType(), Jump->getIterator());
  llvm::IRBuilder<> Builder(Jump);
  llvm::Type *Type = Jumps->getType();
  Asked Made;
  Made.Rounds = Builder.CreateAdd(Jumps, llvm::ConstantInt::get(Type, 1));
  llvm::Value *Rest = Builder.CreateAnd(Made.Rounds, llvm::ConstantInt::get(Type, Threads - 1));
  // The rounds are none where their number does not fit.
  llvm::Value *&All = Made.Fits[unsigned(For::All)] = Builder.CreateAnd(Builder.CreateIsNull(Rest), Builder.CreateIsNotNull(Made.Rounds));
  if (sizeOf(*Row.Loop) > GuardedMax)
    return Made;
  llvm::Value *Open = Builder.CreateAnd(All, allPass(Row, Expander, Evolution, Jump));
  if (!Row.Guards.empty())
    Made.Fits[unsigned(For::Open)] = Open;
  if (!Row.Quotients.empty()) {
    llvm::Value *&Fits = Made.Fits[unsigned(For::Quotients)] = Open;
    Made.Known = askForQuotients(Row.Quotients, Row.Jumps, Expander, Evolution, Jump, Fits);
  }
  if (!Row.Chunked.empty() && Row.OfFloats) {
    llvm::Value *&Fits = Made.Fits[unsigned(For::Chunks)] = Open;
    Made.Firsts = askForChunks(Row.Chunked, Threads, Row.Jumps, Expander, Evolution, Jump, Fits);
  }
  return Made;
}

void copyLoop(const Row &Row, unsigned Threads, For Which, const Asked &Asked) {
  llvm::Loop &Loop = *Row.Loop;
  llvm::BasicBlock *Before = Loop.getLoopPreheader(), *Header = Loop.getHeader(), *Exit = Loop.getUniqueExitBlock(), *Latch = Loop.getLoopLatch();
  llvm::Function &F = *Header->getParent();
  llvm::Instruction *Jump = Before->getTerminator();
  llvm::BasicBlock *Whole = llvm::BasicBlock::Create(F.getContext(), Header->getName() + ".whole", &F, Header);
  llvm::IRBuilder<> Builder(Jump);
  llvm::Value *Rounds = Asked.Rounds, *Fits = Asked.Fits[unsigned(Which)];
  llvm::Type *Type = Rounds->getType();
  llvm::BasicBlock *Others = llvm::BasicBlock::Create(F.getContext(), Header->getName() + ".others", &F, Header);
  Builder.CreateCondBr(Fits, Whole, Others);
  Jump->eraseFromParent();
  llvm::BranchInst::Create(Header, Others);

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
  for (llvm::PHINode &Phi : Header->phis())
    Phi.replaceIncomingBlockWith(Before, Others);
  for (llvm::PHINode &Phi : Exit->phis())
    Phi.addIncoming(Phi.getIncomingValueForBlock(Latch), Last);
  Builder.SetInsertPoint(Whole);
  llvm::Value *Multiple = Builder.CreateAnd(Rounds, llvm::ConstantInt::getSigned(Type, -int64_t(Threads)));
  Builder.CreateBr(First);
  auto *Back = llvm::cast<llvm::BranchInst>(Last->getTerminator());
  if (Which != For::All)
    openGuards(Row, Map, Last);
  llvm::BasicBlock *Round = Whole;
  llvm::SmallVector<KnownQuotient, 8> Known;
  if (Which == For::Quotients)
    Known = Asked.Known;
  if (Which == For::Chunks) {
    auto [Chunk, Base] = loopOverChunks(Whole, First, Back, Multiple, Threads);
    Round = Chunk;
    Multiple = llvm::ConstantInt::get(Type, Threads);
    Builder.SetInsertPoint(Chunk->getTerminator());
    for (auto [Quotient, Its] : llvm::zip(Row.Chunked, Asked.Firsts))
      Known.push_back(knownInChunk(Builder, Quotient, Its, Base));
  }
  for (auto [Quotient, Its] : llvm::zip(Which == For::Chunks ? Row.Chunked : Row.Quotients, Known))
    replaceDivision(*llvm::cast<llvm::Instruction>(Map[Quotient.Division]), Quotient.OfRemainder, Quotient.Signed, Its);
  bool Frees = Which != For::All && divideBefore(Round, First, Copies) && Row.KeepsDivisions;
  countRounds(Round, First, Back, Multiple);
  unsigned Bits = widestIn(Loop);
  std::optional<unsigned> Wanted;
  if (Frees)
    Wanted = Bits >= 8 && Bits < 32 ? Threads : 0;
  Back->setMetadata(llvm::LLVMContext::MD_loop, copyOf(Loop.getLoopID(), Wanted));
}

// Has loops be vectors only where those need no masks: AVX2 takes 12 cycles to store eight numbers with a mask, and has no masks for bytes.
void leaveMasks(const llvm::LoopInfo &Loops) {
  for (llvm::Loop *Loop : Loops.getLoopsInPreorder())
    if (isMaskedThreadLoop(*Loop))
      Loop->setLoopID(copyWith(Loop->getLoopID(), "llvm.loop.vectorize.predicate.enable", llvm::ConstantInt::getFalse(Loop->getHeader()->getContext())));
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
      findGuards(Rows.emplace_back(Row{Loop, Jumps, {}, {}, {}, {}, llvm::getOptionalIntLoopAttribute(Loop, Width) == 1}), Evolution);
    else
      continue;
    llvm::Loop *Outer = Loop->getParentLoop();
    Rows.back().Quotients = findQuotients(*Loop, Outer && asksForRow(*Outer), Evolution);
    Rows.back().Chunked = findChunked(*Loop, Threads, Evolution);
    auto IsChunked = [&](const RowQuotient &Quotient) {
      return llvm::any_of(Rows.back().Chunked, [&](const RowQuotient &Other) { return Other.Division == Quotient.Division; });
    };
    if (llvm::all_of(Rows.back().Quotients, IsChunked))
      Rows.back().Quotients.clear();
  }
  for (Row &Row : Rows) {
    unsigned Own = fitWidth(*Row.Loop, Threads);
    Row.OfFloats = Own == Threads;
    Asked Asked = ask(Row, Own, Evolution);
    // Whether rows fit a copy is asked in this order.
    for (For Which : {For::Quotients, For::Chunks, For::Open, For::All})
      if (Asked.Fits[unsigned(Which)])
        copyLoop(Row, Own, Which, Asked);
  }
  if (Threads < MaskedThreads)
    leaveMasks(Loops);
  return Rows.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

} // namespace chv
