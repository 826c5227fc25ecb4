#include "sanitize/watch_pass.h"
#include "sanitize/objects.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace chv {

namespace {

constexpr StringLiteral CallPrefix = "__chv_watch_";

// What the executor is told of an access beside its place, in one word; jit/src/sanitizer/what.rs reads it.
struct What {
  uint64_t Bytes;
  Align Alignment;
  bool Volatile = false;
  bool ValueKnown = false;
  ObjectKind Within = ObjectKind::None;
  enum { Reads = 0, Writes = 1, Both = 2 } How = Reads;
  bool MayBeUnused = false;
  bool LooksAhead = false;

  static constexpr uint64_t BytesMax = 0xffff;
  uint32_t word() const {
    return uint32_t(std::min(Bytes, BytesMax)) | Log2(Alignment) << 16 | unsigned(LooksAhead) << 21 | unsigned(Volatile) << 24 | unsigned(ValueKnown) << 25 |
           unsigned(Within) << 26 | unsigned(How) << 29 |
           unsigned(MayBeUnused) << 31;
  }
};

// An argument by which a function of the math library gives a result.
struct Output {
  StringLiteral Function;
  unsigned Argument;
  uint64_t Bytes;
};
constexpr Output Outputs[] = {{"sincos", 1, 8}, {"sincos", 2, 8}, {"sincosf", 1, 4}, {"sincosf", 2, 4}, {"frexp", 1, 4}, {"frexpf", 1, 4},
                              {"modf", 1, 8}, {"modff", 1, 4}, {"remquo", 2, 4}, {"remquof", 2, 4}, {"lgamma_r", 1, 4}, {"lgammaf_r", 1, 4}};

class Watcher {
public:
  explicit Watcher(Module &M) : M(M), Layout(M.getDataLayout()), Build(M.getContext()) {
    Pointer = PointerType::getUnqual(M.getContext());
    Word = Type::getInt32Ty(M.getContext());
    Long = Type::getInt64Ty(M.getContext());
    None = Type::getVoidTy(M.getContext());
  }

  // True if something was added.
  bool run() {
    SmallVector<Instruction *, 64> Accesses;
    for (Function &F : M) {
      if (F.isDeclaration())
        continue;
      DominatorTree Earlier(F);
      PostDominatorTree Later(F);
      for (Instruction &I : instructions(F)) {
        if (I.mayReadOrWriteMemory() || isa<FenceInst>(I))
          Accesses.push_back(&I);
        if (isa<LoadInst>(I) && !isComputedWith(I, I, Later))
          Unused.insert(&I);
        if (Value *Address = addressOfAtomic(I))
          for (User *It : Address->users())
            if (auto *Load = dyn_cast<LoadInst>(It); Load && Load->getFunction() == &F && Earlier.dominates(Load, &I))
              LookAhead.insert(Load);
      }
    }
    for (Instruction *I : Accesses)
      watch(*I);
    return !Accesses.empty();
  }

private:
  Module &M;
  const DataLayout &Layout;
  IRBuilder<> Build;
  PointerType *Pointer;
  Type *Word, *Long, *None;
  uint32_t Places = 0;
  // Loads of values that nothing may ever be computed with, and loads before an atomic of the same place, which goes by what it finds there.
  SmallPtrSet<Instruction *, 16> Unused, LookAhead;

  static Value *addressOfAtomic(Instruction &I) {
    if (auto *Atomic = dyn_cast<AtomicRMWInst>(&I))
      return Atomic->getPointerOperand();
    auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I);
    return Exchange ? Exchange->getPointerOperand() : nullptr;
  }

  // Is something computed with a value, or stored, whichever way the thread goes on? What is only handed on (the cells of a tile beyond an edge) is nobody's
  // mistake as long as nobody looks at it.
  static bool isComputedWith(Instruction &Value, Instruction &Load, const PostDominatorTree &Later) {
    for (User *It : Value.users()) {
      auto *I = cast<Instruction>(It);
      if (isa<PHINode>(I) || isa<SelectInst>(I))
        continue;
      bool HandsOn = isa<CastInst>(I) || isa<FreezeInst>(I) || isa<ExtractElementInst>(I) || isa<ExtractValueInst>(I) || isa<InsertElementInst>(I);
      if (HandsOn ? isComputedWith(*I, Load, Later) : Later.dominates(I->getParent(), Load.getParent()))
        return true;
    }
    return false;
  }

