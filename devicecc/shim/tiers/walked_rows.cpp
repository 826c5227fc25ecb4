#include "tiers/walked_rows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace chv {

namespace {

// Numbers of a row that are read at once, and threads whose rows change places with them.
constexpr unsigned Side = 16;
// A larger body is not written down sixteen times.
constexpr unsigned InstructionsMax = 40;
constexpr unsigned GathersMax = 2;
// Of gathers that are put together.
constexpr unsigned PartsMax = 400;

using Vectors = llvm::SmallVector<llvm::Value *, Side>;

// A vector that has one number of each thread's row.
struct Gather {
  llvm::Instruction *Whole;
  // Where each number is, and what puts the vector together of them: there is no instruction that gathers bytes. None of an instruction that gathers.
  llvm::SmallVector<llvm::Value *, 64> Addresses;
  llvm::SmallVector<llvm::Instruction *, 64> Parts;
};

// A loop of one block in which threads walk along their rows.
struct Walk {
  llvm::Loop *Loop;
  llvm::SmallVector<Gather, 2> Gathers;
  llvm::SmallPtrSet<llvm::Instruction *, 32> Inner; // what serves gathers alone
  const llvm::SCEV *Jumps;
};

// A gather of all lanes.
bool isGatherOfAll(const llvm::Instruction &I) {
  const auto *Gather = llvm::dyn_cast<llvm::IntrinsicInst>(&I);
  const auto *Mask = Gather && Gather->getIntrinsicID() == llvm::Intrinsic::masked_gather ? llvm::dyn_cast<llvm::Constant>(Gather->getArgOperand(1)) : nullptr;
  return Mask && Mask->isAllOnesValue();
}

// Is a value the same in all rounds, though it may be computed in each?
bool isFixed(llvm::Value *Value, const llvm::Loop &Loop, unsigned Depth = 8) {
  if (Loop.isLoopInvariant(Value))
    return true;
  auto *I = llvm::cast<llvm::Instruction>(Value);
  return Depth > 0 && !llvm::isa<llvm::PHINode, llvm::CallBase>(I) && !I->mayReadOrWriteMemory() &&
         llvm::all_of(I->operands(), [&](llvm::Value *Operand) { return isFixed(Operand, Loop, Depth - 1); });
}

// How much more a number, or each of a vector, is in the next round; nothing if that cannot be told.
std::optional<int64_t> growth(llvm::Value *Value, const llvm::Loop &Loop, unsigned Depth = 8) {
  using namespace llvm::PatternMatch;
  llvm::Value *Left, *Right;
  if (isFixed(Value, Loop))
    return 0;
  if (auto *Phi = llvm::dyn_cast<llvm::PHINode>(Value)) {
    bool Counts = Phi->getParent() == Loop.getHeader() && match(Phi->getIncomingValueForBlock(Loop.getLoopLatch()), m_c_Add(m_Specific(Phi), m_One()));
    return Counts ? std::optional<int64_t>(1) : std::nullopt;
  }
  if (Depth == 0)
    return std::nullopt;
  if (auto *Shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(Value); Shuffle && Shuffle->isZeroEltSplat() && match(Shuffle->getOperand(0), m_InsertElt(m_Value(), m_Value(Left), m_Zero())))
    return growth(Left, Loop, Depth - 1);
  if (!match(Value, m_AddLike(m_Value(Left), m_Value(Right))))
    return std::nullopt;
  std::optional<int64_t> One = growth(Left, Loop, Depth - 1), Other = growth(Right, Loop, Depth - 1);
  return One && Other ? std::optional<int64_t>(*One + *Other) : std::nullopt;
}

// How many bytes a thread's address is further on in the next round. Numbers of 64 bits may run over, because addresses do likewise.
std::optional<int64_t> bytesOn(llvm::Value *Address, const llvm::Loop &Loop) {
  if (isFixed(Address, Loop))
    return 0;
  auto *Step = llvm::dyn_cast<llvm::GetElementPtrInst>(Address);
  if (!Step || Step->getNumIndices() != 1 || !(*Step->idx_begin())->getType()->getScalarType()->isIntegerTy(64))
    return std::nullopt;
  std::optional<int64_t> Before = bytesOn(Step->getPointerOperand(), Loop), Own = growth(*Step->idx_begin(), Loop);
  if (!Before || !Own)
    return std::nullopt;
  return *Before + *Own * int64_t(Loop.getHeader()->getModule()->getDataLayout().getTypeAllocSize(Step->getSourceElementType()).getFixedValue());
}

// Does a vector have numbers of sixteen threads, or of a multiple?
bool fits(const llvm::Type *Whole) {
  auto *Type = llvm::dyn_cast<llvm::FixedVectorType>(Whole);
  llvm::Type *Element = Type ? Type->getElementType() : nullptr;
  return Type && Type->getNumElements() % Side == 0 && (Element->isFloatTy() || Element->isHalfTy() || Element->isIntegerTy(32) || Element->isIntegerTy(16) || Element->isIntegerTy(8));
}

// Does each thread read the number behind it in the next round?
bool isWalk(llvm::Value *Address, const llvm::Type *Whole, const llvm::Loop &Loop) {
  return bytesOn(Address, Loop) == std::optional<int64_t>(Whole->getScalarSizeInBits() / 8);
}

// Numbers that are read one by one and put into a vector.
bool isPutTogether(llvm::Instruction &Last, const llvm::Loop &Loop, Gather &Found) {
  if (!llvm::isa<llvm::InsertElementInst>(Last) || !fits(Last.getType()))
    return false;
  Found = {&Last, {}, {}};
  Found.Addresses.resize(llvm::cast<llvm::FixedVectorType>(Last.getType())->getNumElements(), nullptr);
  llvm::Value *Vector = &Last;
  for (unsigned Count = 0; Count < Found.Addresses.size(); ++Count) {
    auto *Insert = llvm::dyn_cast<llvm::InsertElementInst>(Vector);
    auto *Read = Insert ? llvm::dyn_cast<llvm::LoadInst>(Insert->getOperand(1)) : nullptr;
    auto *Place = Insert ? llvm::dyn_cast<llvm::ConstantInt>(Insert->getOperand(2)) : nullptr;
    if (!Read || !Place || Insert->getParent() != Last.getParent() || Read->getParent() != Last.getParent() || !Read->isSimple() || !Read->hasOneUse() ||
        (Insert != &Last && !Insert->hasOneUse()) || Place->getValue().uge(Found.Addresses.size()) || Found.Addresses[Place->getZExtValue()] ||
        !isWalk(Read->getPointerOperand(), Last.getType(), Loop))
      return false;
    Found.Addresses[Place->getZExtValue()] = Read->getPointerOperand();
    Found.Parts.push_back(Read);
    if (Insert != &Last)
      Found.Parts.push_back(Insert);
    Vector = Insert->getOperand(0);
  }
  return true;
}

bool isGather(llvm::Instruction &I, const llvm::Loop &Loop, Gather &Found) {
  if (!isGatherOfAll(I))
    return isPutTogether(I, Loop, Found);
  Found = {&I, {}, {}};
  return fits(I.getType()) && isWalk(I.getOperand(0), I.getType(), Loop);
}

// Does a loop with a gather ask in each round what is known before it? LLVM asks so whether an index of 32 bits runs over in a row of threads.
bool asksAgain(const llvm::Loop &Loop) {
  auto Asks = [&](const llvm::BasicBlock *Block) {
    const auto *Branch = llvm::dyn_cast<llvm::BranchInst>(Block->getTerminator());
    return Branch && Branch->isConditional() && Loop.isLoopInvariant(Branch->getCondition());
  };
  return Loop.getNumBlocks() > 1 && llvm::any_of(Loop.blocks(), [](const llvm::BasicBlock *Block) { return llvm::any_of(*Block, isGatherOfAll); }) &&
         llvm::any_of(Loop.blocks(), Asks);
}

// Asks before the loops, of which there are two then.
void askBefore(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses) {
  llvm::FunctionPassManager Passes;
  Passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::SimpleLoopUnswitchPass(/*NonTrivial=*/true), /*UseMemorySSA=*/true));
  Passes.addPass(llvm::SimplifyCFGPass());
  llvm::LICMOptions Options;
  Options.AllowSpeculation = true;
  Passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(Options), /*UseMemorySSA=*/true));
  Analyses.invalidate(F, Passes.run(F, Analyses));
}

