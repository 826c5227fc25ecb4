#include "device/closure_cutter.h"
#include "ast/nameless_types.h"
#include "border/names.h"
#include "border/safe_points.h"
#include "device/thunks.h"
#include "emission/bitcode.h"
#include "emission/line_table.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/TypeFinder.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace chv {

// The address space of global memory, on NVIDIA and AMD GPUs.
static constexpr unsigned GlobalAddressSpace = 1;

ClosureCutter::ClosureCutter(const DeviceLibrary &Library, const Module &Home, Naming Names)
    : Library(Library), Names(Names), Debugged(tellsOfVariables(Home)), Target(std::make_unique<Module>("", Home.getContext())) {
  Target->setTargetTriple(Home.getTargetTriple());
  Target->setDataLayout(Home.getDataLayout());
  if (const NamedMDNode *Flags = Home.getModuleFlagsMetadata())
    for (const MDNode *Flag : Flags->operands())
      Target->addModuleFlag(const_cast<MDNode *>(Flag));
}

void ClosureCutter::addRoot(Function &Root, StringRef Name) {
  auto *Copy = cast<Function>(copyOf(Root));
  Copy->setCallingConv(Root.getCallingConv());
  Copy->setLinkage(GlobalValue::ExternalLinkage);
  Copy->setName(Name);
}

void ClosureCutter::addRoot(GlobalVariable &Root, StringRef Name) {
  auto *Copy = new GlobalVariable(*Target, Root.getValueType(), /*isConstant=*/true, GlobalValue::ExternalLinkage,
                                  nullptr, Name);
  Copy->setAlignment(Root.getAlign());
  Unfilled.push_back({&Root, Copy});
}

Value *ClosureCutter::materialize(Value *V) {
  auto *Global = dyn_cast<GlobalValue>(V);
  if (!Global)
    return nullptr;
  GlobalValue *Copy = copyOf(*Global);
  // A `__constant__` variable of the session lives elsewhere than clang thinks.
  return Copy->getType() == V->getType() ? cast<Constant>(Copy) : ConstantExpr::getAddrSpaceCast(Copy, V->getType());
}

GlobalValue *ClosureCutter::copyOf(GlobalValue &Reference) {
  GlobalValue *Source = &Reference;
  // A name of an earlier cell is a declaration here and a definition there.
  // The library's is asked first: a function defined here may have been defined anew since.
  if (!Source->hasPrivateLinkage() && !Source->getName().starts_with("llvm."))
    if (GlobalValue *Definition = Library.find(Source->getName()))
      Source = Definition;
  if (auto *Alias = dyn_cast<GlobalAlias>(Source))
    Source = Alias->getAliaseeObject();
  GlobalValue *&Copy = Copies[Source];
  if (!Copy) {
    // The map may grow below, so the reference is filled in last.
    GlobalValue *Made = isa<Function>(Source) ? declareFunction(cast<Function>(*Source))
                                              : declareVariable(cast<GlobalVariable>(*Source));
    Copies[Source] = Made;
    return Made;
  }
  return Copy;
}

static StringRef deviceName(StringRef Name, const Triple &Target) {
  // Device code's printf and heap are primitives: each device has its own. An NVIDIA GPU's driver has these two by their own names.
  if (Target.isNVPTX())
    return Name;
  if (Name == "printf")
    return "__chv_printf";
  if (Name == "malloc")
    return "__chv_malloc";
  if (Name == "free")
    return "__chv_free";
  return Name;
}

void ClosureCutter::addFunctions(ArrayRef<std::string> Symbols, ArrayRef<Function *> Roots) {
  for (auto [Symbol, Root] : zip(Symbols, Roots)) {
    if (!Root)
      Result.Uses.push_back(Symbol); // a later cell may define it
    Table.push_back(Root ? cast<Function>(copyOf(*Root)) : nullptr);
  }
}

