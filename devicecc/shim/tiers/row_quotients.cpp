#include "tiers/row_quotients.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace chv {

namespace {

// Numbers grow by less from one thread to the next, and a block has 1024 at most: so they run over at most once.
constexpr int64_t StepMax = 1 << 20;
// What is asked for each takes time.
constexpr unsigned QuotientsMax = 16;

// The operation as a division of `operand 0`; no divisor if it is none.
void readDivision(llvm::Instruction &I, bool OfRows, RowQuotient &Found) {
  Found.Division = &I;
  Found.Signed = I.getOpcode() == llvm::Instruction::SDiv || I.getOpcode() == llvm::Instruction::SRem || I.getOpcode() == llvm::Instruction::AShr;
  Found.OfRemainder = I.getOpcode() == llvm::Instruction::SRem || I.getOpcode() == llvm::Instruction::URem || I.getOpcode() == llvm::Instruction::And;
  Found.Divisor = nullptr;
  if (I.isIntDivRem()) {
    if (OfRows || !llvm::isa<llvm::Constant>(I.getOperand(1)))
      Found.Divisor = I.getOperand(1);
    return;
  }
  auto *Number = OfRows && I.isBinaryOp() ? llvm::dyn_cast<llvm::ConstantInt>(I.getOperand(1)) : nullptr;
  if (!Number)
    return;
  const llvm::APInt &Bits = Number->getValue();
  unsigned Width = Bits.getBitWidth();
  if (I.getOpcode() == llvm::Instruction::And && Bits.isMask() && Bits.countr_one() < Width - 1)
    Found.Divisor = llvm::ConstantInt::get(I.getType(), Bits + 1);
  else if ((I.getOpcode() == llvm::Instruction::LShr || I.getOpcode() == llvm::Instruction::AShr) && Bits.ult(Width - 1))
    Found.Divisor = llvm::ConstantInt::get(I.getType(), llvm::APInt::getOneBitSet(Width, Bits.getZExtValue()));
}

} // namespace

RowQuotients findQuotients(const llvm::Loop &Loop, bool OfRows, llvm::ScalarEvolution &Evolution) {
  RowQuotients All;
  llvm::SCEVExpander Expander(Evolution, "");
  for (llvm::BasicBlock *Block : Loop.blocks())
    for (llvm::Instruction &I : *Block) {
      RowQuotient Found;
      if (!I.getType()->isIntegerTy(32) && !I.getType()->isIntegerTy(64))
        continue;
      readDivision(I, OfRows, Found);
      if (!Found.Divisor || !Loop.isLoopInvariant(Found.Divisor))
        continue;
      Found.Number = llvm::dyn_cast<llvm::SCEVAddRecExpr>(Evolution.getSCEV(I.getOperand(0)));
      if (!Found.Number || Found.Number->getLoop() != &Loop || !Found.Number->isAffine() || !Expander.isSafeToExpand(Found.Number->getStart()))
        continue;
      auto *Step = llvm::dyn_cast<llvm::SCEVConstant>(Found.Number->getStepRecurrence(Evolution));
      if (!Step || Step->getAPInt().getSignificantBits() > 32 || Step->getAPInt().getSExtValue() < 1 || Step->getAPInt().getSExtValue() > StepMax)
        continue;
      All.push_back(Found);
      if (All.size() > QuotientsMax)
        return {};
    }
  return All;
}

