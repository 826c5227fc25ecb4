#include "tiers/thread_code.h"
#include "tiers/lanes.h"
#include "tiers/parted_loops.h"
#include "tiers/steps.h"
#include "tiers/strided_loops.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include <map>

namespace chv {

namespace {

// Offsets in `Block` and `Thread` (docs/primitives.md).
constexpr uint64_t ExtentAt = 12, SharedAt = 40, ArgumentsAt = 48, LaneAt = 16;

// Blocks of code beyond this are left to fibers: what is asked of them grows with the square.
constexpr size_t BlocksMax = 600;
// Likewise; every load that may be alike for all threads is compared with every store near it.
constexpr unsigned InstructionsMax = 12'000;

constexpr llvm::StringRef BlockBarrier = "__chv_sync_block";

// Calls of primitives that a region may hold. What prints keeps the order of threads that fibers have.
bool mayStay(llvm::StringRef Name) {
  constexpr llvm::StringRef Known[] = {"__chv_clock",       "__chv_global_timer", "__chv_trap",
                                       "__chv_assert_fail", "__chv_warp_size",    BlockBarrier};
  return !Name.starts_with("__chv_") || isAmongLanes(Name) || isStep(Name) || llvm::is_contained(Known, Name);
}

// What a call of a primitive that no region may hold does, for people.
std::string whatItDoes(llvm::StringRef Name) {
  constexpr std::pair<llvm::StringRef, llvm::StringRef> Known[] = {
      {"__chv_printf", "it prints at {0}, and the lines keep the order that fibers have"},
      {"__chv_printed", "it prints at {0}, and the lines keep the order that fibers have"},
      {"__chv_malloc", "it allocates memory at {0}"},
      {"__chv_free", "it frees memory at {0}"},
      {"__chv_sync_active_mask", "it asks at {0} which lanes are active, which depends on how threads run"},
      {"__chv_sync_match_any", "it looks at {0} for lanes with equal values"},
      {"__chv_sync_match_all", "it looks at {0} for lanes with equal values"},
      {"__chv_sync_block_and", "the barrier at {0} gives what all threads vote"},
      {"__chv_sync_block_or", "the barrier at {0} gives what all threads vote"},
      {"__chv_sync_block_count", "the barrier at {0} gives what all threads vote"},
      {"__chv_sync_named", "the barrier at {0} is one of several that part of a block waits at"},
      {"__chv_sync_grid", "it waits for the whole grid at {0}"},
      {"__chv_sync_cluster", "it waits for its cluster at {0}"},
      {"__chv_sync_cluster_extent", "it asks for its cluster at {0}"},
      {"__chv_sync_cluster_owner", "it asks for its cluster at {0}"},
      {"__chv_sync_cluster_shared", "it reaches another block's shared memory at {0}"},
      {"__chv_sync_yield", "its loop at {0} waits for other threads"}};
  for (auto [Primitive, Words] : Known)
    if (Name == Primitive)
      return Words.str();
  return ("it calls `" + Name + "` at {0}").str();
}

class Preparation {
public:
  Preparation(ThreadCode &Code, const BlockShape &Shape) : Code(Code), Kernel(*Code.Kernel), Shape(Shape) {}

  void run(Scope Wanted, const llvm::DenseSet<unsigned> &Left) {
    checkCode();
    if (!Code.Refusal.empty())
      return;
    dropPromises();
    Code.Start = &Kernel.getEntryBlock();
    Code.Start->setName("start");
    Code.Prologue = llvm::BasicBlock::Create(Kernel.getContext(), "prologue", &Kernel, Code.Start);
    Top = llvm::BranchInst::Create(Code.Start, Code.Prologue);
    takeFields(*Kernel.getArg(0), /*OfThread=*/false);
    takeFields(*Kernel.getArg(1), /*OfThread=*/true);
    for (unsigned Axis = 0; Axis < 3; ++Axis)
      Code.Extent[Axis] = field(false, ExtentAt + 4 * Axis, llvm::Type::getInt32Ty(Kernel.getContext()));
    if (Code.Refusal.empty()) {
      takeParameters();
      takeRoots();
      field(/*OfThread=*/true, LaneAt, llvm::Type::getInt32Ty(Kernel.getContext()));
      if (Wanted == Scope::PartedWarps)
        joinLoops();
      choose(Wanted);
      if (Code.Refusal.empty())
        exchangeAmongLanes(Code, BlockBarrier);
    }
    if (Code.Refusal.empty())
      cutAtSteps(Code, BlockBarrier);
    if (Code.Refusal.empty()) {
      splitAtBarriers();
      turnStridedLoops(Code, Left);
      findWarpSides();
    }
  }

private:
  ThreadCode &Code;
  llvm::Function &Kernel;
  const BlockShape &Shape;
  llvm::Instruction *Top = nullptr;
  std::map<std::pair<bool, uint64_t>, llvm::Value *> Fields;

