#include "tiers/near_gathers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

namespace chv {

namespace {

constexpr unsigned DepthMax = 12;
// Places that are read one by one, at most, and lanes for each at least.
constexpr unsigned PlacesMax = 8, LanesMin = 4;

using Numbers = llvm::SmallVector<int64_t, 32>;

// A vector of integers as a number that all lanes have and what each adds.
struct Sum {
  llvm::Value *Common = nullptr; // null: 0
  Numbers Own;
  bool Disjoint = false; // no bit is in both, and no lane's own number is negative: so it holds of parts of the bits too
};

// A vector of addresses: bytes from a common address.
struct Place {
  llvm::Value *Common = nullptr;
  Numbers Own;
};

class Reading {
public:
  explicit Reading(llvm::Instruction &At) : Builder(&At), Layout(At.getModule()->getDataLayout()) {}

  // Adds instructions only for what is used of it; what is not, LLVM drops.
  std::optional<Place> placesOf(llvm::Value *Address, unsigned Depth = DepthMax) {
    unsigned Count = llvm::cast<llvm::FixedVectorType>(Address->getType())->getNumElements();
    if (llvm::Value *Splat = splatOf(Address))
      return Place{Splat, Numbers(Count, 0)};
    auto *Step = llvm::dyn_cast<llvm::GetElementPtrInst>(Address);
    if (!Step || Depth == 0)
      return std::nullopt;
    Place Found{Step->getPointerOperand(), Numbers(Count, 0)};
    if (Found.Common->getType()->isVectorTy()) {
      std::optional<Place> Before = placesOf(Found.Common, Depth - 1);
      if (!Before)
        return std::nullopt;
      Found = std::move(*Before);
    }
    for (auto At = llvm::gep_type_begin(Step), End = llvm::gep_type_end(Step); At != End; ++At)
      if (At.isStruct() || !addIndex(Found, At.getOperand(), int64_t(At.getSequentialElementStride(Layout).getFixedValue()), Depth - 1))
        return std::nullopt;
    return Found;
  }

private:
  llvm::IRBuilder<> Builder;
  const llvm::DataLayout &Layout;

  static llvm::Value *splatOf(llvm::Value *Vector) { return const_cast<llvm::Value *>(llvm::getSplatValue(Vector)); }

  bool addIndex(Place &Found, llvm::Value *Index, int64_t Stride, unsigned Depth) {
    if (!Index->getType()->getScalarType()->isIntegerTy(64))
      return false;
    Sum Sum{Index, {}, false};
    if (Index->getType()->isVectorTy()) {
      std::optional<chv::Sum> Read = sumOf(Index, Depth);
      if (!Read)
        return false;
      Sum = std::move(*Read);
    }
    if (Sum.Common)
      Found.Common = Builder.CreatePtrAdd(Found.Common, Builder.CreateMul(Sum.Common, Builder.getInt64(Stride)));
    for (auto [Own, More] : llvm::zip(Found.Own, Sum.Own))
      Own += More * Stride;
    return true;
  }

  std::optional<Sum> sumOf(llvm::Value *Vector, unsigned Depth) {
    auto *Type = llvm::cast<llvm::FixedVectorType>(Vector->getType());
    unsigned Count = Type->getNumElements(), Width = Type->getScalarSizeInBits();
    if (llvm::Value *Splat = splatOf(Vector))
      return Sum{Splat, Numbers(Count, 0), true};
    if (auto *Fixed = llvm::dyn_cast<llvm::Constant>(Vector))
      return ofConstant(*Fixed, Count);
    auto *I = llvm::dyn_cast<llvm::Instruction>(Vector);
    if (!I || Depth == 0 || (Width != 32 && Width != 64))
      return std::nullopt;
    if (auto *Cast = llvm::dyn_cast<llvm::CastInst>(I))
      return ofCast(*Cast, Depth - 1);
    if (!I->isBinaryOp())
      return std::nullopt;
    std::optional<Sum> Left = sumOf(I->getOperand(0), Depth - 1), Right = Left ? sumOf(I->getOperand(1), Depth - 1) : std::nullopt;
    return Right ? ofOperation(*I, *Left, *Right) : std::nullopt;
  }

