#include "host/host_module.h"
#include "ast/items.h"
#include "border/names.h"
#include "device/device_module.h"
#include "emission/bitcode.h"
#include "emission/line_table.h"
#include "host/thread_locals.h"
#include "session/units.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/GlobalDecl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace clang;

namespace chv {

// Nothing is dropped from a module but by us.
static void dropUsedLists(llvm::Module &Module) {
  for (llvm::StringRef Name : {"llvm.used", "llvm.compiler.used"})
    if (llvm::GlobalVariable *List = Module.getNamedGlobal(Name))
      List->eraseFromParent();
}

// At the end of a function that lets no exception out, the executor ends the process, or leaves the cell if the exception is its own.
static void letExecutorTerminate(llvm::Module &Module) {
  llvm::Function *Terminate = Module.getFunction("__clang_call_terminate");
  if (!Terminate)
    return;
  Terminate->deleteBody();
  Terminate->setComdat(nullptr);
  Terminate->setVisibility(llvm::GlobalValue::DefaultVisibility);
  Terminate->setName("__chv_end_of_noexcept");
}

static bool refersTo(const llvm::Constant &Constant, const llvm::Function &Target) {
  if (llvm::isa<llvm::GlobalValue>(Constant))
    return &Constant == &Target;
  return llvm::any_of(Constant.operands(), [&](const llvm::Use &Part) {
    return refersTo(*llvm::cast<llvm::Constant>(Part.get()), Target);
  });
}

// What adjusts `this` before a virtual function comes with each of its definitions, and leads to the newest.
static void shareThunks(llvm::Module &Module) {
  for (llvm::Function &Function : Module) {
    llvm::StringRef Name = Function.getName();
    bool Thunk = Name.starts_with("_ZTh") || Name.starts_with("_ZTv") || Name.starts_with("_ZTc");
    if (Thunk && !Function.isDeclaration() && Function.hasExternalLinkage())
      Function.setLinkage(llvm::GlobalValue::WeakODRLinkage);
  }
}

// A name that is hidden from other libraries is the session's all the same: its definition may be another object's, and as far away as memory is wide.
static void openNames(llvm::Module &Module) {
  for (llvm::GlobalValue &Value : Module.global_values()) {
    if (Value.hasLocalLinkage() || Value.hasDefaultVisibility())
      continue;
    Value.setVisibility(llvm::GlobalValue::DefaultVisibility);
    Value.setDSOLocal(false);
  }
}

static bool hasLoop(llvm::Module &Module) {
  for (llvm::Function &Function : Module) {
    // Library code that the cell instantiates does not count: it would make every use of a container slow to compile.
    if (Function.isDeclaration() || Function.hasLinkOnceLinkage())
      continue;
    llvm::SmallVector<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>, 4> Edges;
    llvm::FindFunctionBackedges(Function, Edges);
    if (!Edges.empty())
      return true;
  }
  return false;
}

namespace {

class HostFinisher {
public:
  HostFinisher(Frontend &Host, llvm::Module &Module, unsigned Unit) : Host(Host), Module(Module), Unit(Unit), Builder(Module.getContext()) {}