  void checkCode() {
    if (Kernel.size() > BlocksMax || Kernel.getInstructionCount() > InstructionsMax)
      return Code.refuse("it is too large: " + llvm::Twine(Kernel.getInstructionCount()) + " instructions in " + llvm::Twine(Kernel.size()) +
                         " blocks, of " + llvm::Twine(InstructionsMax) + " and " + llvm::Twine(BlocksMax) + " at most");
    for (llvm::Instruction &I : llvm::instructions(Kernel)) {
      if (I.isTerminator() && !llvm::isa<llvm::BranchInst, llvm::ReturnInst, llvm::UnreachableInst>(I))
        return Code.refuse("its jump at {0} leads to a place that is known only when it runs", {placeOf(I)});
      if (auto *Slot = llvm::dyn_cast<llvm::AllocaInst>(&I); Slot && !Slot->isStaticAlloca())
        return Code.refuse("it takes stack memory while it runs, at {0}", {placeOf(I)});
      const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
      if (!Call || Call->isInlineAsm())
        continue;
      const llvm::Function *Callee = Call->getCalledFunction();
      if (!Callee)
        return Code.refuse("it calls a function by a pointer at {0}", {placeOf(I)});
      if (!Callee->isDeclaration())
        return Code.refuse("the function that it calls at {0} is not inlined: it is recursive, marked `__noinline__`, or called by its address", {placeOf(I)});
      if (!mayStay(Callee->getName()))
        return Code.refuse(whatItDoes(Callee->getName()), {placeOf(I)});
    }
  }

  // What was promised of one thread's accesses is not known of accesses on both sides of a barrier that is no call any more. A slot's lifetime is the
  // thread's.
  void dropPromises() {
    for (llvm::Instruction &I : llvm::make_early_inc_range(llvm::instructions(Kernel))) {
      if (I.isLifetimeStartOrEnd() || llvm::isa<llvm::NoAliasScopeDeclInst>(I)) {
        I.eraseFromParent();
        continue;
      }
      if (I.mayReadOrWriteMemory())
        I.setAAMetadata(llvm::AAMDNodes());
    }
  }

  // The value of a field of `Block` or `Thread`, loaded in the prologue.
  llvm::Value *field(bool OfThread, uint64_t Offset, llvm::Type *Type) {
    if (!OfThread && Shape && Offset >= ExtentAt && Offset < ExtentAt + 12)
      return llvm::ConstantInt::get(Type, (*Shape)[(Offset - ExtentAt) / 4]);
    llvm::Value *&Found = Fields[{OfThread, Offset}];
    if (Found)
      return Found;
    llvm::IRBuilder<> Builder(Top);
    if (OfThread) {
      // Something that the builder does not fold and later passes never see.
      Found = Builder.CreateFreeze(llvm::PoisonValue::get(Type), Offset == LaneAt ? "lane" : "index");
      (Offset == LaneAt ? Code.Lane : Code.Index[Offset / 4]) = Found;
      return Found;
    }
    llvm::Value *At = Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Kernel.getArg(0), Offset);
    llvm::LoadInst *Load = Builder.CreateLoad(Type, At);
    Load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(Kernel.getContext(), {}));
    if (Offset >= ExtentAt && Offset < ExtentAt + 12)
      Load->setMetadata(llvm::LLVMContext::MD_range, llvm::MDBuilder(Kernel.getContext()).createRange(llvm::APInt(32, 1), llvm::APInt(32, 1025)));
    Found = Load;
    if (Offset == SharedAt)
      Code.Shared = Load;
    return Found;
  }