  static std::optional<Sum> ofConstant(llvm::Constant &Fixed, unsigned Count) {
    Sum Found{nullptr, {}, true};
    for (unsigned At = 0; At < Count; ++At) {
      auto *Own = llvm::dyn_cast_or_null<llvm::ConstantInt>(Fixed.getAggregateElement(At));
      if (!Own || Own->getValue().isNegative() || Own->getValue().getSignificantBits() > 31)
        return std::nullopt;
      Found.Own.push_back(Own->getSExtValue());
    }
    return Found;
  }

  // Bits of both parts stay where they are.
  std::optional<Sum> ofCast(llvm::CastInst &Cast, unsigned Depth) {
    if (!llvm::isa<llvm::ZExtInst, llvm::SExtInst, llvm::TruncInst>(Cast) || !Cast.getSrcTy()->isVectorTy())
      return std::nullopt;
    if (std::min(Cast.getSrcTy()->getScalarSizeInBits(), Cast.getType()->getScalarSizeInBits()) < 32)
      return std::nullopt;
    std::optional<Sum> Read = sumOf(Cast.getOperand(0), Depth);
    if (!Read || !Read->Disjoint)
      return std::nullopt;
    if (Read->Common)
      Read->Common = Builder.CreateCast(Cast.getOpcode(), Read->Common, Cast.getType()->getScalarType());
    return Read;
  }

  std::optional<Sum> ofOperation(llvm::Instruction &I, Sum &Left, Sum &Right) {
    bool IsFixed = !llvm::isa_and_nonnull<llvm::Instruction, llvm::Argument>(Right.Common) && llvm::all_of(Right.Own, [](int64_t Own) { return Own == 0; });
    auto *Number = IsFixed ? llvm::dyn_cast_or_null<llvm::ConstantInt>(Right.Common) : nullptr;
    switch (I.getOpcode()) {
    case llvm::Instruction::Or:
      if (!llvm::cast<llvm::PossiblyDisjointInst>(I).isDisjoint() || !Left.Disjoint || !Right.Disjoint)
        return std::nullopt;
      return add(Left, Right, /*Disjoint=*/true);
    case llvm::Instruction::Add:
      return add(Left, Right, /*Disjoint=*/false);
    case llvm::Instruction::And:
    case llvm::Instruction::LShr:
      return Number && Left.Disjoint ? ofBits(I, Left, *Number) : std::nullopt;
    case llvm::Instruction::Shl:
    case llvm::Instruction::Mul:
      return Number && Number->getValue().getSignificantBits() < 24 && !Number->isNegative() ? ofProduct(I, Left, *Number) : std::nullopt;
    default:
      return std::nullopt;
    }
  }

  std::optional<Sum> add(Sum &Left, Sum &Right, bool Disjoint) {
    Sum Found{Left.Common ? Left.Common : Right.Common, {}, Disjoint};
    if (Left.Common && Right.Common)
      Found.Common = Builder.CreateAdd(Left.Common, Right.Common);
    for (auto [One, Other] : llvm::zip(Left.Own, Right.Own))
      Found.Own.push_back(One + Other);
    return Found;
  }

  // `and` and `lshr` of both parts.
  std::optional<Sum> ofBits(llvm::Instruction &I, Sum &Left, llvm::ConstantInt &Number) {
    bool Shifts = I.getOpcode() == llvm::Instruction::LShr;
    if (Shifts && Number.getValue().uge(Number.getBitWidth()))
      return std::nullopt;
    for (int64_t &Own : Left.Own)
      Own = Shifts ? Own >> std::min<uint64_t>(Number.getZExtValue(), 63) : Own & Number.getSExtValue();
    if (Left.Common)
      Left.Common = Shifts ? Builder.CreateLShr(Left.Common, &Number) : Builder.CreateAnd(Left.Common, &Number);
    return Left;
  }