GlobalValue *ClosureCutter::declareFunction(Function &Source) {
  // Of a variable's initial bytes the executor fills in where the function's thunk lies.
  if (Names == Naming::Symbol && Library.isAddressed(Source.getName()))
    return new GlobalVariable(*Target, Type::getInt8Ty(Target->getContext()), /*isConstant=*/false, GlobalValue::ExternalLinkage, nullptr,
                              "__chv_var." + Source.getName());
  if (Source.isDeclaration()) {
    FunctionCallee Callee = Target->getOrInsertFunction(deviceName(Source.getName(), Target->getTargetTriple()), Source.getFunctionType());
    auto *Copy = dyn_cast<Function>(Callee.getCallee());
    // A later cell may define it.
    if (!Source.isIntrinsic() && !Source.getName().starts_with(PrimitivePrefix))
      Result.Uses.push_back(Source.getName().str());
    if (Copy)
      Copy->setAttributes(Source.getAttributes());
    if (Copy && Library.isAddressed(Source.getName()))
      Named.push_back({Copy, Source.getName().str()});
    return cast<GlobalValue>(Callee.getCallee());
  }
  Result.Uses.push_back(Source.getName().str());
  auto *Copy = Function::Create(Source.getFunctionType(), GlobalValue::InternalLinkage,
                                "f" + Twine(Functions.size()), Target.get());
  Functions.push_back(Copy);
  if (Library.isAddressed(Source.getName()))
    Named.push_back({Copy, Source.getName().str()});
  Unfilled.push_back({&Source, Copy});
  return Copy;
}

// `threadIdx` and its like are declared and never defined. Inlining drops the last mention of them, unless code takes their address to copy what is
// not there, as NVIDIA's cooperative groups do.
static bool isEmptyObject(const GlobalVariable &Variable) {
  auto *Type = dyn_cast<StructType>(Variable.getValueType());
  return Variable.isDeclaration() && !isShared(Variable) && Type &&
         all_of(Type->elements(), [](llvm::Type *Element) { return Element->isIntegerTy(8); }) && Type->getNumElements() <= 1;
}

// No cell defines what kernels of GPUs launch others by: the executor makes it when a kernel with it is loaded.
static bool isLaunchQueue(const GlobalVariable &Variable) { return Variable.getName() == "__chv_launches"; }

GlobalValue *ClosureCutter::declareVariable(GlobalVariable &Source) {
  if (isLaunchQueue(Source) || (isSessionVariable(Source) && !Source.isDeclaration()))
    return sessionVariable(Source);
  if (Target->getTargetTriple().isGPU() && isEmptyObject(Source))
    return new GlobalVariable(*Target, Source.getValueType(), /*isConstant=*/true, GlobalValue::InternalLinkage,
                              Constant::getNullValue(Source.getValueType()), "g" + Twine(Copies.size()), nullptr,
                              GlobalValue::NotThreadLocal, Source.getAddressSpace());
  bool Dynamic = isShared(Source) && Source.isDeclaration();
  auto Linkage = Source.isDeclaration() ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage;
  auto *Copy = new GlobalVariable(*Target, Source.getValueType(), Source.isConstant(), Linkage, nullptr, "", nullptr,
                                  GlobalValue::NotThreadLocal, Source.getAddressSpace());
  if (Dynamic)
    Copy->setName("__chv_dynamic_shared");
  else if (Source.isDeclaration())
    Copy->setName(Source.getName());
  else
    Copy->setName("g" + Twine(Copies.size()));
  Copy->setAlignment(Source.getAlign());
  Copy->setUnnamedAddr(Source.getUnnamedAddr());
  if (isShared(Source))
    Copy->setSection(Source.getSection());
  // What is only declared a later cell may define.
  if (!Dynamic)
    Result.Uses.push_back(Source.getName().str());
  if (!Source.isDeclaration())
    Unfilled.push_back({&Source, Copy});
  return Copy;
}

GlobalValue *ClosureCutter::sessionVariable(GlobalVariable &Source) {
  std::string Name = Names == Naming::Symbol ? ("__chv_var." + Source.getName()).str()
                                             : "__chv_var_" + std::to_string(Result.Variables.size());
  Result.Variables.push_back(Source.getName().str());
  Result.Uses.push_back(Source.getName().str());
  // On a GPU all variables of the session are in global memory: constant memory belongs to one code object. Kernels read constants all the same.
  bool OnGpu = Target->getTargetTriple().isGPU();
  auto *Copy = new GlobalVariable(*Target, Source.getValueType(), OnGpu && Source.isConstant(), GlobalValue::ExternalLinkage,
                                  nullptr, Name, nullptr, GlobalValue::NotThreadLocal, OnGpu ? GlobalAddressSpace : 0);
  Copy->setAlignment(Source.getAlign());
  return Copy;
}