bool findWalk(llvm::Loop &Loop, llvm::ScalarEvolution &Evolution, Walk &Found) {
  llvm::BasicBlock *Body = Loop.getHeader();
  if (Loop.getNumBlocks() != 1 || !Loop.getLoopPreheader() || !Loop.getUniqueExitBlock() || Body->size() > InstructionsMax + PartsMax)
    return false;
  Found.Loop = &Loop;
  for (llvm::Instruction &I : *Body) {
    if (I.mayWriteToMemory() || I.isVolatile() || (llvm::isa<llvm::CallBase>(I) && !llvm::isa<llvm::IntrinsicInst>(I)))
      return false;
    if (Gather Here; isGather(I, Loop, Here)) {
      Found.Inner.insert_range(Here.Parts);
      Found.Gathers.push_back(std::move(Here));
    }
  }
  // Users stand behind what they use.
  for (llvm::Instruction &I : llvm::reverse(*Body))
    if (llvm::isa<llvm::GetElementPtrInst>(I) && llvm::all_of(I.users(), [&](llvm::User *User) { return Found.Inner.contains(llvm::cast<llvm::Instruction>(User)); }))
      Found.Inner.insert(&I);
  if (Body->size() - Found.Inner.size() > InstructionsMax)
    return false;
  Found.Jumps = Evolution.getBackedgeTakenCount(&Loop);
  return !Found.Gathers.empty() && Found.Gathers.size() <= GathersMax && !llvm::isa<llvm::SCEVCouldNotCompute>(Found.Jumps) &&
         Found.Jumps->getType()->getIntegerBitWidth() <= 64;
}

