#include "tiers/strides.h"
#include "llvm/IR/PatternMatch.h"

namespace chv {

namespace {

using namespace llvm::PatternMatch;

constexpr unsigned DepthMax = 12;
// A thread's own part stays far below what 32 bits hold.
constexpr uint64_t OwnLimit = 1 << 28;
// `threadIdx` and the lane are below.
constexpr uint64_t IndexMax = 1023, LaneMax = 63, ExtentMax = 1024;

} // namespace

// Is it made of what differs for each thread? What is read or chosen counts as common: whether it is others find out.
bool Strides::isOwn(const llvm::Value *Value, unsigned Depth) const {
  if (llvm::is_contained(Code.Index, Value) || Value == Code.Lane)
    return true;
  const auto *I = llvm::dyn_cast<llvm::Instruction>(Value);
  if (!I || Code.isRoot(I) || llvm::isa<llvm::PHINode, llvm::LoadInst, llvm::CallBase>(I))
    return false;
  return Depth >= DepthMax || llvm::any_of(I->operands(), [&](const llvm::Value *Operand) { return isOwn(Operand, Depth + 1); });
}

std::optional<uint64_t> Strides::factorMax(const llvm::Value *Factor) const {
  if (const auto *Number = llvm::dyn_cast<llvm::ConstantInt>(Factor); Number && Number->getValue().ult(OwnLimit))
    return Number->getZExtValue();
  if (const auto *Cast = llvm::dyn_cast<llvm::CastInst>(Factor); Cast && llvm::isa<llvm::ZExtInst, llvm::SExtInst>(Cast))
    Factor = Cast->getOperand(0);
  if (llvm::is_contained(Code.Extent, Factor))
    return ExtentMax;
  return std::nullopt;
}

// The most that a value is which is no sum: the lane, or part of an index.
std::optional<uint64_t> Strides::mostOf(const llvm::Value *Value, unsigned Depth) const {
  uint64_t Number;
  llvm::Value *Part;
  if (llvm::is_contained(Code.Index, Value))
    return IndexMax;
  if (Value == Code.Lane)
    return LaneMax;
  if (match(Value, m_And(m_Value(), m_ConstantInt(Number))))
    return Number;
  if (match(Value, m_URem(m_Value(), m_ConstantInt(Number))) && Number > 0)
    return Number - 1;
  if (Depth < DepthMax && (match(Value, m_LShr(m_Value(Part), m_ConstantInt(Number))) || match(Value, m_UDiv(m_Value(Part), m_Value()))))
    return mostOf(Part, Depth + 1);
  return std::nullopt;
}

llvm::Value *Strides::staysWithin(llvm::Value *Base, uint64_t OwnMax, bool Signed) {
  unsigned Bits = Base->getType()->getScalarSizeInBits();
  llvm::APInt Most = (Signed ? llvm::APInt::getSignedMaxValue(Bits) : llvm::APInt::getMaxValue(Bits)) - OwnMax;
  llvm::Value *Limit = Builder.getInt(Most);
  return Signed ? Builder.CreateICmpSLT(Base, Limit) : Builder.CreateICmpULT(Base, Limit);
}

std::optional<Stride> Strides::sum(const Stride &Left, const Stride &Right) {
  Stride Sum = Left;
  if (Right.Base)
    Sum.Base = Left.Base ? Builder.CreateAdd(Left.Base, Right.Base) : Right.Base;
  if (Right.Own)
    Sum.Own = Left.Own ? Builder.CreateAdd(Left.Own, Right.Own, "", true, true) : Right.Own;
  Sum.OwnMax += Right.OwnMax;
  return Sum.OwnMax < OwnLimit ? std::optional(Sum) : std::nullopt;
}

std::optional<Stride> Strides::product(const Stride &Left, llvm::Value *Factor) {
  std::optional<uint64_t> Most = factorMax(Factor);
  if (!Most)
    return std::nullopt;
  Stride Product = Left;
  if (Left.Base)
    Product.Base = Builder.CreateMul(Left.Base, Factor);
  if (Left.Own)
    Product.Own = Builder.CreateMul(Left.Own, Factor, "", true, true);
  Product.OwnMax = Left.OwnMax * *Most;
  return Product.OwnMax < OwnLimit ? std::optional(Product) : std::nullopt;
}

// What is made wider is the sum of both parts made wider only if the sum fits into the narrower type.
std::optional<Stride> Strides::wider(llvm::CastInst &Cast, unsigned Depth) {
  std::optional<Stride> Narrow = split(Cast.getOperand(0), Depth + 1);
  if (!Narrow)
    return std::nullopt;
  bool Signed = llvm::isa<llvm::SExtInst>(Cast);
  Stride Wide = *Narrow;
  if (Wide.Base) {
    llvm::Value *Fits = staysWithin(Wide.Base, Wide.OwnMax, Signed);
    Condition = Condition ? Builder.CreateAnd(Condition, Fits) : Fits;
    Wide.Base = Signed ? Builder.CreateSExt(Wide.Base, Cast.getType()) : Builder.CreateZExt(Wide.Base, Cast.getType());
  }
  if (Wide.Own)
    Wide.Own = Builder.CreateZExt(Wide.Own, Cast.getType(), "", /*IsNonNeg=*/true);
  return Wide;
}

std::optional<Stride> Strides::split(llvm::Value *Value, unsigned Depth) {
  if (Depth >= DepthMax || !Value->getType()->isIntegerTy() || Value->getType()->getIntegerBitWidth() < 32)
    return std::nullopt;
  if (!isOwn(Value, 0))
    return Stride{Value, nullptr, 0};
  if (std::optional<uint64_t> Most = mostOf(Value, 0); Most && *Most < OwnLimit)
    return Stride{nullptr, Value, *Most};
  llvm::Value *Left, *Right;
  uint64_t Shift;
  if (match(Value, m_Add(m_Value(Left), m_Value(Right))) || match(Value, m_DisjointOr(m_Value(Left), m_Value(Right)))) {
    std::optional<Stride> One = split(Left, Depth + 1), Other = split(Right, Depth + 1);
    return One && Other ? sum(*One, *Other) : std::nullopt;
  }
  if (match(Value, m_Sub(m_Value(Left), m_Value(Right))) && !isOwn(Right, 0)) {
    std::optional<Stride> One = split(Left, Depth + 1);
    return One ? sum(*One, {Builder.CreateNeg(Right), nullptr, 0}) : std::nullopt;
  }
  if (match(Value, m_Mul(m_Value(Left), m_Value(Right)))) {
    if (isOwn(Right, 0))
      std::swap(Left, Right);
    std::optional<Stride> One = isOwn(Right, 0) ? std::nullopt : split(Left, Depth + 1);
    return One ? product(*One, Right) : std::nullopt;
  }
  if (match(Value, m_Shl(m_Value(Left), m_ConstantInt(Shift))) && Shift < 24) {
    std::optional<Stride> One = split(Left, Depth + 1);
    return One ? product(*One, llvm::ConstantInt::get(Value->getType(), uint64_t(1) << Shift)) : std::nullopt;
  }
  if (auto *Cast = llvm::dyn_cast<llvm::CastInst>(Value); Cast && llvm::isa<llvm::ZExtInst, llvm::SExtInst>(Cast))
    return wider(*Cast, Depth);
  return std::nullopt;
}

} // namespace chv