  CallInst *call(StringRef Name, Type *Result, ArrayRef<Value *> Arguments) {
    SmallVector<Type *, 5> Types;
    for (Value *It : Arguments)
      Types.push_back(It->getType());
    FunctionCallee Callee = M.getOrInsertFunction((CallPrefix + Name).str(), FunctionType::get(Result, Types, false));
    cast<Function>(Callee.getCallee())->setDoesNotThrow();
    return Build.CreateCall(Callee, Arguments);
  }

  Value *word(uint32_t Value) { return ConstantInt::get(Word, Value); }

  void watch(Instruction &I) {
    Build.SetInsertPoint(&I);
    if (auto *Load = dyn_cast<LoadInst>(&I))
      watchLoad(*Load);
    else if (auto *Store = dyn_cast<StoreInst>(&I))
      watchStore(*Store);
    else if (auto *Atomic = dyn_cast<AtomicRMWInst>(&I))
      watchAtomic(I, AtomicRMWInst::getPointerOperandIndex(), Atomic->getValOperand()->getType(), Atomic->getAlign());
    else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
      watchAtomic(I, AtomicCmpXchgInst::getPointerOperandIndex(), Exchange->getCompareOperand()->getType(), Exchange->getAlign());
    else if (auto *Fence = dyn_cast<FenceInst>(&I)) {
      if (Fence->getSyncScopeID() != SyncScope::SingleThread)
        call("fence", None, {});
    } else if (auto *Transfer = dyn_cast<MemTransferInst>(&I))
      watchCopy(I, Transfer->getRawDest(), Transfer->getRawSource(), Transfer->getLength(), Transfer->getDestAlign(), Transfer->getSourceAlign());
    else if (auto *Set = dyn_cast<MemSetInst>(&I))
      watchFill(I, Set->getRawDest(), Set->getValue(), Set->getLength());
    else if (auto *Call = dyn_cast<CallInst>(&I))
      watchCall(*Call);
  }

  static bool isCalled(LoadInst &Load) {
    return any_of(Load.users(), [&](User *It) {
      auto *Call = dyn_cast<CallBase>(It);
      return Call && Call->getCalledOperand() == &Load;
    });
  }

  // Checks an access against the object that it is known to be within; what is private needs no more.
  Value *checked(Value *Address, const Object &Within, What It) {
    if (!Within.hasBounds() || (Within.Bytes && isWithin(Within, Address, It.Bytes, Layout)))
      return Address;
    It.Within = Within.Kind;
    Value *Bytes = ConstantInt::get(Long, Within.Bytes);
    return call("object", Pointer, {Address, word(Places++), word(It.word()), Within.Base, Bytes});
  }

  void watchLoad(LoadInst &Load) {
    Value *Address = Load.getPointerOperand();
    Object Within = objectOf(Address, Layout);
    // Tables of virtual functions lie in kernels' code objects.
    if (Within.Kind == ObjectKind::Parameter || isCalled(Load))
      return;
    What It{Layout.getTypeStoreSize(Load.getType()).getFixedValue(), Load.getAlign(), Load.isVolatile()};
    It.MayBeUnused = Unused.contains(&Load);
    It.LooksAhead = LookAhead.contains(&Load);
    Value *Good = checked(Address, Within, It);
    if (!Within.isPrivate())
      Good = call(Load.isAtomic() ? "atomic_load" : "load", Pointer, {Good, word(Places++), word(It.word())});
    use(Load, LoadInst::getPointerOperandIndex(), Good);
    if (!Load.isAtomic())
      Load.setAlignment(Align(1));
    forgetPromises(Load);
  }