// Rows become columns: each step moves the highest bit of a vector's number to the lowest place of its elements' numbers, and theirs to the vectors'.
void transpose(llvm::IRBuilder<> &Builder, Vectors &Rows) {
  llvm::SmallVector<int, Side> Low, High;
  for (unsigned At = 0; At < Side; ++At) {
    Low.push_back(At / 2 + At % 2 * Side);
    High.push_back(At / 2 + At % 2 * Side + Side / 2);
  }
  for (unsigned Step = 1; Step < Side; Step *= 2) {
    Vectors Next(Side);
    for (unsigned At = 0; At < Side / 2; ++At) {
      Next[2 * At] = Builder.CreateShuffleVector(Rows[At], Rows[At + Side / 2], Low);
      Next[2 * At + 1] = Builder.CreateShuffleVector(Rows[At], Rows[At + Side / 2], High);
    }
    Rows = Next;
  }
}

// What a gather gives in each of the next sixteen rounds. `addressOf`: where a thread's number is in the first one.
Vectors readRounds(llvm::IRBuilder<> &Builder, llvm::FixedVectorType *Type, llvm::function_ref<llvm::Value *(unsigned)> addressOf) {
  // Processors shuffle whole numbers of 16 bits, if no others.
  unsigned Bits = Type->getScalarSizeInBits();
  llvm::Type *Part = llvm::FixedVectorType::get(Bits < 32 ? Builder.getIntNTy(Bits) : Type->getElementType(), Side);
  Vectors Rounds(Side, nullptr);
  for (unsigned First = 0; First < Type->getNumElements(); First += Side) {
    Vectors Rows;
    for (unsigned Lane = 0; Lane < Side; ++Lane)
      Rows.push_back(Builder.CreateAlignedLoad(Part, addressOf(First + Lane), llvm::Align(Bits / 8)));
    transpose(Builder, Rows);
    for (unsigned Round = 0; Round < Side; ++Round) {
      if (First == 0) {
        Rounds[Round] = Rows[Round];
        continue;
      }
      // Vectors of 64 threads have been put together of as many parts as came before.
      unsigned Before = llvm::cast<llvm::FixedVectorType>(Rounds[Round]->getType())->getNumElements();
      llvm::SmallVector<int, 64> Both, Wider;
      for (unsigned At = 0; At < Before + Side; ++At) {
        Both.push_back(At);
        Wider.push_back(At < Side ? int(At) : -1);
      }
      llvm::Value *Next = Before == Side ? Rows[Round] : Builder.CreateShuffleVector(Rows[Round], llvm::ArrayRef<int>(Wider).take_front(Before));
      Rounds[Round] = Builder.CreateShuffleVector(Rounds[Round], Next, Both);
    }
  }
  for (llvm::Value *&Round : Rounds)
    Round = Builder.CreateBitCast(Round, Type);
  return Rounds;
}