  // Makes all uses of an argument loads of fields.
  void takeFields(llvm::Argument &Argument, bool OfThread) {
    llvm::SmallVector<std::pair<llvm::Instruction *, uint64_t>, 16> Todo;
    auto Push = [&](llvm::Value &Pointer, uint64_t Offset) {
      for (llvm::User *User : Pointer.users())
        Todo.push_back({llvm::cast<llvm::Instruction>(User), Offset});
    };
    Push(Argument, 0);
    llvm::SmallVector<llvm::Instruction *, 16> Dead;
    while (!Todo.empty()) {
      auto [User, Offset] = Todo.pop_back_val();
      llvm::APInt Further(64, Offset);
      if (auto *Gep = llvm::dyn_cast<llvm::GetElementPtrInst>(User);
          Gep && Gep->accumulateConstantOffset(Kernel.getDataLayout(), Further)) {
        Push(*Gep, Further.getZExtValue());
      } else if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(User); Load && fits(*Load, Offset, OfThread)) {
        Load->replaceAllUsesWith(field(OfThread, Offset, Load->getType()));
      } else {
        return Code.refuse("it uses its block's shape or shared memory at {0} in a way that is not known", {placeOf(*User)});
      }
      Dead.push_back(User);
    }
    for (llvm::Instruction *I : llvm::reverse(Dead))
      I->eraseFromParent();
  }

  static bool fits(const llvm::LoadInst &Load, uint64_t Offset, bool OfThread) {
    if (Load.getType()->isPointerTy())
      return !OfThread && (Offset == SharedAt || Offset == ArgumentsAt);
    return Load.getType()->isIntegerTy(32) && (!OfThread || Offset == LaneAt || (Offset < 12 && Offset % 4 == 0));
  }

  // Where nothing waits for all of a block, each warp may be on its own, if its lanes are part of a row.
  void choose(Scope Wanted) {
    Code.HasRows = isUsed(Code.Index[1]);
    if (!calls(isAmongLanes))
      return;
    // Rows of blocks that have several are no warps.
    Code.OneAxis = !isUsed(Code.Index[1]) && !isUsed(Code.Index[2]);
    Code.MayBeWarps = !calls([](llvm::StringRef Name) { return Name == BlockBarrier; });
    Code.AnyRows = Wanted == Scope::PartedWarps && !Code.OneAxis;
    Code.OfWarps = Code.MayBeWarps && (Wanted == Scope::Best ? Code.OneAxis : Wanted != Scope::Blocks);
  }

  bool calls(llvm::function_ref<bool(llvm::StringRef)> Fits) {
    return llvm::any_of(llvm::instructions(Kernel), [&](const llvm::Instruction &I) {
      const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
      return Call && Call->getCalledFunction() && Fits(Call->getCalledFunction()->getName());
    });
  }

  void joinLoops() {
    bool Waits = calls([](llvm::StringRef Name) { return Name == BlockBarrier || isAmongLanes(Name) || isStep(Name); });
    if (Waits || !joinPartedLoops(Code))
      Code.refuse("it has no loop that lanes leave in different rounds");
  }

  static bool isUsed(const llvm::Value *Index) { return Index && !Index->use_empty(); }

  // Loads the parameters in the prologue: they may be read at any time and never change.
  void takeParameters() {
    auto Arguments = Fields.find({false, ArgumentsAt});
    if (Arguments == Fields.end())
      return;
    llvm::SmallVector<std::pair<llvm::Value *, bool>, 16> Todo{{Arguments->second, true}};
    while (!Todo.empty()) {
      auto [Pointer, InArray] = Todo.pop_back_val();
      llvm::SmallVector<llvm::User *, 16> Users(Pointer->users());
      for (llvm::User *User : Users) {
        auto *I = llvm::cast<llvm::Instruction>(User);
        auto *Gep = llvm::dyn_cast<llvm::GetElementPtrInst>(I);
        auto *Load = llvm::dyn_cast<llvm::LoadInst>(I);
        if (Gep && Gep->getPointerOperand() == Pointer && Gep->hasAllConstantIndices()) {
          Gep->moveBefore(Top->getIterator());
          Todo.push_back({Gep, InArray});
        } else if (Load && Load->isSimple()) {
          Load->moveBefore(Top->getIterator());
          Load->dropUnknownNonDebugMetadata();
          if (InArray)
            Todo.push_back({Load, false});
        }
      }
    }
  }

  // Moves what follows from these alone to the prologue.
  void takeRoots() {
    llvm::ReversePostOrderTraversal<llvm::Function *> Order(&Kernel);
    for (llvm::BasicBlock *Block : Order)
      for (llvm::Instruction &I : llvm::make_early_inc_range(*Block)) {
        if (Block == Code.Prologue || llvm::isa<llvm::PHINode, llvm::AllocaInst>(I) || I.isTerminator() || I.getType()->isVoidTy())
          continue;
        bool FromRoots = llvm::all_of(I.operands(), [&](llvm::Value *Operand) { return Code.isRoot(Operand); });
        if (FromRoots && (isOfVariables(I) || (!I.mayReadOrWriteMemory() && llvm::isSafeToSpeculativelyExecute(&I)))) {
          I.moveBefore(Top->getIterator());
          I.dropUnknownNonDebugMetadata({llvm::LLVMContext::MD_invariant_load});
        }
      }
  }

  // Is it a load from the table of variables?
  static bool isOfVariables(const llvm::Instruction &I) {
    const auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I);
    if (!Load || !Load->isSimple() || !Load->hasMetadata(llvm::LLVMContext::MD_invariant_load))
      return false;
    const auto *Table = llvm::dyn_cast<llvm::GlobalVariable>(Load->getPointerOperand()->stripInBoundsConstantOffsets());
    return Table && Table->getName().ends_with("_vars");
  }

  void findWarpSides() {
    llvm::DominatorTree Dominators(Kernel);
    for (WarpSide &Side : Code.WarpSides)
      for (llvm::BasicBlock &Block : Kernel)
        if (Dominators.properlyDominates(Side.Front, &Block) && !Dominators.dominates(Side.End, &Block))
          Side.Blocks.insert(&Block);
  }

  void splitAtBarriers() {
    llvm::SmallVector<llvm::Instruction *, 8> Barriers;
    for (llvm::Instruction &I : llvm::instructions(Kernel))
      if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
        if (Call->getCalledFunction() && Call->getCalledFunction()->getName() == BlockBarrier)
          Barriers.push_back(Call);
    for (llvm::Instruction *Barrier : Barriers) {
      const llvm::DILocation *At = placeOf(*Barrier);
      Code.AfterBarrier.push_back(llvm::SplitBlock(Barrier->getParent(), Barrier->getNextNode()));
      Code.BarrierAt[Code.AfterBarrier.back()] = At;
      auto *Site = llvm::dyn_cast<llvm::ConstantInt>(llvm::cast<llvm::CallBase>(Barrier)->getArgOperand(0));
      if (Code.WholeWarps && Site && Site->getZExtValue() == OfLanes)
        Code.AfterLanes.insert(Code.AfterBarrier.back());
      for (Exchange &Exchange : Code.Exchanges)
        if (Exchange.Cut == Barrier)
          Exchange.Behind = Code.AfterBarrier.back();
      Barrier->eraseFromParent();
    }
  }
};

} // namespace