  void watchStore(StoreInst &Store) {
    Value *Address = Store.getPointerOperand();
    Object Within = objectOf(Address, Layout);
    if (Within.Kind == ObjectKind::Parameter)
      return;
    Type *Stored = Store.getValueOperand()->getType();
    What It{Layout.getTypeStoreSize(Stored).getFixedValue(), Store.getAlign(), Store.isVolatile()};
    It.How = What::Writes;
    Value *Good = checked(Address, Within, It);
    if (!Within.isPrivate()) {
      Value *Bits = bits(Store.getValueOperand());
      It.ValueKnown = Bits;
      Value *Given = Bits ? Bits : ConstantInt::get(Long, 0);
      Good = call(Store.isAtomic() ? "atomic" : "store", Pointer, {Good, word(Places++), word(It.word()), Given});
    }
    use(Store, StoreInst::getPointerOperandIndex(), Good);
    if (!Store.isAtomic())
      Store.setAlignment(Align(1));
    forgetPromises(Store);
  }

  void watchAtomic(Instruction &I, unsigned Operand, Type *Of, Align Alignment) {
    Value *Address = I.getOperand(Operand);
    Object Within = objectOf(Address, Layout);
    What It{Layout.getTypeStoreSize(Of).getFixedValue(), Alignment};
    It.How = What::Both;
    Value *Good = checked(Address, Within, It);
    if (!Within.isPrivate())
      Good = call("atomic", Pointer, {Good, word(Places++), word(It.word()), ConstantInt::get(Long, 0)});
    use(I, Operand, Good);
  }

  // The value as a number of 64 bits; none if it has more.
  Value *bits(Value *It) {
    Type *Of = It->getType();
    if (Of->isPointerTy())
      return Build.CreatePtrToInt(It, Long);
    if (Of->isAggregateType() || Layout.getTypeSizeInBits(Of).getFixedValue() > 64)
      return nullptr;
    Type *Number = Build.getIntNTy(Layout.getTypeSizeInBits(Of).getFixedValue());
    if (Of->isPtrOrPtrVectorTy())
      return nullptr;
    return Build.CreateZExt(Of->isIntegerTy() ? It : Build.CreateBitCast(It, Number), Long);
  }

  static void use(Instruction &I, unsigned Operand, Value *Address) { I.setOperand(Operand, Address); }

  // What holds of the user's address need not hold of the one in its place.
  static void forgetPromises(Instruction &I) {
    for (unsigned Kind : {unsigned(LLVMContext::MD_invariant_load), unsigned(LLVMContext::MD_tbaa), unsigned(LLVMContext::MD_noalias),
                          unsigned(LLVMContext::MD_alias_scope), unsigned(LLVMContext::MD_range), unsigned(LLVMContext::MD_nonnull),
                          unsigned(LLVMContext::MD_noundef), unsigned(LLVMContext::MD_align), unsigned(LLVMContext::MD_dereferenceable)})
      I.setMetadata(Kind, nullptr);
  }

  // Bits that say which sides of a copy the executor checks: the target, the source. The next bytes say what their addresses are multiples of, as powers of 2.
  static constexpr uint32_t ChecksTarget = 1, ChecksSource = 2;

  void watchCopy(Instruction &I, Value *Target, Value *Source, Value *Bytes, MaybeAlign TargetAlign, MaybeAlign SourceAlign) {
    Object To = objectOf(Target, Layout), From = objectOf(Source, Layout);
    uint32_t Sides = (isSafe(To, Target, Bytes) ? 0 : ChecksTarget) | (isSafe(From, Source, Bytes) ? 0 : ChecksSource);
    if (!Sides)
      return;
    Sides |= Log2(TargetAlign.valueOrOne()) << 8 | Log2(SourceAlign.valueOrOne()) << 16;
    Value *Length = Build.CreateZExtOrTrunc(Bytes, Long);
    call("copy", None, {Target, Source, Length, word(Places++), word(Sides)});
    I.eraseFromParent();
  }

