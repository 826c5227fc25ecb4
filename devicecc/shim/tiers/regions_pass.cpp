#include "tiers/regions_pass.h"
#include "tiers/fission.h"
#include "tiers/lanes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace chv {

namespace {

// What the executor must know, in one word: the memory in bytes for each thread, and for which blocks the function holds.
bool addNeeds(const ThreadCode &Code, uint64_t Bytes) {
  constexpr uint64_t WholeWarps = 1u << 31, OneAxis = 1u << 30, WholeRows = 1u << 29;
  uint64_t Needs = Bytes | (Code.WholeWarps ? WholeWarps : 0) | (Code.OneAxis ? OneAxis : 0) | (Code.OfWarps ? WholeRows : 0);
  llvm::Type *Word = llvm::Type::getInt32Ty(Code.Kernel->getContext());
  new llvm::GlobalVariable(*Code.Kernel->getParent(), Word, /*isConstant=*/true, llvm::GlobalValue::ExternalLinkage,
                           llvm::ConstantInt::get(Word, Needs), Code.Kernel->getName() + "_needs");
  return true;
}

// Beyond this a block's memory would not stay in a cache. Unit: bytes for each thread.
constexpr uint64_t ThreadBytesMax = 16 << 10;

bool cut(ThreadCode &Code, const BlockShape &Shape, bool Masks) {
  if (!Code.Refusal.empty())
    return false;
  Regions Cut(Code);
  if (!Code.Refusal.empty())
    return false;
  bool EndsEarly = llvm::any_of(Cut.all(), [](const Region &Region) { return Region.Ends && !Region.isLast(); });
  if (Code.WholeWarps && EndsEarly)
    Code.refuse("threads may end before lanes exchange values");
  if (!Code.Refusal.empty())
    return false;
  Slots Kept(Code, Cut);
  if (Kept.threadBytes() > ThreadBytesMax) {
    Code.refuse("its threads keep too much memory");
    return false;
  }
  runByRegions(Code, Cut, Kept, Shape, Masks);
  llvm::EliminateUnreachableBlocks(*Code.Kernel);
  if (llvm::verifyFunction(*Code.Kernel)) {
    Code.refuse("its regions came out wrong");
    return false;
  }
  return addNeeds(Code, Kept.threadBytes());
}

// Adds the function for a scope, or says why it cannot.
bool makeRegions(llvm::Function &Entry, const std::string &Name, const BlockShape &Shape, bool Masks, Scope Wanted, std::optional<Scope> &Other, std::string &Refusal) {
  llvm::DenseSet<unsigned> Left;
  for (;;) {
    ThreadCode Code = copyThreadCode(Entry, Name, Shape, Wanted, Left);
    Other = Code.MayBeWarps ? std::optional(Code.OfWarps ? Scope::Blocks : Scope::Warps) : std::nullopt;
    if (cut(Code, Shape, Masks))
      return true;
    Refusal = Code.Refusal;
    Code.Kernel->eraseFromParent();
    if (Code.Strided.empty())
      return false;
    // Perhaps it can be cut if some strided loops stay what they were, or all.
    if (Code.Dropped.empty())
      for (auto [Header, Number] : Code.Strided)
        Code.Dropped.insert(Number);
    Left.insert(Code.Dropped.begin(), Code.Dropped.end());
  }
}

// What the kernel is cut from: itself, or a copy that knows how many lanes a warp has.
llvm::Function *sourceOf(llvm::Function &Entry) { return Entry.getParent()->getFunction((Entry.getName() + ".of32").str()); }

// Cuts it by blocks or by warps, whichever can be done.
bool makeBest(llvm::Function &Entry, bool Masks, std::string &Refusal) {
  llvm::Function *Source = sourceOf(Entry);
  std::string Name = (Entry.getName() + "_regions").str(), Second;
  std::optional<Scope> Other, None;
  bool Made = makeRegions(Source ? *Source : Entry, Name, std::nullopt, Masks, Scope::Best, Other, Refusal);
  if (!Made && Other)
    Made = makeRegions(Source ? *Source : Entry, Name, std::nullopt, Masks, *Other, None, Second);
  if (Source)
    Source->eraseFromParent();
  return Made;
}

} // namespace

llvm::PreservedAnalyses RegionsSourcePass::run(llvm::Module &Module, llvm::ModuleAnalysisManager &) {
  llvm::Function *Size = Module.getFunction("__chv_warp_size");
  for (llvm::Function &Entry : llvm::make_early_inc_range(Module)) {
    bool Fits = Size && Entry.hasFnAttribute("chv-regions") && llvm::any_of(llvm::instructions(Entry), [](const llvm::Instruction &I) {
                  const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
                  return Call && Call->getCalledFunction() && isAmongLanes(Call->getCalledFunction()->getName());
                });
    if (!Fits)
      continue;
    llvm::ValueToValueMapTy Map;
    llvm::Function *Copy = llvm::CloneFunction(&Entry, Map);
    Copy->setName(Entry.getName() + ".of32");
    Copy->removeFnAttr("chv-regions");
    for (llvm::User *User : llvm::make_early_inc_range(Size->users()))
      if (auto *Call = llvm::dyn_cast<llvm::CallInst>(User); Call && Call->getFunction() == Copy) {
        Call->replaceAllUsesWith(llvm::ConstantInt::get(Call->getType(), 32));
        Call->eraseFromParent();
      }
  }
  return llvm::PreservedAnalyses::none();
}

llvm::PreservedAnalyses RegionsPass::run(llvm::Module &Module, llvm::ModuleAnalysisManager &) {
  llvm::SmallVector<llvm::Function *, 1> Entries;
  for (llvm::Function &Function : Module)
    if (Function.hasFnAttribute("chv-regions"))
      Entries.push_back(&Function);
  for (llvm::Function *Entry : Entries) {
    bool Masks = Entry->getFnAttribute("chv-regions").getValueAsString() == "masks";
    Entry->removeFnAttr("chv-regions");
    std::string Refusal;
    if (!makeBest(*Entry, Masks, Refusal))
      Entry->addFnAttr("chv-refusal", Refusal);
  }
  return llvm::PreservedAnalyses::none();
}

} // namespace chv