void ClosureCutter::fillBodies(Lines Kept) {
  for (size_t I = 0; I < Unfilled.size(); ++I) {
    safePoint();
    auto [Source, Copy] = Unfilled[I];
    if (auto *F = dyn_cast<Function>(Source)) {
      fill(*F, *cast<Function>(Copy), Kept);
      continue;
    }
    Constant *Initializer = cast<GlobalVariable>(Source)->getInitializer();
    cast<GlobalVariable>(Copy)->setInitializer(MapValue(Initializer, Map, RF_None, nullptr, this));
  }
}

// Aliasing rules tell types apart by nodes and call them by their names; a local one's holds its cell's number, which the copy has not.
void ClosureCutter::dropCellNumbers(const MDNode *Node) {
  if (!Node || !Renamed.insert(Node).second)
    return;
  for (const Metadata *Operand : Node->operands()) {
    if (const auto *Inner = dyn_cast_or_null<MDNode>(Operand))
      dropCellNumbers(Inner);
    const auto *Name = dyn_cast_or_null<MDString>(Operand);
    std::string Plain = Name ? withoutCells(Name->getString()) : "";
    if (Name && Plain != Name->getString())
      Map.MD()[Name].reset(MDString::get(Target->getContext(), Plain));
  }
}

// Lines that are dropped afterwards need no copies: the library's own serve until then.
static void cloneWithLinesOf(const Function &Source, Function &Copy, ValueToValueMapTy &Map, ValueMaterializer &Materializer) {
  MetadataPredicate IsLine = [](const Metadata *Node) { return isa<DINode>(Node) || isa<DILocation>(Node); };
  SmallVector<ReturnInst *, 4> Returns;
  CloneFunctionAttributesInto(&Copy, &Source, Map, /*ModuleLevelChanges=*/true, nullptr, &Materializer);
  CloneFunctionMetadataInto(Copy, Source, Map, RF_None, nullptr, &Materializer, &IsLine);
  CloneFunctionBodyInto(Copy, Source, Map, RF_None, Returns, "", nullptr, nullptr, &Materializer, &IsLine);
}

void ClosureCutter::fill(Function &Source, Function &Copy, Lines Kept) {
  for (const Instruction &I : instructions(Source)) {
    dropCellNumbers(I.getMetadata(LLVMContext::MD_tbaa));
    dropCellNumbers(I.getMetadata(LLVMContext::MD_tbaa_struct));
  }
  for (auto [From, To] : zip(Source.args(), Copy.args()))
    Map[&From] = &To;
  if (Kept == Lines::Dropped) {
    cloneWithLinesOf(Source, Copy, Map, *this);
  } else {
    SmallVector<ReturnInst *, 4> Returns;
    CloneFunctionInto(&Copy, &Source, Map, CloneFunctionChangeType::DifferentModule, Returns, "", nullptr, nullptr, this);
  }
  // The device decides what code is made for; clang's choice is the machine it ran on.
  for (StringRef Attribute : {"target-cpu", "target-features", "tune-cpu"})
    Copy.removeFnAttr(Attribute);
  Copy.setComdat(nullptr);
  Copy.setDSOLocal(true);
}

// Whether it calls a primitive that is told where the call stands.
static bool hasSite(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && (Callee->getName().starts_with(SyncPrefix) || Callee->getName().starts_with(LaunchPrefix));
}

// The headers' wrappers have no line of their own; inlined, a synchronising call or a launch has its caller's.
void ClosureCutter::inlineWrappers() {
  SmallPtrSet<Function *, 16> Wrappers;
  bool Changed = true;
  auto isWrapperCall = [&](Instruction &I) {
    auto *Call = dyn_cast<CallInst>(&I);
    return Call && Call->getCalledFunction() && Wrappers.contains(Call->getCalledFunction());
  };
  while (Changed) {
    Changed = false;
    for (Function *F : Functions)
      if (!Wrappers.contains(F) && F->hasFnAttribute(Attribute::AlwaysInline) && !F->getSubprogram() &&
          any_of(instructions(F), [&](Instruction &I) { return hasSite(I) || isWrapperCall(I); }))
        Changed |= Wrappers.insert(F).second;
  }
  for (Function *F : Functions) {
    if (Wrappers.contains(F))
      continue;
    while (true) {
      safePoint();
      auto Range = instructions(F);
      auto Found = find_if(Range, isWrapperCall);
      InlineFunctionInfo Info;
      if (Found == Range.end() || !InlineFunction(cast<CallBase>(*Found), Info).isSuccess())
        break;
    }
  }
  erase_if(Functions, [&](Function *F) {
    bool Unused = Wrappers.contains(F) && F->use_empty();
    if (Unused)
      F->eraseFromParent();
    return Unused;
  });
}