// Puts a loop of sixteen rounds at a time before the loop, which does the rest.
void readAhead(const Walk &Walk, llvm::ScalarEvolution &Evolution) {
  llvm::BasicBlock *Body = Walk.Loop->getHeader(), *Before = Walk.Loop->getLoopPreheader(), *Exit = Walk.Loop->getUniqueExitBlock();
  llvm::Function &F = *Body->getParent();
  auto Block = [&](const char *Name) { return llvm::BasicBlock::Create(F.getContext(), Name, &F, Body); };
  llvm::BasicBlock *Many = Block("walk"), *Rest = Block("walk.rest");
  llvm::Instruction *Jump = Before->getTerminator();
  llvm::SCEVExpander Expander(Evolution, "rounds");
  llvm::Type *Number = Walk.Jumps->getType();
  llvm::Value *Jumps = Expander.expandCodeFor(Walk.Jumps, Number, Jump->getIterator());
  llvm::IRBuilder<> Builder(Jump);
  llvm::Value *Rounds = Builder.CreateAdd(Jumps, llvm::ConstantInt::get(Number, 1));
  llvm::Value *Whole = Builder.CreateAnd(Rounds, llvm::ConstantInt::getSigned(Number, -int64_t(Side)));
  Builder.CreateCondBr(Builder.CreateIsNotNull(Whole), Many, Body);
  Jump->eraseFromParent();

  Builder.SetInsertPoint(Many);
  llvm::PHINode *Done = Builder.CreatePHI(Number, 2);
  llvm::DenseMap<llvm::Value *, llvm::Value *> Now;
  llvm::SmallVector<std::pair<llvm::PHINode *, llvm::PHINode *>, 4> Phis;
  for (llvm::PHINode &Phi : Body->phis()) {
    llvm::PHINode *Copy = Builder.CreatePHI(Phi.getType(), 2);
    Copy->addIncoming(Phi.getIncomingValueForBlock(Before), Before);
    Phis.push_back({&Phi, Copy});
    Now[&Phi] = Copy;
  }
  auto Current = [&](llvm::Value *Value) { return Now.count(Value) ? Now.lookup(Value) : Value; };
  llvm::DenseMap<llvm::Value *, Vectors> Read;
  for (unsigned Round = 0; Round < Side; ++Round) {
    for (llvm::Instruction &I : llvm::make_range(Body->getFirstNonPHIIt(), Body->getTerminator()->getIterator())) {
      const Gather *Reads = llvm::find_if(Walk.Gathers, [&](const Gather &Each) { return Each.Whole == &I; });
      if (Reads != Walk.Gathers.end()) {
        Vectors &All = Read[&I];
        if (Round == 0)
          All = readRounds(Builder, llvm::cast<llvm::FixedVectorType>(I.getType()), [&](unsigned Lane) {
            return Reads->Addresses.empty() ? Builder.CreateExtractElement(Current(I.getOperand(0)), Lane) : Current(Reads->Addresses[Lane]);
          });
        Now[&I] = All[Round];
        continue;
      }
      if (Walk.Inner.contains(&I) && (Round > 0 || !llvm::isa<llvm::GetElementPtrInst>(I)))
        continue;
      llvm::Instruction *Copy = I.clone();
      for (llvm::Use &Operand : Copy->operands())
        Operand.set(Current(Operand.get()));
      Builder.Insert(Copy);
      Now[&I] = Copy;
    }
    llvm::SmallVector<llvm::Value *, 4> Next;
    for (auto [Phi, Copy] : Phis)
      Next.push_back(Current(Phi->getIncomingValueForBlock(Body)));
    // What is wanted behind the loop of a phi is what it was in the last round.
    if (Round + 1 < Side)
      for (auto [At, Pair] : llvm::enumerate(Phis))
        Now[Pair.first] = Next[At];
    else
      for (auto [At, Pair] : llvm::enumerate(Phis))
        Pair.second->addIncoming(Next[At], Many);
  }
  llvm::Value *After = Builder.CreateAdd(Done, llvm::ConstantInt::get(Number, Side));
  Done->addIncoming(llvm::ConstantInt::get(Number, 0), Before);
  Done->addIncoming(After, Many);
  Builder.CreateCondBr(Builder.CreateICmpNE(After, Whole), Many, Rest);
  Builder.SetInsertPoint(Rest);
  Builder.CreateCondBr(Builder.CreateICmpEQ(Whole, Rounds), Exit, Body);
  for (auto [Phi, Copy] : Phis)
    Phi->addIncoming(Copy->getIncomingValueForBlock(Many), Rest);
  for (llvm::PHINode &Phi : Exit->phis())
    Phi.addIncoming(Current(Phi.getIncomingValueForBlock(Body)), Rest);
}

} // namespace