  HostModule finish() {
    dropUsedLists(Module);
    trapUnreachable();
    shareThreadLocals(Host, Module);
    if (Unit)
      keepThreadLocals();
    shareNames();
    letExecutorTerminate(Module);
    shareThunks(Module);
    defineMemberConstants();
    HostModule Result;
    Result.StubsOnly = holdsStubsOnly();
    Result.Definitions = definitions();
    useSlots();
    openNames(Module);
    llvm::Function *Main = Module.getFunction("main");
    Result.HasMain = Main && !Main->isDeclaration();
    if (const auto *Declared = llvm::dyn_cast_or_null<FunctionDecl>(Result.HasMain ? Host.declarationOf("main") : nullptr))
      Result.MainType = signatureOf(*Declared);
    if (!makeEntry(Result))
      return Result;
    dropCounters();
    if (Result.StubsOnly)
      llvm::StripDebugInfo(Module);
    bool Debugged = tellsOfVariables(Module);
    // A person reads `cell 3`; equal cells of other sessions do not matter then.
    if (!Debugged)
      renameFiles(Module, [this](llvm::StringRef Name) { return Host.files().lineTableName(Name); });
    Result.Unique = hasInternalState();
    Result.Optimize = !Debugged && hasLoop(Module);
    Result.Bitcode = bitcodeOf(Module);
    return Result;
  }

private:
  // What the compiler takes for never reached, such as the end of a function that should have returned something, is where a cell ends; without
  // this, its code would go on in the code that lies behind. In libraries it is a hint to the optimiser.
  void trapUnreachable() {
    for (llvm::Function &Function : Module) {
      const Decl *Declared = declarationOf(Function);
      if (Declared && !Host.redeclarations().isOfSession(*Declared))
        continue;
      for (llvm::BasicBlock &Block : Function) {
        llvm::Instruction *End = Block.getTerminator(), *Before = End->getPrevNode();
        const auto *Call = llvm::dyn_cast_or_null<llvm::CallBase>(Before);
        if (!llvm::isa<llvm::UnreachableInst>(End) || (Call && Call->doesNotReturn()))
          continue;
        Builder.SetInsertPoint(End);
        Builder.CreateIntrinsic(llvm::Intrinsic::trap, {});
      }
    }
  }

  // Stubs of kernels hold none of the user's text: without lines they are equal whatever the kernels do.
  bool holdsStubsOnly() {
    auto isDeclaration = [](const llvm::GlobalValue &Value) { return Value.isDeclaration(); };
    return llvm::all_of(Module.globals(), isDeclaration) && Module.alias_empty() && llvm::all_of(Module, [this](const llvm::Function &Function) {
      const auto *Declared = llvm::dyn_cast_or_null<FunctionDecl>(Function.isDeclaration() ? nullptr : declarationOf(Function));
      return Function.isDeclaration() || (Declared && Declared->hasAttr<CUDAGlobalAttr>());
    });
  }

  const Decl *declarationOf(const llvm::GlobalValue &Value) {
    return Host.declarationOf(Value.getName());
  }

  // The declaration of the user's that a symbol stands for, or null. A guard variable belongs to what it guards, an address function to its
  // thread-local variable.
  const Decl *sessionDeclarationOf(llvm::StringRef Symbol) {
    Symbol.consume_back(ThreadAddressSuffix);
    std::string Guarded = Symbol.starts_with("_ZGV") ? ("_Z" + Symbol.drop_front(4)).str() : Symbol.str();
    const Decl *Declared = Host.declarationOf(Guarded);
    return Declared && Host.redeclarations().isOfSession(*Declared) ? Declared : nullptr;
  }

  std::vector<Definition> definitions() {
    std::vector<Definition> Found;
    for (llvm::GlobalValue &Value : Module.global_values()) {
      const Decl *Declared = Value.isDeclaration() || Value.hasLocalLinkage() ? nullptr : sessionDeclarationOf(Value.getName());
      if (!Declared)
        continue;
      bool Fresh = Host.redeclarations().isFresh(*Declared);
      if (!Value.isThreadLocal())
        Found.push_back({Value.getName().str(), Fresh});
      else
        for (llvm::StringRef Part : EmulatedParts)
          Found.push_back({(Part + Value.getName()).str(), Fresh});
    }
    return Found;
  }

  // What a later cell may define anew. Objects of a thread have no address of their own; lambdas have no name.
  bool isReplaceable(const llvm::GlobalValue &Value) {
    if (Value.isThreadLocal() || Value.hasLocalLinkage() || llvm::isa<llvm::GlobalAlias>(Value))
      return false;
    const Decl *Declared = sessionDeclarationOf(Value.getName());
    if (const auto *Variable = llvm::dyn_cast_or_null<VarDecl>(Declared))
      return Variable->isFileVarDecl() && !Value.getName().starts_with("_ZGV");
    const auto *Function = llvm::dyn_cast_or_null<FunctionDecl>(Declared);
    const auto *Method = llvm::dyn_cast_or_null<CXXMethodDecl>(Function);
    return Function && !(Method && Method->getParent()->isLambda());
  }

