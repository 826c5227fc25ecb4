#include "tiers/loop_remarks.h"
#include "tiers/register_tiles.h"
#include "border/safe_points.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"

namespace chv {

namespace {

constexpr llvm::StringLiteral Kept = "chv.remarks", OfThreads = "chv.threads", Vectoriser = "loop-vectorize";

void note(llvm::Function &About, llvm::StringRef Name, llvm::StringRef Text, bool Threads, llvm::ArrayRef<const llvm::DILocation *> At) {
  llvm::LLVMContext &Context = About.getContext();
  auto Word = [&](llvm::StringRef Of) -> llvm::Metadata * { return llvm::MDString::get(Context, Of); };
  llvm::SmallVector<llvm::Metadata *, 8> Parts{Word(Name), Word(Text), Word(About.getName()), Word(Threads ? "threads" : "")};
  for (const llvm::DILocation *Place : At)
    Parts.push_back(const_cast<llvm::DILocation *>(Place));
  About.getParent()->getOrInsertNamedMetadata(Kept)->addOperand(llvm::MDNode::get(Context, Parts));
}

bool isOfThreads(llvm::MDNode *LoopId) { return llvm::findOptionMDForLoopID(LoopId, OfThreads); }

// What describes the loop with this header.
llvm::MDNode *loopIdAt(const llvm::BasicBlock &Header) {
  for (const llvm::BasicBlock *From : llvm::predecessors(&Header))
    if (llvm::MDNode *Found = From->getTerminator()->getMetadata(llvm::LLVMContext::MD_loop))
      return Found;
  return nullptr;
}

llvm::SmallVector<const llvm::DILocation *, 2> placesIn(const llvm::MDNode *LoopId) {
  llvm::SmallVector<const llvm::DILocation *, 2> Found;
  for (const llvm::MDOperand &Part : LoopId->operands())
    if (const auto *Place = llvm::dyn_cast_or_null<llvm::DILocation>(Part.get()))
      Found.push_back(Place);
  return Found;
}

// Keeps what LLVM's vectoriser remarks; all else goes the way it went.
struct Collector : llvm::DiagnosticHandler {
  explicit Collector(const llvm::DiagnosticHandler *Before) {
    if (Before) {
      DiagHandlerCallback = Before->DiagHandlerCallback;
      DiagnosticContext = Before->DiagnosticContext;
    }
  }
  static bool isWanted(llvm::StringRef Pass) {
    safePoint();
    return Pass == Vectoriser;
  }
  bool isAnalysisRemarkEnabled(llvm::StringRef Pass) const override { return isWanted(Pass); }
  bool isMissedOptRemarkEnabled(llvm::StringRef Pass) const override { return isWanted(Pass); }
  bool isPassedOptRemarkEnabled(llvm::StringRef Pass) const override { return isWanted(Pass); }
  bool isAnyRemarkEnabled() const override { return true; }

