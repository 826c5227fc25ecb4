#include "device/thunks.h"
#include "border/names.h"
#include "device/device_module.h"
#include "emission/bitcode.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace chv {

// The address space of global memory, on NVIDIA and AMD GPUs.
static constexpr unsigned GlobalAddressSpace = 1;

static bool isCalleeOnly(const CallBase &Call, const Value &Used) {
  return Call.getCalledOperand() == &Used && none_of(Call.args(), [&](const Use &Argument) { return Argument.get() == &Used; });
}

// Calls `Found` for each instruction and each global whose initial value mentions the constant; stops where it says true.
static bool anyUser(const Constant &Of, function_ref<bool(const User &)> Found) {
  return any_of(Of.users(), [&](const User *Using) {
    if (isa<Instruction>(Using) || isa<GlobalVariable>(Using))
      return Found(*Using);
    const auto *Compound = dyn_cast<Constant>(Using);
    return Compound && anyUser(*Compound, Found);
  });
}

static bool isTakenBy(const Function &Of, const User &Using) {
  const auto *Call = dyn_cast<CallBase>(&Using);
  return !Call || !isCalleeOnly(*Call, Of);
}

bool isAddressTaken(const Function &Of) {
  return anyUser(Of, [&](const User &Using) { return isa<Instruction>(Using) && isTakenBy(Of, Using); });
}

// Names that devices have by other names, or in other ways, than the rest of the C library.
static bool isOfDevice(const Function &Of) {
  StringRef Name = Of.getName();
  bool Renamed = is_contained({"printf", "vprintf", "malloc", "free", "__assertfail"}, Name);
  return Of.isIntrinsic() || Name.starts_with(PrimitivePrefix) || (Renamed && Of.isDeclaration());
}

std::vector<Function *> addressedIn(Module &Of, ArrayRef<Variable> Variables) {
  auto isVariable = [&](const GlobalVariable &Global) {
    return isSessionVariable(Global) || any_of(Variables, [&](const Variable &Entry) { return Entry.Symbol == Global.getName(); });
  };
  std::vector<Function *> Found;
  for (Function &Candidate : Of) {
    if (isOfDevice(Candidate) || Candidate.isVarArg() || Candidate.getCallingConv() == CallingConv::PTX_Kernel)
      continue;
    bool Taken = anyUser(Candidate, [&](const User &Using) {
      const auto *Global = dyn_cast<GlobalVariable>(&Using);
      return Global ? isVariable(*Global) : isTakenBy(Candidate, Using);
    });
    if (Taken)
      Found.push_back(&Candidate);
  }
  return Found;
}

namespace {

// Looks for shared memory in all that code reaches.
struct SharedFinder {
  const DeviceLibrary &Library;
  SmallPtrSet<const Value *, 32> Seen;

  bool in(const Value &Of) {
    if (!Seen.insert(&Of).second)
      return false;
    if (const auto *Global = dyn_cast<GlobalVariable>(&Of))
      return isShared(*Global);
    if (const auto *Called = dyn_cast<Function>(&Of))
      return inFunction(*Called);
    const auto *Compound = dyn_cast<ConstantExpr>(&Of);
    return Compound && any_of(Compound->operands(), [&](const Use &Operand) { return in(*Operand); });
  }

  bool inFunction(const Function &Of) {
    const auto *Defined = Of.isIntrinsic() ? nullptr : dyn_cast_or_null<Function>(Library.find(Of.getName()));
    const Function &Body = Defined ? *Defined : Of;
    return any_of(instructions(Body), [&](const Instruction &Code) {
      return any_of(Code.operands(), [&](const Use &Operand) { return isa<Constant>(Operand) && in(*Operand); });
    });
  }
};

} // namespace

bool reachesShared(const DeviceLibrary &Library, const Function &Of) {
  SharedFinder Finder{Library, {}};
  return Finder.in(Of);
}