  // Code takes the address of what can be defined anew from its slot, so that it follows.
  void useSlots() {
    std::vector<llvm::GlobalValue *> Replaceable;
    for (llvm::GlobalValue &Value : Module.global_values())
      if (isReplaceable(Value))
        Replaceable.push_back(&Value);
    for (llvm::GlobalValue *Value : Replaceable) {
      // No use holds it any more, but other cells' code will.
      if (Value->hasLinkOnceLinkage())
        Value->setLinkage(Value->hasLinkOnceODRLinkage() ? llvm::GlobalValue::WeakODRLinkage
                                                         : llvm::GlobalValue::WeakAnyLinkage);
      if (auto *Function = llvm::dyn_cast<llvm::Function>(Value); Function && isVirtualOutOfLine(*Function))
        jumpFromTables(*Function);
      llvm::convertUsersOfConstantsToInstructions({Value});
      useSlot(*Value);
    }
  }

  // Is it a function that a later cell may still define, because nothing that runs with this cell uses it?
  bool mayComeLater(const llvm::GlobalValue &Value) {
    const auto *Declared = llvm::dyn_cast_or_null<FunctionDecl>(Value.isDeclaration() ? sessionDeclarationOf(Value.getName()) : nullptr);
    if (!Declared || Declared->isDefined() || Value.hasExternalWeakLinkage())
      return false;
    return llvm::all_of(Value.users(), [this](const llvm::User *User) {
      const auto *Instruction = llvm::dyn_cast<llvm::Instruction>(User);
      const llvm::Function *Holder = Instruction ? Instruction->getFunction() : nullptr;
      return Holder && (Holder->getName().ends_with(JumpSuffix) || sessionDeclarationOf(Holder->getName()));
    });
  }

  // Where the slot of such a function leads until it is defined. The executor tells where that is by now, for pointers that were taken before,
  // or throws.
  void makeLate(llvm::Function &Missing, llvm::GlobalVariable &Slot) {
    llvm::Function *Late = startAlike(Missing, llvm::GlobalValue::WeakAnyLinkage, ".late");
    llvm::Type *Pointer = Builder.getPtrTy();
    llvm::FunctionCallee Find = Module.getOrInsertFunction("__chv_late", llvm::FunctionType::get(Pointer, {Pointer, Pointer, Pointer}, false));
    passOn(*Late, Builder.CreateCall(Find, {Builder.CreateGlobalString(Missing.getName()), &Slot, Late}));
  }

  // A virtual function that is defined outside its class, so that its body alone can be defined anew.
  bool isVirtualOutOfLine(const llvm::Function &Function) {
    const auto *Method = llvm::dyn_cast_or_null<CXXMethodDecl>(sessionDeclarationOf(Function.getName()));
    if (!Method || !Method->isVirtual() || Method->isImplicit())
      return false;
    const FunctionDecl *Pattern = Method->getTemplateInstantiationPattern();
    return !(Pattern ? Pattern : Method)->getCanonicalDecl()->isThisDeclarationADefinition();
  }

  // Objects hold the address of their class's table of virtual functions, and a table is no code that could load from a slot.
  void jumpFromTables(llvm::Function &Virtual) {
    llvm::ValueToValueMapTy Jumps;
    for (llvm::GlobalVariable &Table : Module.globals()) {
      bool OfVirtuals = Table.getName().starts_with("_ZTV") || Table.getName().starts_with("_ZTC");
      if (!OfVirtuals || !Table.hasInitializer() || !refersTo(*Table.getInitializer(), Virtual))
        continue;
      if (Jumps.empty())
        Jumps[&Virtual] = makeJump(Virtual);
      Table.setInitializer(llvm::MapValue(Table.getInitializer(), Jumps, llvm::RF_NoModuleLevelChanges));
    }
  }