  bool handleDiagnostics(const llvm::DiagnosticInfo &Info) override {
    const auto *Remark = llvm::dyn_cast<llvm::DiagnosticInfoIROptimization>(&Info);
    if (!Remark)
      return llvm::DiagnosticHandler::handleDiagnostics(Info);
    const auto *Header = llvm::dyn_cast_or_null<llvm::BasicBlock>(Remark->getCodeRegion());
    bool Ours = Header && (Remark->getPassName() == Vectoriser || Remark->getPassName() == llvm::OptimizationRemarkAnalysis::AlwaysPrint);
    if (!Ours)
      return true;
    llvm::MDNode *Id = loopIdAt(*Header);
    llvm::SmallVector<const llvm::DILocation *, 2> At;
    if (Id)
      At = placesIn(Id);
    auto &About = const_cast<llvm::Function &>(*Header->getParent());
    note(About, Remark->getRemarkName(), Remark->getMsg(), isOfThreads(Id), At);
    return true;
  }
};

// The line of the kernel's own text that an instruction comes from, if any.
const llvm::DILocation *userPlace(const llvm::Instruction &I) {
  const llvm::DILocation *Found = nullptr;
  for (const llvm::DILocation *Place = I.getDebugLoc().get(); Place; Place = Place->getInlinedAt())
    if (Place->getLine())
      Found = Place;
  return Found;
}

// The first and the last line that what a loop does to memory comes from, or all that it does if it does nothing to memory.
std::pair<const llvm::DILocation *, const llvm::DILocation *> linesOf(const llvm::Loop &Loop) {
  const llvm::DILocation *First = nullptr, *Last = nullptr;
  for (bool All : {false, true}) {
    for (const llvm::BasicBlock *Block : Loop.blocks())
      for (const llvm::Instruction &I : *Block) {
        const llvm::DILocation *Place = All || I.mayReadOrWriteMemory() ? userPlace(I) : nullptr;
        if (!Place)
          continue;
        if (!First || Place->getLine() < First->getLine())
          First = Place;
        if (!Last || Place->getLine() > Last->getLine())
          Last = Place;
      }
    if (First)
      break;
  }
  return {First, Last};
}

const llvm::DILocation *placeOfLoop(const llvm::Loop &Loop) {
  const llvm::DILocation *Start = Loop.getStartLoc().get();
  return Start && Start->getLine() ? Start : linesOf(Loop).first;
}

// Has the loop's description say where it is.
void locate(llvm::Loop &Loop) {
  llvm::MDNode *Id = Loop.getLoopID();
  auto [First, Last] = linesOf(Loop);
  if (!First)
    return;
  llvm::SmallVector<llvm::Metadata *, 8> Parts{nullptr};
  if (isOfThreads(Id)) {
    Parts.append({const_cast<llvm::DILocation *>(First), const_cast<llvm::DILocation *>(Last)});
  } else {
    Parts.push_back(const_cast<llvm::DILocation *>(placeOfLoop(Loop)));
  }
  if (Id)
    for (const llvm::MDOperand &Part : llvm::drop_begin(Id->operands()))
      if (!llvm::isa_and_nonnull<llvm::DILocation>(Part.get()))
        Parts.push_back(Part.get());
  llvm::MDNode *Made = llvm::MDNode::getDistinct(Loop.getHeader()->getContext(), Parts);
  Made->replaceOperandWith(0, Made);
  Loop.setLoopID(Made);
}

} // namespace

bool isRowLoop(const llvm::Loop &Loop) { return llvm::findOptionMDForLoop(&Loop, "chv.rows"); }

bool isMaskedThreadLoop(const llvm::Loop &Loop) {
  return isOfThreads(Loop.getLoopID()) && llvm::getBooleanLoopAttribute(&Loop, "llvm.loop.vectorize.predicate.enable");
}

void remark(llvm::Function &About, llvm::StringRef Name, llvm::StringRef Text, llvm::ArrayRef<const llvm::DILocation *> At) {
  note(About, Name, Text, /*Threads=*/false, At);
}

std::vector<Remark> remarksOf(const llvm::Module &Module) {
  std::vector<Remark> Found;
  const llvm::NamedMDNode *All = Module.getNamedMetadata(Kept);
  if (!All)
    return Found;
  for (const llvm::MDNode *Node : All->operands()) {
    auto Word = [&](unsigned At) { return llvm::cast<llvm::MDString>(Node->getOperand(At))->getString().str(); };
    Remark &Made = Found.emplace_back(Remark{Word(0), Word(1), Word(2), !Word(3).empty(), {}});
    for (const llvm::MDOperand &Place : llvm::drop_begin(Node->operands(), 4))
      Made.At.push_back(llvm::cast_or_null<llvm::DILocation>(Place.get()));
  }
  return Found;
}

llvm::PreservedAnalyses TellLoops::run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses) {
  for (llvm::Loop *Loop : Analyses.getResult<llvm::LoopAnalysis>(F).getLoopsInPreorder()) {
    if (Loop->getLoopLatch())
      locate(*Loop);
    bool OfThreads = isOfThreads(Loop->getLoopID());
    if (llvm::findOptionMDForLoop(Loop, TileLoop)) {
      auto [First, Last] = linesOf(*Loop);
      note(F, "Tile", "", OfThreads, OfThreads ? llvm::ArrayRef({First, Last}) : llvm::ArrayRef({placeOfLoop(*Loop)}));
    }
    if (!OfThreads)
      continue;
    auto IsOther = [](const llvm::Loop *Inner) { return !isOfThreads(Inner->getLoopID()); };
    if (auto Inner = llvm::find_if(*Loop, IsOther); Inner != Loop->end())
      note(F, "HasLoop", "", /*Threads=*/true, {linesOf(*Loop).first, linesOf(*Loop).second, placeOfLoop(**Inner)});
  }
  llvm::LLVMContext &Context = F.getContext();
  Context.setDiagnosticHandler(std::make_unique<Collector>(Context.getDiagHandlerPtr()));
  return llvm::PreservedAnalyses::all();
}

} // namespace chv