  void watchFill(Instruction &I, Value *Target, Value *Byte, Value *Bytes) {
    Object To = objectOf(Target, Layout);
    if (isSafe(To, Target, Bytes))
      return;
    Value *Length = Build.CreateZExtOrTrunc(Bytes, Long);
    call("fill", None, {Target, Build.CreateZExt(Byte, Word), Length, word(Places++)});
    I.eraseFromParent();
  }

  // Nobody else sees it, and it is known to be good or cannot be known.
  bool isSafe(const Object &It, Value *Address, Value *Bytes) {
    if (!It.isPrivate())
      return false;
    auto *Known = dyn_cast<ConstantInt>(Bytes);
    return !It.hasBounds() || (Known && isWithin(It, Address, Known->getZExtValue(), Layout));
  }

  // Functions of the C and math libraries that read or write memory they are given.
  void watchCall(CallInst &Call) {
    Function *Callee = Call.getCalledFunction();
    if (!Callee || !Callee->isDeclaration() || Callee->isIntrinsic())
      return;
    StringRef Name = Callee->getName();
    if (Name == "memcpy" || Name == "memmove")
      return replaceCopy(Call);
    if (Name == "memset" && Call.arg_size() == 3) {
      Value *Byte = Build.CreateTrunc(Call.getArgOperand(1), Build.getInt8Ty());
      Call.replaceAllUsesWith(Call.getArgOperand(0));
      return watchFillCall(Call, Byte);
    }
    for (const Output &It : Outputs)
      if (Name == It.Function)
        watchOutput(Call, It.Argument, It.Bytes);
  }

  void replaceCopy(CallInst &Call) {
    Call.replaceAllUsesWith(Call.getArgOperand(0));
    Value *Length = Build.CreateZExtOrTrunc(Call.getArgOperand(2), Long);
    call("copy", None, {Call.getArgOperand(0), Call.getArgOperand(1), Length, word(Places++), word(ChecksTarget | ChecksSource)});
    Call.eraseFromParent();
  }

  void watchFillCall(CallInst &Call, Value *Byte) {
    Value *Length = Build.CreateZExtOrTrunc(Call.getArgOperand(2), Long);
    call("fill", None, {Call.getArgOperand(0), Build.CreateZExt(Byte, Word), Length, word(Places++)});
    Call.eraseFromParent();
  }

  void watchOutput(CallInst &Call, unsigned Argument, uint64_t Bytes) {
    if (Argument >= Call.arg_size() || !Call.getArgOperand(Argument)->getType()->isPointerTy())
      return;
    Value *Address = Call.getArgOperand(Argument);
    Object Within = objectOf(Address, Layout);
    What It{Bytes, Align(Bytes)};
    It.How = What::Writes;
    Value *Good = checked(Address, Within, It);
    if (!Within.isPrivate())
      Good = call("store", Pointer, {Good, word(Places++), word(It.word()), ConstantInt::get(Long, 0)});
    Call.setArgOperand(Argument, Good);
  }
};

// Which argument of a call of the executor's is the number of the place; none if it has none.
std::optional<unsigned> placeOperand(StringRef Name) {
  if (!Name.consume_front(CallPrefix) || Name == "fence")
    return std::nullopt;
  return Name == "copy" || Name == "fill" ? 3 : 1;
}

} // namespace

PreservedAnalyses WatchPass::run(Module &M, ModuleAnalysisManager &) {
  return Watcher(M).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

std::vector<std::vector<SourceFrame>> watchedPlaces(const Module &M) {
  std::vector<std::vector<SourceFrame>> Places;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallInst>(&I);
      const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      auto Operand = Callee ? placeOperand(Callee->getName()) : std::nullopt;
      auto *Number = Operand ? dyn_cast<ConstantInt>(Call->getArgOperand(*Operand)) : nullptr;
      if (!Number)
        continue;
      size_t Place = Number->getZExtValue();
      Places.resize(std::max(Places.size(), Place + 1));
      Places[Place] = framesOf(I.getDebugLoc().get());
    }
  return Places;
}

} // namespace chv