  llvm::Function *makeJump(llvm::Function &Target) {
    llvm::Function *Jump = startAlike(Target, llvm::GlobalValue::InternalLinkage, JumpSuffix);
    passOn(*Jump, &Target);
    return Jump;
  }

  // A function that is called like another one, of which `passOn` makes the end.
  llvm::Function *startAlike(const llvm::Function &Other, llvm::GlobalValue::LinkageTypes Linkage, llvm::StringRef Suffix) {
    auto *Alike = llvm::Function::Create(Other.getFunctionType(), Linkage, Other.getName() + Suffix, Module);
    Alike->setCallingConv(Other.getCallingConv());
    Alike->setAttributes(Other.getAttributes().removeFnAttributes(Module.getContext()));
    Alike->setUWTableKind(llvm::UWTableKind::Async);
    Builder.SetInsertPoint(llvm::BasicBlock::Create(Module.getContext(), "", Alike));
    Builder.SetCurrentDebugLocation(llvm::DebugLoc());
    return Alike;
  }

  // Hands the arguments on as they are.
  void passOn(llvm::Function &Function, llvm::Value *Target) {
    llvm::SmallVector<llvm::Value *, 8> Arguments(llvm::make_pointer_range(Function.args()));
    llvm::CallInst *Call = Builder.CreateCall(Function.getFunctionType(), Target, Arguments);
    Call->setTailCallKind(llvm::CallInst::TCK_MustTail);
    Call->setCallingConv(Function.getCallingConv());
    Call->setAttributes(Function.getAttributes().removeFnAttributes(Module.getContext()));
    if (Function.getReturnType()->isVoidTy())
      Builder.CreateRetVoid();
    else
      Builder.CreateRet(Call);
  }

  void useSlot(llvm::GlobalValue &Value) {
    auto *Later = mayComeLater(Value) ? llvm::dyn_cast<llvm::Function>(&Value) : nullptr;
    llvm::GlobalVariable *Slot = nullptr;
    llvm::DenseMap<llvm::BasicBlock *, llvm::Value *> AtEnd; // a phi wants one value for one predecessor
    for (llvm::Use &Use : llvm::make_early_inc_range(Value.uses())) {
      auto *User = llvm::dyn_cast<llvm::Instruction>(Use.getUser());
      auto *Call = llvm::dyn_cast_or_null<llvm::CallBase>(User);
      if (!User || (Call && Call->isInlineAsm()))
        continue;
      if (!Slot)
        Slot = new llvm::GlobalVariable(Module, Builder.getPtrTy(), false,
                                        Value.hasExternalWeakLinkage() ? llvm::GlobalValue::ExternalWeakLinkage
                                                                       : llvm::GlobalValue::ExternalLinkage,
                                        nullptr, Value.getName() + ".slot");
      auto *Phi = llvm::dyn_cast<llvm::PHINode>(User);
      llvm::BasicBlock *Block = Phi ? Phi->getIncomingBlock(Use) : nullptr;
      if (llvm::Value *Loaded = Block ? AtEnd.lookup(Block) : nullptr) {
        Use.set(Loaded);
        continue;
      }
      Builder.SetInsertPoint(Phi ? Block->getTerminator() : User);
      llvm::Value *Loaded = Builder.CreateLoad(Builder.getPtrTy(), Slot);
      if (Block)
        AtEnd[Block] = Loaded;
      Use.set(Loaded);
    }
    if (Later && Slot)
      makeLate(*Later, *Slot);
  }

