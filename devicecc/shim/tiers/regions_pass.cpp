#include "tiers/regions_pass.h"
#include "tiers/fission.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace chv {

namespace {

// What the executor must know, in one word: the memory in bytes for each thread, and for which blocks the function holds.
bool addNeeds(const ThreadCode &Code, uint64_t Bytes) {
  constexpr uint64_t WholeWarps = 1u << 31, OneAxis = 1u << 30;
  uint64_t Needs = Bytes | (Code.WholeWarps ? WholeWarps : 0) | (Code.OneAxis ? OneAxis : 0);
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

// Adds the function, or says why it cannot.
bool makeRegions(llvm::Function &Entry, const std::string &Name, const BlockShape &Shape, bool Masks, std::string &Refusal) {
  llvm::DenseSet<unsigned> Left;
  for (;;) {
    ThreadCode Code = copyThreadCode(Entry, Name, Shape, Left);
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

} // namespace

llvm::PreservedAnalyses RegionsPass::run(llvm::Module &Module, llvm::ModuleAnalysisManager &) {
  llvm::SmallVector<llvm::Function *, 1> Entries;
  for (llvm::Function &Function : Module)
    if (Function.hasFnAttribute("chv-regions"))
      Entries.push_back(&Function);
  for (llvm::Function *Entry : Entries) {
    bool Masks = Entry->getFnAttribute("chv-regions").getValueAsString() == "masks";
    Entry->removeFnAttr("chv-regions");
    std::string Refusal;
    if (!makeRegions(*Entry, (Entry->getName() + "_regions").str(), std::nullopt, Masks, Refusal))
      Entry->addFnAttr("chv-refusal", Refusal);
  }
  return llvm::PreservedAnalyses::none();
}

} // namespace chv
