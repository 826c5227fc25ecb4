// LLVM's passes and code generation, guarded. The module and the machine come from Rust, through LLVM's C API.
#include "border/chevron_shim.h"
#include "border/guard.h"
#include "border/safe_points.h"
#include "border/text.h"
#include "emission/fused_products.h"
#include "emission/kept_divisions.h"
#include "emission/long_double_constants.h"
#include "sanitize/count_pass.h"
#include "sanitize/watch_pass.h"
#include "tiers/estimates.h"
#include "tiers/jammed_rows.h"
#include "tiers/near_gathers.h"
#include "tiers/near_splats.h"
#include "tiers/walked_rows.h"
#include "tiers/loop_remarks.h"
#include "tiers/regions_pass.h"
#include "tiers/whole_vectors.h"
#include "llvm-c/Core.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/bit.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CodeMetrics.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

namespace {

// Tells the unroller how often to unroll innermost loops: until a body has about as many instructions as
// nvcc makes of it. LLVM stops at a quarter of that on GPUs (n-body: 31 % slower than nvcc's code).
struct UnrollHints : llvm::PassInfoMixin<UnrollHints> {
  static constexpr unsigned InstructionsMax = 300;
  // Up to here LLVM unrolls loops whose number of rounds is known only when they run; nvcc goes on to four rounds of larger ones.
  static constexpr unsigned LlvmInstructionsMax = 75;
  static constexpr unsigned UnknownRounds = 4;

  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses) {
    auto &Loops = Analyses.getResult<llvm::LoopAnalysis>(F);
    if (Loops.empty())
      return llvm::PreservedAnalyses::all();
    auto &Evolution = Analyses.getResult<llvm::ScalarEvolutionAnalysis>(F);
    auto &Target = Analyses.getResult<llvm::TargetIRAnalysis>(F);
    auto &Assumptions = Analyses.getResult<llvm::AssumptionAnalysis>(F);
    for (llvm::Loop *Loop : Loops.getLoopsInPreorder()) {
      // What the user says of a loop holds.
      if (!Loop->isInnermost() || llvm::hasUnrollTransformation(Loop) != llvm::TM_Unspecified)
        continue;
      unsigned Rounds = Evolution.getSmallConstantTripCount(Loop);
      if (!Rounds && !Evolution.hasLoopInvariantBackedgeTakenCount(Loop))
        continue;
      llvm::SmallPtrSet<const llvm::Value *, 32> Ephemeral;
      llvm::CodeMetrics::collectEphemeralValues(Loop, &Assumptions, Ephemeral);
      llvm::UnrollCostEstimator Cost(Loop, Target, Ephemeral, /*BEInsns=*/2);
      if (!Cost.canUnroll() || Cost.Convergence != llvm::ConvergenceKind::None)
        continue;
      if (!Rounds) {
        uint64_t Size = Cost.getRolledLoopSize();
        if (Size * UnknownRounds > LlvmInstructionsMax && Size * UnknownRounds <= InstructionsMax)
          llvm::addStringMetadataToLoop(Loop, "llvm.loop.unroll.count", UnknownRounds);
        continue;
      }
      unsigned Count = llvm::bit_floor(std::max<unsigned>(InstructionsMax / std::max<uint64_t>(Cost.getRolledLoopSize(), 1), 1));
      while (Rounds % Count)
        Count /= 2;
      if (Count > 1)
        llvm::addStringMetadataToLoop(Loop, "llvm.loop.unroll.count", Count);
    }
    return llvm::PreservedAnalyses::all();
  }
};

// Has loops over arrays of one thread unrolled whole: only an array whose every index is a number can be in registers.
struct ArrayHints : llvm::PassInfoMixin<ArrayHints> {
  uint64_t InstructionsMax;
  bool IndexedOnly; // only loops that an array's index depends on, not those around them