bool ThreadCode::isRoot(const llvm::Value *Value) const {
  if (const auto *I = llvm::dyn_cast<llvm::Instruction>(Value))
    return I->getParent() == Prologue && !llvm::is_contained(Index, Value) && Value != Lane;
  return llvm::isa<llvm::Constant>(Value) || llvm::isa<llvm::Argument>(Value);
}

bool ThreadCode::isOfWarp(const llvm::Value *Address) const {
  return llvm::any_of(Exchanges, [&](const Exchange &Exchange) { return Exchange.Got == Address && Exchange.Does != Exchange::Shuffle; });
}

unsigned ThreadCode::rowLimit(llvm::Value &Condition, bool IfTrue) const {
  using namespace llvm::PatternMatch;
  auto *Compare = llvm::dyn_cast<llvm::ICmpInst>(&Condition);
  uint64_t Number = 0, Shift = 0, Divisor = 0;
  if (!Index[0] || !Compare || !match(Compare->getOperand(1), m_ConstantInt(Number)) || Number > 1024)
    return 0;
  llvm::Value *X = Compare->getOperand(0);
  // x is no negative number, so nothing else comes of making it wider.
  match(X, m_ZExtOrSExt(m_Value(X)));
  if (match(X, m_LShr(m_Specific(Index[0]), m_ConstantInt(Shift))))
    Divisor = Shift < 10 ? 1 << Shift : 0;
  else if (X == Index[0])
    Divisor = 1;
  else if (!match(X, m_UDiv(m_Specific(Index[0]), m_ConstantInt(Divisor))) || Divisor > 1024)
    return 0;
  // x is far below 2^31, so signed and unsigned are the same.
  uint64_t Limit = 0;
  switch (IfTrue ? Compare->getPredicate() : Compare->getInversePredicate()) {
  case llvm::CmpInst::ICMP_ULT:
  case llvm::CmpInst::ICMP_SLT:
    Limit = Number;
    break;
  case llvm::CmpInst::ICMP_ULE:
  case llvm::CmpInst::ICMP_SLE:
    Limit = Number + 1;
    break;
  case llvm::CmpInst::ICMP_EQ:
    Limit = Number == 0;
    break;
  default:
    return 0;
  }
  return Limit * Divisor;
}