  // Device variables become external names that the executor resolves to their shadows. `static` names must be found by
  // later cells; weak, because a header's static function is generated again in every cell that uses it.
  void shareNames() {
    for (llvm::GlobalVariable &Variable : Module.globals()) {
      const auto *Declared = llvm::dyn_cast_or_null<VarDecl>(declarationOf(Variable));
      if (Declared && isForDevices(*Declared)) {
        makeShadow(Variable);
        if (isOfUnit(*Declared))
          Variable.setName(symbolOfUnit(Variable.getName(), Unit));
      } else if (Declared && Declared->isFileVarDecl())
        share(Variable);
    }
    for (llvm::Function &Function : Module)
      if (declarationOf(Function))
        share(Function);
  }

  // `static const int limit = 8;` in a class: C++ wants a definition as soon as its address is used (`std::max(x, S::limit)`);
  // optimising compilers forgive its absence, so clang gives us its value.
  void defineMemberConstants() {
    for (llvm::GlobalVariable &Variable : Module.globals())
      if (Variable.hasAvailableExternallyLinkage())
        if (const auto *Declared = llvm::dyn_cast_or_null<VarDecl>(sessionDeclarationOf(Variable.getName())))
          if (Declared->isStaticDataMember() && !Declared->getDefinition())
            Variable.setLinkage(llvm::GlobalValue::WeakAnyLinkage);
  }

  // What C++ keeps to this unit has a name of its own in the program.
  bool isOfUnit(const NamedDecl &Declared) const { return Unit && !Declared.isExternallyVisible(); }

  // The functions that give the addresses of a unit's own thread-local variables are its own too.
  void keepThreadLocals() {
    for (llvm::GlobalVariable &Variable : Module.globals())
      if (Variable.isThreadLocal() && Variable.hasInternalLinkage())
        if (llvm::Function *Address = Module.getFunction((Variable.getName() + ThreadAddressSuffix).str()))
          Address->setLinkage(llvm::GlobalValue::InternalLinkage);
  }

  void makeShadow(llvm::GlobalVariable &Variable) {
    Variable.setInitializer(nullptr);
    Variable.setExternallyInitialized(false);
    Variable.setConstant(false);
    Variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
    Variable.setComdat(nullptr);
    Variable.setDSOLocal(false);
  }

  void share(llvm::GlobalValue &Value) {
    if (Unit || Value.isDeclaration() || !Value.hasInternalLinkage())
      return;
    Value.setLinkage(llvm::GlobalValue::WeakODRLinkage);
    Value.setDSOLocal(false);
  }

  // Replaces llvm.global_ctors by one entry: an object file's constructors are found by section, and only a platform
  // runtime would run them. False: the module defines nothing.
  bool makeEntry(HostModule &Result) {
    std::vector<llvm::Function *> Constructors = takeConstructors();
    Result.Runs = !Constructors.empty();
    bool Defines = llvm::any_of(Module.global_values(), [](const llvm::GlobalValue &V) { return !V.isDeclaration(); });
    if (!Defines)
      return false;
    llvm::Function *Register = registerKernels();
    startFunction(EntryName);
    if (Register)
      Builder.CreateCall(Register);
    for (llvm::Function *Constructor : Constructors)
      Builder.CreateCall(Constructor);
    Builder.CreateRetVoid();
    return true;
  }

  llvm::Function *startFunction(llvm::StringRef Name) {
    auto *Type = llvm::FunctionType::get(Builder.getVoidTy(), false);
    auto *Function = llvm::Function::Create(Type, llvm::Function::ExternalLinkage, Name, Module);
    // An exception of the user's passes through the entry on its way to the guard.
    Function->setUWTableKind(llvm::UWTableKind::Async);
    Builder.SetInsertPoint(llvm::BasicBlock::Create(Module.getContext(), "", Function));
    // It has no text; what the builder remembers is another function's place.
    Builder.SetCurrentDebugLocation(llvm::DebugLoc());
    return Function;
  }