llvm::SmallVector<KnownQuotient, 8> askForQuotients(const RowQuotients &Quotients, const llvm::SCEV *Jumps, llvm::SCEVExpander &Expander,
                                                     llvm::ScalarEvolution &Evolution, llvm::Instruction *At, llvm::Value *&All) {
  llvm::IRBuilder<> Builder(At);
  llvm::SmallVector<KnownQuotient, 8> Known;
  llvm::DenseMap<std::tuple<const llvm::SCEV *, llvm::Value *, unsigned>, KnownQuotient> Before;
  for (const RowQuotient &Quotient : Quotients) {
    auto [Place, New] = Before.insert({{Quotient.Number, Quotient.Divisor, unsigned(Quotient.Signed)}, {}});
    if (New) {
      llvm::Type *Type = Quotient.Number->getType();
      const llvm::SCEV *Rounds = Evolution.getTruncateOrZeroExtend(Jumps, Type);
      // Frozen: what is asked must hold of the numbers that are used.
      llvm::Value *First = Builder.CreateFreeze(Expander.expandCodeFor(Quotient.Number->getStart(), Type, At->getIterator()));
      llvm::Value *Last = Builder.CreateFreeze(Expander.expandCodeFor(Quotient.Number->evaluateAtIteration(Rounds, Evolution), Type, At->getIterator()));
      llvm::Value *Divisor = Builder.CreateFreeze(Quotient.Divisor), *One = llvm::ConstantInt::get(Type, 1);
      llvm::Value *Zero = llvm::ConstantInt::get(Type, 0);
      llvm::Value *Divides = Quotient.Signed ? Builder.CreateICmpSGT(Divisor, Zero) : Builder.CreateICmpNE(Divisor, Zero);
      llvm::Value *Grows = Quotient.Signed ? Builder.CreateAnd(Builder.CreateICmpSGE(First, Zero), Builder.CreateICmpSLE(First, Last)) : Builder.CreateICmpULE(First, Last);
      Divisor = Builder.CreateSelect(Divides, Divisor, One);
      // Neither is negative if it grows from 0 up.
      Place->second.Quotient = Builder.CreateUDiv(First, Divisor);
      Place->second.Product = Builder.CreateMul(Place->second.Quotient, Divisor);
      llvm::Value *Within = Builder.CreateICmpULT(Builder.CreateSub(Last, Place->second.Product), Divisor);
      All = Builder.CreateAnd(All, Builder.CreateAnd(Divides, Builder.CreateAnd(Grows, Within)));
    }
    Known.push_back(Place->second);
  }
  return Known;
}

RowQuotients findChunked(const llvm::Loop &Loop, unsigned Threads, llvm::ScalarEvolution &Evolution) {
  RowQuotients All = findQuotients(Loop, /*OfRows=*/true, Evolution);
  llvm::erase_if(All, [&](const RowQuotient &Quotient) {
    auto *Divisor = llvm::dyn_cast<llvm::ConstantInt>(Quotient.Divisor);
    return Quotient.Signed || !Divisor || !Divisor->getValue().isPowerOf2() || Divisor->getValue().ult(Threads) || !Quotient.Number->getStepRecurrence(Evolution)->isOne();
  });
  return All;
}

llvm::SmallVector<llvm::Value *, 8> askForChunks(const RowQuotients &Quotients, unsigned Threads, const llvm::SCEV *Jumps, llvm::SCEVExpander &Expander,
                                                 llvm::ScalarEvolution &Evolution, llvm::Instruction *At, llvm::Value *&All) {
  llvm::IRBuilder<> Builder(At);
  llvm::SmallVector<llvm::Value *, 8> Firsts;
  for (const RowQuotient &Quotient : Quotients) {
    llvm::Type *Type = Quotient.Number->getType();
    const llvm::SCEV *Rounds = Evolution.getTruncateOrZeroExtend(Jumps, Type);
    llvm::Value *First = Builder.CreateFreeze(Expander.expandCodeFor(Quotient.Number->getStart(), Type, At->getIterator()));
    llvm::Value *Last = Builder.CreateFreeze(Expander.expandCodeFor(Quotient.Number->evaluateAtIteration(Rounds, Evolution), Type, At->getIterator()));
    llvm::Value *Begins = Builder.CreateIsNull(Builder.CreateAnd(First, llvm::ConstantInt::get(Type, Threads - 1)));
    All = Builder.CreateAnd(All, Builder.CreateAnd(Begins, Builder.CreateICmpULE(First, Last)));
    Firsts.push_back(First);
  }
  return Firsts;
}

KnownQuotient knownInChunk(llvm::IRBuilder<> &Builder, const RowQuotient &Quotient, llvm::Value *First, llvm::Value *Base) {
  llvm::Value *Number = Builder.CreateAdd(First, Builder.CreateZExtOrTrunc(Base, First->getType()));
  llvm::Value *Quotients = Builder.CreateUDiv(Number, Quotient.Divisor);
  return {Quotients, Builder.CreateMul(Quotients, Quotient.Divisor)};
}

void replaceDivision(llvm::Instruction &Division, bool OfRemainder, bool Signed, const KnownQuotient &Known) {
  llvm::Value *Value = Known.Quotient;
  if (OfRemainder)
    Value = llvm::IRBuilder<>(&Division).CreateSub(Division.getOperand(0), Known.Product, "", /*HasNUW=*/true, /*HasNSW=*/Signed);
  Division.replaceAllUsesWith(Value);
  Division.eraseFromParent();
}

} // namespace chv