llvm::Function *barrierOf(const ThreadCode &Code, llvm::StringRef Name) {
  llvm::Module &Module = *Code.Kernel->getParent();
  if (llvm::Function *Found = Module.getFunction(Name))
    return Found;
  llvm::LLVMContext &Context = Module.getContext();
  auto *Type = llvm::FunctionType::get(llvm::Type::getVoidTy(Context), {llvm::Type::getInt32Ty(Context)}, false);
  return llvm::Function::Create(Type, llvm::GlobalValue::ExternalLinkage, Name, Module);
}

void ThreadCode::refuse(const llvm::Twine &Why, llvm::ArrayRef<const llvm::DILocation *> At) {
  if (!Refusal.empty())
    return;
  Refusal = Why.str();
  RefusedAt.assign(At.begin(), At.end());
}

static const llvm::DILocation *ownPlaceOf(const llvm::Instruction &I) {
  const llvm::DILocation *Place = I.getDebugLoc().get();
  return Place && Place->getLine() ? Place : nullptr;
}

const llvm::DILocation *placeOf(const llvm::Instruction &I) {
  if (const llvm::DILocation *Own = ownPlaceOf(I))
    return Own;
  // A branch is where its condition is.
  for (const llvm::Value *Operand : I.operands())
    if (const auto *From = llvm::dyn_cast<llvm::Instruction>(Operand); From && ownPlaceOf(*From))
      return ownPlaceOf(*From);
  for (const llvm::Instruction *At = I.getPrevNode(); At; At = At->getPrevNode())
    if (const llvm::DILocation *Near = ownPlaceOf(*At))
      return Near;
  for (const llvm::Instruction *At = I.getNextNode(); At; At = At->getNextNode())
    if (const llvm::DILocation *Near = ownPlaceOf(*At))
      return Near;
  return nullptr;
}

const llvm::DILocation *placeOf(const llvm::BasicBlock &Block) {
  for (const llvm::Instruction &I : Block)
    if (const llvm::DILocation *Place = ownPlaceOf(I))
      return Place;
  return nullptr;
}

ThreadCode copyThreadCode(llvm::Function &Entry, llvm::StringRef Name, const BlockShape &Shape, Scope Wanted, const llvm::DenseSet<unsigned> &Left) {
  ThreadCode Code;
  llvm::ValueToValueMapTy Map;
  Code.Kernel = llvm::CloneFunction(&Entry, Map);
  Code.Kernel->setName(Name);
  llvm::AttributeMask OfThread;
  for (llvm::Attribute::AttrKind Kind : {llvm::Attribute::ReadOnly, llvm::Attribute::NonNull, llvm::Attribute::NoUndef})
    OfThread.addAttribute(Kind);
  Code.Kernel->getArg(1)->removeAttrs(OfThread);
  Code.Kernel->getArg(1)->setName("context");
  Code.Kernel->removeFnAttr(llvm::Attribute::Memory);
  Preparation(Code, Shape).run(Wanted, Left);
  return Code;
}

} // namespace chv