// Functions whose address code takes are numbered behind the variables: emission has the code take the address of the thunk from the same table.
void ClosureCutter::nameAddressed() {
  for (auto &[Copy, Symbol] : Named) {
    if (!isAddressTaken(*Copy))
      continue;
    Copy->setName(AddressedPrefix + Twine(Result.Variables.size()));
    Result.Variables.push_back(Symbol);
  }
}

// What the executor reads of a code object of functions: their addresses, in order.
void ClosureCutter::addTable() {
  if (!Table.empty())
    addFunctionTable(*Target, Table);
}

void ClosureCutter::numberSites() {
  for (Function *F : Functions)
    for (Instruction &I : instructions(F)) {
      if (!hasSite(I))
        continue;
      auto &Call = cast<CallInst>(I);
      unsigned Last = Call.arg_size() - 1;
      // Sites are a kernel's own; what it reaches by address has none.
      if (!Table.empty()) {
        Call.setArgOperand(Last, ConstantInt::get(Call.getArgOperand(Last)->getType(), UINT32_MAX));
        continue;
      }
      Call.setArgOperand(Last, ConstantInt::get(Call.getArgOperand(Last)->getType(), Result.Sites.size()));
      Site Where{"", Call.getCalledFunction()->getName().str(), 0, 0};
      if (const DILocation *Location = Call.getDebugLoc().get())
        Where.Source = Location->getFilename().str(), Where.Line = Location->getLine(),
        Where.Column = Location->getColumn();
      Result.Sites.push_back(std::move(Where));
    }
}

// An empty template is a fence for the compiler: it runs everywhere.
void ClosureCutter::findAssembler() {
  for (Function *F : Functions)
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      auto *Text = Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
      if (!Text)
        continue;
      I.setMetadata("srcloc", nullptr); // a number that depends on what was typed before
      if (!Result.Inline.Template.empty() || Text->getAsmString().trim().empty())
        continue;
      Result.Inline.Template = Text->getAsmString().trim().str();
      if (const DILocation *Location = Call->getDebugLoc().get()) {
        Result.Inline.Source = Location->getFilename().str();
        Result.Inline.Line = Location->getLine();
        Result.Inline.Column = Location->getColumn();
      }
    }
}

// LLVM verifies what says that it has lines each time it is read.
static void dropLines(Module &Module) {
  StripDebugInfo(Module);
  NamedMDNode *Flags = Module.getModuleFlagsMetadata();
  if (!Flags)
    return;
  SmallVector<MDNode *, 8> Stay;
  for (MDNode *Flag : Flags->operands()) {
    StringRef Name = cast<MDString>(Flag->getOperand(1))->getString();
    if (Name != "Debug Info Version" && Name != "Dwarf Version")
      Stay.push_back(Flag);
  }
  Flags->clearOperands();
  for (MDNode *Flag : Stay)
    Flags->addOperand(Flag);
}

void ClosureCutter::canonicalize(Lines Kept) {
  if (Kept == Lines::Dropped)
    dropLines(*Target);
  if (NamedMDNode *Identity = Target->getNamedMetadata("llvm.ident"))
    Identity->eraseFromParent();
  // LLVM makes the names of types differ by counters; code needs none.
  TypeFinder Types;
  Types.run(*Target, /*onlyNamed=*/true);
  for (StructType *Type : Types)
    Type->setName("");
  unsigned Next = 0;
  // PTX has no room for names of functions: there they come from what was inlined where.
  bool Named = Kept == Lines::Kept && !Target->getTargetTriple().isNVPTX();
  for (Function *F : Functions)
    if (F->hasLocalLinkage() && Named && F->getSubprogram())
      F->setName(UserFunctionPrefix + F->getSubprogram()->getName());
    else if (F->hasLocalLinkage() && !F->getName().starts_with(AddressedPrefix))
      F->setName("f" + Twine(Next++));
}

Closure ClosureCutter::finish(Lines Kept) {
  if (Debugged)
    Kept = Lines::Kept;
  fillBodies(Kept);
  safePoint();
  inlineWrappers();
  nameAddressed();
  addTable();
  numberSites();
  findAssembler();
  safePoint();
  canonicalize(Kept);
  safePoint();
  Result.HasCode = !Functions.empty();
  Result.Bitcode = bitcodeOf(*Target);
  return std::move(Result);
}

} // namespace chv
