#include "tiers/regions_pass.h"
#include "tiers/fission.h"
#include "tiers/inner_axis.h"
#include "tiers/lanes.h"
#include "tiers/loop_remarks.h"
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
void addNeeds(const ThreadCode &Code, uint64_t Bytes) {
  constexpr uint64_t WholeWarps = 1u << 31, OneAxis = 1u << 30, WholeRows = 1u << 29;
  uint64_t Needs = Bytes | (Code.WholeWarps ? WholeWarps : 0) | (Code.OneAxis ? OneAxis : 0) | (Code.OfWarps && !Code.AnyRows ? WholeRows : 0);
  llvm::Type *Word = llvm::Type::getInt32Ty(Code.Kernel->getContext());
  new llvm::GlobalVariable(*Code.Kernel->getParent(), Word, /*isConstant=*/true, llvm::GlobalValue::ExternalLinkage, llvm::ConstantInt::get(Word, Needs),
                           Code.Kernel->getName() + "_needs");
}

// Beyond this a block's memory would not stay in a cache. Unit: bytes for each thread.
constexpr uint64_t ThreadBytesMax = 16 << 10;

// Each thread would keep too much from one barrier to the next. Most of it are arrays.
void refuseMemory(ThreadCode &Code, const Slots &Kept) {
  const llvm::DILocation *Used = nullptr;
  uint64_t Most = 0;
  for (const auto &[Array, Offset] : Kept.arrays()) {
    uint64_t Bytes = Array->getAllocationSize(Code.Kernel->getDataLayout())->getFixedValue();
    if (Bytes <= Most)
      continue;
    Most = Bytes;
    for (const llvm::User *User : Array->users())
      if (const auto *I = llvm::dyn_cast<llvm::Instruction>(User); I && placeOf(*I))
        Used = placeOf(*I);
  }
  std::string Why = ("each thread keeps " + llvm::Twine(Kept.threadBytes()) + " bytes from one barrier to the next, of " + llvm::Twine(ThreadBytesMax) + " at most").str();
  if (Used)
    return Code.refuse(Why + ": " + llvm::Twine(Most) + " for an array that is used at {0}", {Used});
  Code.refuse(Why);
}

// Gives the memory in bytes for each thread; nothing if it cannot be done, and says why.
std::optional<uint64_t> cut(ThreadCode &Code, bool Masks) {
  if (!Code.Refusal.empty())
    return std::nullopt;
  Code.AlongY = liesAlongY(Code);
  Regions Cut(Code);
  if (!Code.Refusal.empty())
    return std::nullopt;
  auto Early = llvm::find_if(Cut.all(), [](const Region &Region) { return Region.Ends && !Region.isLast(); });
  if (Code.WholeWarps && Early != Cut.all().end())
    Code.refuse("threads may end at {0} before lanes exchange values at {1}", {Cut.whereThreadsEnd(*Early), Code.LanesAt});
  if (!Code.Refusal.empty())
    return std::nullopt;
  Slots Kept(Code, Cut);
  if (Kept.threadBytes() > ThreadBytesMax) {
    refuseMemory(Code, Kept);
    return std::nullopt;
  }
  runByRegions(Code, Cut, Kept, std::nullopt, Masks);
  llvm::EliminateUnreachableBlocks(*Code.Kernel);
  if (llvm::verifyFunction(*Code.Kernel)) {
    Code.refuse("its regions came out wrong, which is an error of Chevron's");
    return std::nullopt;
  }
  return Kept.threadBytes();
}

// Adds the function for a scope, and gives the memory in bytes for each thread; nothing if it cannot be done, and `Code` says why.
std::optional<uint64_t> makeRegions(llvm::Function &Entry, const std::string &Name, bool Masks, Scope Wanted, ThreadCode &Code) {
  llvm::DenseSet<unsigned> Left;
  for (;;) {
    Code = copyThreadCode(Entry, Name, std::nullopt, Wanted, Left);
    if (std::optional<uint64_t> Bytes = cut(Code, Masks))
      return Bytes;
    Code.Kernel->eraseFromParent();
    if (Code.Strided.empty())
      return std::nullopt;
    // Perhaps it can be cut if some strided loops stay what they were, or all.
    if (Code.Dropped.empty())
      for (auto [Header, Number] : Code.Strided)
        Code.Dropped.insert(Number);
    Left.insert(Code.Dropped.begin(), Code.Dropped.end());
  }
}

// What the kernel is cut from: itself, or a copy that knows how many lanes a warp has.
llvm::Function *sourceOf(llvm::Function &Entry) { return Entry.getParent()->getFunction((Entry.getName() + ".of32").str()); }

// Cuts it by blocks or by warps, whichever can be done, or remarks why it cannot.
void makeBest(llvm::Function &Entry, bool Masks) {
  llvm::Function *Source = sourceOf(Entry);
  llvm::Function &From = Source ? *Source : Entry;
  std::string Name = (Entry.getName() + "_regions").str();
  ThreadCode Code;
  std::string Why;
  decltype(Code.RefusedAt) At;
  std::optional<uint64_t> Bytes;
  // Without masks lanes that have left a loop would be branches.
  if (Masks)
    Bytes = makeRegions(From, Name, Masks, Scope::PartedWarps, Code);
  if (!Bytes) {
    Bytes = makeRegions(From, Name, Masks, Scope::Best, Code);
    Why = Code.Refusal;
    At = Code.RefusedAt;
  }
  if (!Bytes && Code.MayBeWarps)
    Bytes = makeRegions(From, Name, Masks, Code.OfWarps ? Scope::Blocks : Scope::Warps, Code);
  if (Bytes)
    addNeeds(Code, *Bytes);
  if (Bytes && Code.AlongY)
    remark(*Code.Kernel, "AlongY", "", {});
  if (!Bytes)
    remark(Entry, "refusal", Why, At);
  if (Source)
    Source->eraseFromParent();
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
    makeBest(*Entry, Masks);
  }
  return llvm::PreservedAnalyses::none();
}

} // namespace chv
