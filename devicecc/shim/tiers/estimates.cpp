#include "tiers/estimates.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/VFABIDemangler.h"
#include <numeric>

namespace chv {

namespace {

// What functions of many numbers are called, before how many.
constexpr llvm::StringRef OfMany = "__chv_rsqrt_", OfManyLegacy = "__chv_rsqrt_legacy_";
// How many numbers vectors may have: up to those of bytes.
constexpr unsigned Widths[] = {2, 4, 8, 16, 32, 64};
// The narrowest vector of the processor's, and the widest with AVX-512 and without.
constexpr unsigned Least = 4, Most = 16, MostLegacy = 8;

std::string nameOf(unsigned Width, bool Legacy) { return ((Legacy ? OfManyLegacy : OfMany) + llvm::Twine(Width)).str(); }

// Is it the estimate of 12 bits, or of many such?
bool isLegacy(const llvm::CallInst &Call) {
  const llvm::Function *Called = Call.getCalledFunction();
  return Called->getIntrinsicID() == llvm::Intrinsic::amdgcn_rsq_legacy || Called->getName().starts_with(OfManyLegacy);
}

llvm::SmallVector<llvm::CallInst *, 8> callsOf(llvm::Module &Module, llvm::function_ref<bool(const llvm::CallInst &)> Fits) {
  llvm::SmallVector<llvm::CallInst *, 8> Found;
  for (llvm::Function &F : Module)
    for (llvm::Instruction &I : llvm::instructions(F))
      if (auto *Call = llvm::dyn_cast<llvm::CallInst>(&I); Call && Fits(*Call))
        Found.push_back(Call);
  return Found;
}

bool isOfMany(const llvm::CallInst &Call) { return Call.getCalledFunction() && Call.getCalledFunction()->getName().starts_with(OfMany); }

// One instruction.
llvm::Value *estimate(llvm::IRBuilder<> &Builder, llvm::Value *Numbers, bool Legacy) {
  unsigned Width = llvm::cast<llvm::FixedVectorType>(Numbers->getType())->getNumElements();
  if (Legacy)
    return Builder.CreateIntrinsic(Width == 8 ? llvm::Intrinsic::x86_avx_rsqrt_ps_256 : llvm::Intrinsic::x86_sse_rsqrt_ps, {}, {Numbers});
  auto Which = Width == 16  ? llvm::Intrinsic::x86_avx512_rsqrt14_ps_512
               : Width == 8 ? llvm::Intrinsic::x86_avx512_rsqrt14_ps_256
                            : llvm::Intrinsic::x86_avx512_rsqrt14_ps_128;
  llvm::Value *All = llvm::Constant::getAllOnesValue(Builder.getIntNTy(std::max(Width, 8u)));
  return Builder.CreateIntrinsic(Which, {}, {Numbers, llvm::Constant::getNullValue(Numbers->getType()), All});
}

llvm::Value *estimateOne(llvm::IRBuilder<> &Builder, llvm::Value *Number, bool Legacy) {
  auto *Type = llvm::FixedVectorType::get(Number->getType(), Least);
  llvm::Value *Zero = llvm::Constant::getNullValue(Type), *In = Builder.CreateInsertElement(Zero, Number, uint64_t(0));
  llvm::Value *Out = Legacy ? Builder.CreateIntrinsic(llvm::Intrinsic::x86_sse_rsqrt_ss, {}, {In})
                            : Builder.CreateIntrinsic(llvm::Intrinsic::x86_avx512_rsqrt14_ss, {}, {Zero, In, Zero, Builder.getInt8(-1)});
  return Builder.CreateExtractElement(Out, uint64_t(0));
}

llvm::SmallVector<int, 64> inTurn(unsigned First, unsigned Count) {
  llvm::SmallVector<int, 64> All(Count);
  std::iota(All.begin(), All.end(), int(First));
  return All;
}

llvm::Value *estimateMany(llvm::IRBuilder<> &Builder, llvm::Value *Numbers, bool Legacy) {
  unsigned Width = llvm::cast<llvm::FixedVectorType>(Numbers->getType())->getNumElements();
  if (Width < Least) {
    // The places beyond hold the first number again, so that none is in them that is slow.
    llvm::SmallVector<int, 64> Wider = inTurn(0, Width);
    Wider.resize(Least, 0);
    return Builder.CreateShuffleVector(estimate(Builder, Builder.CreateShuffleVector(Numbers, Wider), Legacy), inTurn(0, Width));
  }
  if (Width <= (Legacy ? MostLegacy : Most))
    return estimate(Builder, Numbers, Legacy);
  llvm::Value *Halves[2];
  for (unsigned At = 0; At < 2; ++At)
    Halves[At] = estimateMany(Builder, Builder.CreateShuffleVector(Numbers, inTurn(At * Width / 2, Width / 2)), Legacy);
  return Builder.CreateShuffleVector(Halves[0], Halves[1], inTurn(0, Width));
}

} // namespace

bool isEstimate(const llvm::Instruction &I) {
  const auto *Known = llvm::dyn_cast<llvm::IntrinsicInst>(&I);
  return Known && (Known->getIntrinsicID() == llvm::Intrinsic::amdgcn_rsq || Known->getIntrinsicID() == llvm::Intrinsic::amdgcn_rsq_legacy) && Known->getType()->isFloatTy();
}

llvm::PreservedAnalyses OfferedEstimates::run(llvm::Module &Module, llvm::ModuleAnalysisManager &) {
  llvm::SmallVector<llvm::CallInst *, 8> Calls = callsOf(Module, [](const llvm::CallInst &Call) { return isEstimate(Call); });
  if (Calls.empty())
    return llvm::PreservedAnalyses::all();
  // A processor has the one kind or the other.
  bool Legacy = isLegacy(*Calls.front());
  llvm::Function *OfOne = Calls.front()->getCalledFunction();
  llvm::SmallVector<std::string, 8> Names;
  for (unsigned Width : Widths) {
    auto *Type = llvm::FixedVectorType::get(llvm::Type::getFloatTy(Module.getContext()), Width);
    auto *Many = llvm::cast<llvm::Function>(Module.getOrInsertFunction(nameOf(Width, Legacy), Type, Type).getCallee());
    Many->setAttributes(OfOne->getAttributes());
    Names.push_back(("_ZGV_LLVM_N" + llvm::Twine(Width) + "v_" + OfOne->getName() + "(" + nameOf(Width, Legacy) + ")").str());
  }
  for (llvm::CallInst *Call : Calls)
    llvm::VFABI::setVectorVariantNames(Call, Names);
  return llvm::PreservedAnalyses::none();
}

llvm::PreservedAnalyses TakenEstimates::run(llvm::Module &Module, llvm::ModuleAnalysisManager &) {
  llvm::SmallVector<llvm::CallInst *, 8> Calls = callsOf(Module, [](const llvm::CallInst &Call) { return isEstimate(Call) || isOfMany(Call); });
  for (llvm::CallInst *Call : Calls) {
    llvm::IRBuilder<> Builder(Call);
    llvm::Value *Number = Call->getArgOperand(0);
    bool Legacy = isLegacy(*Call);
    Call->replaceAllUsesWith(Number->getType()->isVectorTy() ? estimateMany(Builder, Number, Legacy) : estimateOne(Builder, Number, Legacy));
    Call->eraseFromParent();
  }
  for (unsigned Width : Widths)
    for (bool Legacy : {false, true})
      if (llvm::Function *Many = Module.getFunction(nameOf(Width, Legacy)))
        Many->eraseFromParent();
  return Calls.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

} // namespace chv