void addFunctionTable(Module &Into, ArrayRef<Function *> Functions) {
  LLVMContext &Context = Into.getContext();
  bool OnGpu = Into.getTargetTriple().isGPU();
  Type *Address = PointerType::get(Context, 0);
  std::vector<Constant *> Elements;
  for (Function *Entry : Functions)
    Elements.push_back(Entry ? static_cast<Constant *>(Entry) : ConstantPointerNull::get(cast<PointerType>(Address)));
  auto *Table = ArrayType::get(Address, Elements.size());
  // GPUs have no constants in global memory.
  auto *Addresses = new GlobalVariable(Into, Table, /*isConstant=*/!OnGpu, GlobalValue::ExternalLinkage, ConstantArray::get(Table, Elements), FunctionsName, nullptr,
                     GlobalValue::NotThreadLocal, OnGpu ? GlobalAddressSpace : 0);
  std::vector<Type *> Parameters;
  if (!OnGpu)
    Parameters.push_back(Address);
  auto *Entry = Function::Create(FunctionType::get(Type::getVoidTy(Context), Parameters, false), GlobalValue::ExternalLinkage,
                                 OnGpu ? KernelName : LauncherName, Into);
  if (OnGpu)
    Entry->setCallingConv(CallingConv::PTX_Kernel);
  Entry->addFnAttr(Attribute::NoUnwind);
  IRBuilder<> Builder(BasicBlock::Create(Context, "", Entry));
  // A driver that loads code when it is used finds what the entry leads to.
  if (OnGpu)
    Builder.CreateLoad(Address, Addresses, /*isVolatile=*/true);
  Builder.CreateRetVoid();
}

// A function that passes all on to what a place holds.
static Function *makeThunk(Module &Into, const Function &Of, Constant *Place, unsigned Number) {
  LLVMContext &Context = Into.getContext();
  bool OnGpu = Into.getTargetTriple().isGPU();
  auto *Thunk = Function::Create(Of.getFunctionType(), GlobalValue::InternalLinkage, "f" + Twine(Number), Into);
  Thunk->setCallingConv(Of.getCallingConv());
  AttributeList Passed = Of.getAttributes().removeFnAttributes(Context);
  Thunk->setAttributes(Passed);
  Thunk->addFnAttr(Attribute::NoUnwind);
  Thunk->addFnAttr(Attribute::Convergent);
  IRBuilder<> Builder(BasicBlock::Create(Context, "", Thunk));
  // The executor writes there while kernels may run.
  LoadInst *To = Builder.CreateLoad(PointerType::get(Context, 0), Place, /*isVolatile=*/OnGpu);
  std::vector<Value *> Arguments;
  for (Argument &Parameter : Thunk->args())
    Arguments.push_back(&Parameter);
  CallInst *Call = Builder.CreateCall(Of.getFunctionType(), To, Arguments);
  Call->setAttributes(Passed);
  Call->setCallingConv(Of.getCallingConv());
  // A jump: it must not matter how deep the stack is. PTX has no such call.
  if (!OnGpu)
    Call->setTailCallKind(CallInst::TCK_MustTail);
  if (Call->getType()->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Call);
  return Thunk;
}

Closure makeThunks(ArrayRef<Function *> Functions) {
  const Module &Home = *Functions.front()->getParent();
  Module Into("", Home.getContext());
  Into.setTargetTriple(Home.getTargetTriple());
  Into.setDataLayout(Home.getDataLayout());
  bool OnGpu = Into.getTargetTriple().isGPU();
  auto *Table = ArrayType::get(PointerType::get(Into.getContext(), 0), Functions.size());
  auto *Targets = new GlobalVariable(Into, Table, /*isConstant=*/false, GlobalValue::ExternalLinkage, Constant::getNullValue(Table), TargetsName,
                                     nullptr, GlobalValue::NotThreadLocal, OnGpu ? GlobalAddressSpace : 0);
  Targets->setExternallyInitialized(OnGpu);
  Targets->setAlignment(Align(8));
  std::vector<Function *> Thunks;
  for (auto [Number, Of] : enumerate(Functions)) {
    auto *Index = ConstantInt::get(Type::getInt64Ty(Into.getContext()), Number);
    auto *Zero = ConstantInt::get(Type::getInt64Ty(Into.getContext()), 0);
    Constant *Place = ConstantExpr::getInBoundsGetElementPtr(Table, Targets, ArrayRef<Constant *>{Zero, Index});
    Thunks.push_back(makeThunk(Into, *Of, Place, Number));
  }
  addFunctionTable(Into, Thunks);
  Closure Made;
  Made.HasCode = true;
  Made.Bitcode = bitcodeOf(Into);
  return Made;
}

} // namespace chv