void takeAnyStride() {
  auto &Options = llvm::cl::getRegisteredOptions();
  if (auto Found = Options.find("enable-mem-access-versioning"); Found != Options.end())
    Found->second->addOccurrence(1, "enable-mem-access-versioning", "false");
}

llvm::PreservedAnalyses WalkedRows::run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses) {
  auto &Target = Analyses.getResult<llvm::TargetIRAnalysis>(F);
  if (Target.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector).getFixedValue() < 512)
    return llvm::PreservedAnalyses::all();
  llvm::SmallVector<llvm::Loop *, 8> All = Analyses.getResult<llvm::LoopAnalysis>(F).getLoopsInPreorder();
  bool Again = llvm::any_of(All, [](const llvm::Loop *Loop) { return asksAgain(*Loop); });
  if (Again)
    askBefore(F, Analyses);
  auto &Loops = Analyses.getResult<llvm::LoopAnalysis>(F);
  auto &Evolution = Analyses.getResult<llvm::ScalarEvolutionAnalysis>(F);
  auto &Dominators = Analyses.getResult<llvm::DominatorTreeAnalysis>(F);
  llvm::SmallVector<Walk, 4> Found;
  for (llvm::Loop *Loop : Loops.getLoopsInPreorder())
    if (Walk Here{}; Loop->isInnermost() && findWalk(*Loop, Evolution, Here))
      Found.push_back(Here);
  for (const Walk &Walk : Found) {
    llvm::formLCSSA(*Walk.Loop, Dominators, &Loops, &Evolution);
    readAhead(Walk, Evolution);
  }
  return Found.empty() && !Again ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

} // namespace chv