  // nvcc goes about as far (products of matrices of 8x8, not of 10x10).
  static ArrayHints ofGpu() { return {{}, 9000, false}; }
  // A processor has 16 or 32 registers, and keeps loops in a cache of its own.
  static ArrayHints ofCpu() { return {{}, 1500, true}; }

  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses) {
    auto &Loops = Analyses.getResult<llvm::LoopAnalysis>(F);
    if (Loops.empty() || !hasArrays(F))
      return llvm::PreservedAnalyses::all();
    auto &Evolution = Analyses.getResult<llvm::ScalarEvolutionAnalysis>(F);
    for (llvm::Loop *Loop : Loops.getLoopsInPreorder())
      if (usesArrays(*Loop, Evolution) && unrolledSize(*Loop, Evolution) <= InstructionsMax)
        llvm::addStringMetadataToLoop(Loop, "llvm.loop.unroll.full", 1);
    return llvm::PreservedAnalyses::all();
  }

private:
  static bool hasArrays(llvm::Function &F) {
    return llvm::any_of(F.getEntryBlock(), [](llvm::Instruction &I) { return llvm::isa<llvm::AllocaInst>(I); });
  }

  bool usesArrays(const llvm::Loop &Loop, llvm::ScalarEvolution &Evolution) const {
    return llvm::any_of(Loop.blocks(), [&](llvm::BasicBlock *Block) {
      return llvm::any_of(*Block, [&](llvm::Instruction &I) {
        llvm::Value *Address = llvm::getLoadStorePointerOperand(&I);
        return Address && llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(Address)) &&
               (!IndexedOnly || !Evolution.isLoopInvariant(Evolution.getSCEV(Address), &Loop));
      });
    });
  }

  // Instructions of the loop without loops. More than the limit if the number of rounds of one is not known, or the user has said how to unroll it.
  uint64_t unrolledSize(llvm::Loop &Loop, llvm::ScalarEvolution &Evolution) const {
    uint64_t Rounds = Evolution.getSmallConstantTripCount(&Loop);
    if (Rounds == 0 || Rounds > InstructionsMax || llvm::hasUnrollTransformation(&Loop) == llvm::TM_Disable ||
        llvm::getOptionalIntLoopAttribute(&Loop, "llvm.loop.unroll.count"))
      return InstructionsMax + 1;
    uint64_t Round = 0;
    for (llvm::Loop *Inner : Loop)
      Round += unrolledSize(*Inner, Evolution);
    for (llvm::BasicBlock *Block : Loop.blocks())
      if (llvm::none_of(Loop, [&](llvm::Loop *Inner) { return Inner->contains(Block); }))
        Round += Block->size();
    return std::min(Round * Rounds, InstructionsMax + 1);
  }
};

// Runs a textual pipeline, in which `chv-unroll-hints`, `chv-array-hints` and `chv-cpu-array-hints` are the passes above and `chv-fuse-products`, `chv-keep-divisions`,
// `chv-tell-loops`, `chv-jam-rows`, `chv-whole-vectors`, `chv-walk-rows`, `chv-near-gathers`, `chv-near-splats`, `chv-regions`, `chv-regions-source`, `chv-offer-estimates`,
// `chv-take-estimates`, `chv-watch` and `chv-count` are those of their files.
llvm::Error runPasses(llvm::Module &Module, llvm::TargetMachine &Machine, llvm::StringRef Pipeline) {
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Components;
  llvm::ModuleAnalysisManager Modules;
  llvm::PassInstrumentationCallbacks Callbacks;
  chv::addSafePoints(Callbacks);
  llvm::PassBuilder Builder(&Machine, llvm::PipelineTuningOptions(), std::nullopt, &Callbacks);
  Builder.registerPipelineParsingCallback(
      [](llvm::StringRef Name, llvm::FunctionPassManager &Passes, llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (Name == "chv-unroll-hints")
          Passes.addPass(UnrollHints());
        else if (Name == "chv-array-hints")
          Passes.addPass(ArrayHints::ofGpu());
        else if (Name == "chv-cpu-array-hints")
          Passes.addPass(ArrayHints::ofCpu());
        else if (Name == "chv-fuse-products")
          Passes.addPass(chv::FusedProducts());
        else if (Name == "chv-keep-divisions")
          Passes.addPass(chv::KeptDivisions());
        else if (Name == "chv-tell-loops")
          Passes.addPass(chv::TellLoops());
        else if (Name == "chv-jam-rows")
          Passes.addPass(chv::JammedRows());
        else if (Name == "chv-whole-vectors")
          Passes.addPass(chv::WholeVectors());
        else if (Name == "chv-walk-rows")
          Passes.addPass(chv::WalkedRows());
        else if (Name == "chv-near-gathers")
          Passes.addPass(chv::NearGathers());
        else if (Name == "chv-near-splats")
          Passes.addPass(chv::NearSplats());
        else
          return false;
        return true;
      });
  Builder.registerPipelineParsingCallback(
      [](llvm::StringRef Name, llvm::ModulePassManager &Passes, llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (Name == "chv-regions")
          Passes.addPass(chv::RegionsPass());
        else if (Name == "chv-regions-source")
          Passes.addPass(chv::RegionsSourcePass());
        else if (Name == "chv-offer-estimates")
          Passes.addPass(chv::OfferedEstimates());
        else if (Name == "chv-take-estimates")
          Passes.addPass(chv::TakenEstimates());
        else if (Name == "chv-watch")
          Passes.addPass(chv::WatchPass());
        else if (Name == "chv-count")
          Passes.addPass(chv::CountPass());
        else
          return false;
        return true;
      });
  chv::foldLongDoubleCalls(Builder);
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  llvm::ModulePassManager Passes;
  if (llvm::Error Wrong = Builder.parsePassPipeline(Passes, Pipeline))
    return Wrong;
  Passes.run(Module, Modules);
  return llvm::Error::success();
}