  // In numbers of 32 bits it may run over, and then it is no sum of longer ones: casts want disjoint parts.
  std::optional<Sum> ofProduct(llvm::Instruction &I, Sum &Left, llvm::ConstantInt &Number) {
    bool Shifts = I.getOpcode() == llvm::Instruction::Shl;
    if (Shifts && Number.getValue().uge(24))
      return std::nullopt;
    int64_t Factor = Shifts ? int64_t(1) << Number.getZExtValue() : Number.getSExtValue();
    for (int64_t &Own : Left.Own) {
      Own *= Factor;
      if (Own > INT32_MAX)
        return std::nullopt;
    }
    if (Left.Common)
      Left.Common = Builder.CreateMul(Left.Common, llvm::ConstantInt::get(Left.Common->getType(), Factor));
    // Shifted bits stay apart; those that fall out at the top are the common number's alone.
    Left.Disjoint = Left.Disjoint && Shifts;
    return Left;
  }
};

// What the lanes read, made of fewer loads; null where that is no gain.
llvm::Value *read(llvm::IntrinsicInst &Gather, const Place &Found) {
  auto *Type = llvm::cast<llvm::FixedVectorType>(Gather.getType());
  int64_t Bytes = Type->getScalarSizeInBits() / 8, First = *llvm::min_element(Found.Own);
  llvm::Align Align = Gather.getParamAlign(0).valueOrOne();
  llvm::IRBuilder<> Builder(&Gather);
  auto At = [&](int64_t Own) { return Builder.CreatePtrAdd(Found.Common, Builder.getInt64(Own)); };
  unsigned Count = Type->getNumElements();
  if (llvm::all_of(llvm::enumerate(Found.Own), [&](auto Each) { return Each.value() == First + int64_t(Each.index()) * Bytes; }))
    return Builder.CreateAlignedLoad(Type, At(First), std::min(Align, llvm::Align(Bytes)));
  llvm::SmallVector<int64_t, 32> Places(Found.Own.begin(), Found.Own.end());
  llvm::sort(Places);
  Places.erase(llvm::unique(Places), Places.end());
  llvm::SmallVector<int, 32> Which;
  for (int64_t Own : Found.Own)
    Which.push_back(llvm::lower_bound(Places, Own) - Places.begin());
  // `lane % 16` of 32 lanes.
  if (Places.back() - First == int64_t(Places.size() - 1) * Bytes && Places.size() * 2 <= Count) {
    llvm::Type *Part = llvm::FixedVectorType::get(Type->getElementType(), Places.size());
    return Builder.CreateShuffleVector(Builder.CreateAlignedLoad(Part, At(First), std::min(Align, llvm::Align(Bytes))), Which);
  }
  if (Places.size() > PlacesMax || Places.size() * LanesMin > Count)
    return nullptr;
  unsigned Wide = llvm::PowerOf2Ceil(std::max<size_t>(Places.size(), 4));
  llvm::Value *All = llvm::PoisonValue::get(llvm::FixedVectorType::get(Type->getElementType(), Wide));
  for (auto [Number, Own] : llvm::enumerate(Places))
    All = Builder.CreateInsertElement(All, Builder.CreateAlignedLoad(Type->getElementType(), At(Own), std::min(Align, llvm::Align(Bytes))), uint64_t(Number));
  return Builder.CreateShuffleVector(All, Which);
}

bool isOfAll(const llvm::Instruction &I) {
  const auto *Gather = llvm::dyn_cast<llvm::IntrinsicInst>(&I);
  if (!Gather || Gather->getIntrinsicID() != llvm::Intrinsic::masked_gather)
    return false;
  const auto *Mask = llvm::dyn_cast<llvm::Constant>(Gather->getArgOperand(1));
  llvm::Type *Element = Gather->getType()->getScalarType();
  return Mask && Mask->isAllOnesValue() && (Element->isFloatingPointTy() || Element->isIntegerTy());
}

} // namespace

llvm::PreservedAnalyses NearGathers::run(llvm::Function &F, llvm::FunctionAnalysisManager &) {
  llvm::SmallVector<llvm::IntrinsicInst *, 16> Gathers;
  for (llvm::Instruction &I : llvm::instructions(F))
    if (isOfAll(I))
      Gathers.push_back(llvm::cast<llvm::IntrinsicInst>(&I));
  if (Gathers.empty())
    return llvm::PreservedAnalyses::all();
  for (llvm::IntrinsicInst *Gather : Gathers) {
    // Parts of sums may be left of it, where nothing is read from there.
    std::optional<Place> Found = Reading(*Gather).placesOf(Gather->getArgOperand(0));
    llvm::Value *Made = Found ? read(*Gather, *Found) : nullptr;
    if (!Made)
      continue;
    Gather->replaceAllUsesWith(Made);
    Gather->eraseFromParent();
  }
  llvm::PreservedAnalyses Kept;
  Kept.preserveSet<llvm::CFGAnalyses>();
  return Kept;
}

} // namespace chv