  std::vector<llvm::Function *> takeConstructors() {
    std::vector<std::pair<uint64_t, llvm::Function *>> Found;
    llvm::GlobalVariable *List = Module.getNamedGlobal("llvm.global_ctors");
    if (!List)
      return {};
    if (auto *Array = llvm::dyn_cast<llvm::ConstantArray>(List->getInitializer()))
      for (llvm::Use &Element : Array->operands()) {
        auto *Item = llvm::cast<llvm::ConstantStruct>(Element.get());
        if (auto *Function = llvm::dyn_cast<llvm::Function>(Item->getOperand(1)->stripPointerCasts()))
          Found.push_back({llvm::cast<llvm::ConstantInt>(Item->getOperand(0))->getZExtValue(), Function});
      }
    List->eraseFromParent();
    llvm::stable_sort(Found, llvm::less_first());
    std::vector<llvm::Function *> Result;
    for (auto &[Priority, Function] : Found)
      Result.push_back(Function);
    return Result;
  }

  // A function of its own: after a crash the kernels of a cell are registered again, but the cell does not run again.
  llvm::Function *registerKernels() {
    std::vector<std::pair<llvm::Function *, std::string>> Stubs;
    // By what the module holds: the stub of a `static` kernel is generated where it is first launched.
    for (llvm::Function &Stub : Module) {
      const auto *Kernel = Stub.isDeclaration() ? nullptr : llvm::dyn_cast_or_null<FunctionDecl>(declarationOf(Stub));
      if (!Kernel || !Kernel->hasAttr<CUDAGlobalAttr>())
        continue;
      llvm::StringRef Symbol = Host.generator().GetMangledName(GlobalDecl(Kernel, KernelReferenceKind::Kernel));
      Stubs.push_back({&Stub, isOfUnit(*Kernel) ? symbolOfUnit(Symbol, Unit) : Symbol.str()});
    }
    if (Stubs.empty())
      return nullptr;
    auto *Type = llvm::FunctionType::get(Builder.getVoidTy(), {Builder.getPtrTy(), Builder.getPtrTy()}, false);
    llvm::Function *Register = startFunction(RegisterName);
    for (auto &[Stub, Symbol] : Stubs)
      Builder.CreateCall(Module.getOrInsertFunction("__chv_register_kernel", Type),
                         {Stub, Builder.CreateGlobalString(Symbol)});
    Builder.CreateRetVoid();
    return Register;
  }

  // Equal cells must have equal bitcode, or the cache of host objects never hits.
  void dropCounters() {
    Module.setModuleIdentifier("");
    Module.setSourceFileName("");
    for (llvm::StructType *Type : Module.getIdentifiedStructTypes())
      Type->setName("");
    unsigned Next = 0;
    for (llvm::Function &Function : Module) {
      if (Function.hasInternalLinkage() && !declarationOf(Function))
        Function.setName("init." + llvm::Twine(Next++));
      // Beside the entry: the executor knows a section by a name that the object gives to others.
      if (Function.getSection() == ".text.startup")
        Function.setSection("");
    }
  }

  // Two runs of an equal module must not share such state (a static local of a statement, say).
  // Nor must two cells share a variable because they define it alike.
  bool hasInternalState() {
    return llvm::any_of(Module.globals(), [&](const llvm::GlobalVariable &Variable) {
      return !Variable.isConstant() && !Variable.isDeclaration() &&
             (Variable.hasLocalLinkage() || sessionDeclarationOf(Variable.getName()));
    });
  }

  static constexpr llvm::StringLiteral JumpSuffix = ".jump";
  // What emission makes of a thread-local variable.
  static constexpr llvm::StringLiteral EmulatedParts[] = {"__emutls_v.", "__emutls_t."};

  Frontend &Host;
  llvm::Module &Module;
  const unsigned Unit; // 0 but for a file of a program of several
  llvm::IRBuilder<> Builder;
};

} // namespace

HostModule finishHostModule(Frontend &Host, llvm::Module &Module, unsigned Unit) { return HostFinisher(Host, Module, Unit).finish(); }

} // namespace chv