// Passes of LLVM's that generating PTX does without, by their names: they have no other public identity.
constexpr llvm::StringRef LeftOut[] = {
    // Strength reduction: the driver's assembler does it for registers that it knows, takes loops that LLVM has rewritten for such as it cannot unroll, and the
    // two passes are half of what it takes from bitcode to text (32x32 tiled matmul: 45 million instructions with them, 25 without the first).
    "Loop Strength Reduction", "Straight line strength reduction",
    // The optimiser has run already, and ptxas reassociates addresses again: with the analyses that only these need, a tenth of the time.
    "Nary reassociation", "Canonicalize Freeze Instructions in Loops", "Constant Hoisting",
    // For registers and stack slots that PTX has no end of.
    "Early Tail Duplication", "Optimize machine instruction PHIs", "Merge disjoint stack slots", "Local Stack Slot Allocation", "Stack Slot Coloring",
    "Machine Instruction Scheduler",
    // For what device code does not have: collected memory, Objective-C, stack protectors, traces of calls, debug values, remarks.
    "Create Garbage Collector Module Metadata", "Lower Garbage Collection Instructions", "Shadow Stack GC Lowering",
    "Analyze Machine Code For Garbage Collection", "Fixup Statepoint Caller Saved", "ObjC ARC contraction", "Safe Stack instrumentation pass",
    "Insert stack protectors", "Prepare callbr", "Instrument function entry/exit with calls to e.g. mcount() (post inlining)", "Insert fentry calls",
    "Insert XRay ops", "Live DEBUG_VALUE analysis", "Remove Redundant DEBUG_VALUE analysis", "Machine Sanitizer Binary Metadata",
    "Stack Frame Layout Analysis", "Merge contiguous icmps into a memcmp", "Replace intrinsics with calls to vector library",
    "Partially inline calls to library functions"};

// Passes that a draft's PTX is made without as well. What selects instructions folds most of what these would, within a block, and what coalesces registers and
// removes jumps stays: the assembler takes 30 us an instruction. A 32x32 tiled matmul has 60 instructions so (88 from a generator that does not optimise, which takes 0.1 ms
// less and the assembler 0.4 more; 0.4 ms more with all of these).
constexpr llvm::StringRef LeftOutOfDrafts[] = {
    "SROA", "Early CSE", "Split GEPs to a variadic base and a constant offset for better CSE", "Speculatively execute instructions",
    "Canonicalize natural loops", "Expand memcmp() to load/stores", "GPU Load and Store Vectorizer", "CodeGen Prepare", "NVPTX Tag Invariant Loads",
    "NVPTX IR Peephole", "Early Machine Loop Invariant Code Motion", "Machine Common Subexpression Elimination", "Machine code sinking",
    "Peephole Optimizations", "Branch Probability Basic Block Placement"};

// What generates PTX: LLVM's passes but for those.
class PtxPasses : public llvm::legacy::PassManager {
public:
  explicit PtxPasses(bool OfDraft) : OfDraft(OfDraft) {}

  void add(llvm::Pass *Pass) override {
    llvm::StringRef Name = Pass->getPassName();
    if (llvm::is_contained(LeftOut, Name) || (OfDraft && llvm::is_contained(LeftOutOfDrafts, Name)))
      delete Pass;
    else
      llvm::legacy::PassManager::add(Pass);
  }

private:
  bool OfDraft;
};

} // namespace

// One module's way to code, before there is the module.
struct chv_code_passes {
  llvm::SmallString<0> Code;
  llvm::raw_svector_ostream Stream{Code};
  std::unique_ptr<llvm::legacy::PassManager> Passes;
  bool Good = false; // the machine makes such code

  chv_code_passes(llvm::TargetMachine &Machine, int Kind) {
    bool Object = Kind == CHV_OBJECT;
    Passes = Object ? std::make_unique<llvm::legacy::PassManager>() : std::make_unique<PtxPasses>(Kind == CHV_PTX_OF_DRAFT);
    auto Type = Object ? llvm::CodeGenFileType::ObjectFile : llvm::CodeGenFileType::AssemblyFile;
    Good = !Machine.addPassesToEmitFile(*Passes, Stream, nullptr, Type);
  }
};

static int outcome(bool Survived, std::string Crash, bool Good, std::string Message, chv_text **Error) {
  if (Survived && Good)
    return CHV_GOOD;
  *Error = new chv_text{Survived ? std::move(Message) : std::move(Crash)};
  if (Survived)
    return CHV_FAILED;
  return chv::Watch::stopAsked() ? CHV_STOPPED : CHV_CRASHED;
}

int chv_run_passes(LLVMModuleRef Module, LLVMTargetMachineRef Machine, chv_span Passes, chv_text **Error) {
  llvm::StringRef Pipeline(Passes.data, Passes.size);
  std::string Crash, Message;
  bool Good = false;
  bool Survived = chv::guarded(
      [&] {
        // The C API's references are these pointers.
        auto &Target = *reinterpret_cast<llvm::TargetMachine *>(Machine);
        chv::addSafePoints(llvm::unwrap(Module)->getContext());
        llvm::Error Failure = runPasses(*llvm::unwrap(Module), Target, Pipeline);
        Good = !Failure;
        Message = llvm::toString(std::move(Failure));
      },
      &Crash);
  return outcome(Survived, std::move(Crash), Good, std::move(Message), Error);
}

chv_code_passes *chv_code_passes_new(LLVMTargetMachineRef Machine, int Kind) {
  chv_code_passes *Made = nullptr;
  // The C API's references are these pointers.
  bool Survived = chv::guarded([&] { Made = new chv_code_passes(*reinterpret_cast<llvm::TargetMachine *>(Machine), Kind); });
  return Survived ? Made : nullptr;
}

void chv_code_passes_free(chv_code_passes *Passes) { delete Passes; }

int chv_generate(chv_code_passes *Passes, LLVMModuleRef Module, LLVMTargetMachineRef Machine, chv_text **Code, chv_text **Error) {
  std::string Crash;
  chv_text *Made = nullptr;
  bool Survived = chv::guarded(
      [&] {
        llvm::Module &Source = *llvm::unwrap(Module);
        chv::addSafePoints(Source.getContext());
        Source.setDataLayout(reinterpret_cast<llvm::TargetMachine *>(Machine)->createDataLayout());
        if (Passes->Good) {
          Passes->Passes->run(Source);
          Made = new chv_text{Passes->Code.str().str()};
        }
        delete Passes;
      },
      &Crash);
  if (Survived)
    *Code = Made;
  return outcome(Survived, std::move(Crash), Made, "the target makes no such code", Error);
}
