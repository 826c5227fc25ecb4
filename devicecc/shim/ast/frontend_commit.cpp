// What becomes of a cell that was parsed: its module, and what code generation says only then.
#include "ast/frontend.h"
#include "ast/initialized_in_order.h"
#include "host/absent_calls.h"
#include "clang/AST/Attr.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/DiagnosticSema.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace chv {

namespace {

// From OpenMP 5.0 on clang's code generation puts functions off, for one of them may be meant for a target device only. Cells are made of what is
// generated in order, and have no such device. What the pragmas mean has been decided by then.
class GeneratedInOrder {
public:
  explicit GeneratedInOrder(LangOptions &Options) : Options(Options), Version(Options.OpenMP) {
    if (Version > Last)
      Options.OpenMP = Last;
  }
  ~GeneratedInOrder() { Options.OpenMP = Version; }

private:
  static constexpr unsigned Last = 45; // the version before it
  LangOptions &Options;
  unsigned Version;
};

} // namespace

// The symbols of declarations that took older ones' places.
static void noteReplacements(Redeclarations &Redeclared, CodeGenerator &Generator) {
  auto note = [&](GlobalDecl D) { Redeclared.noteNewest(Generator.GetMangledName(D), *D.getDecl()); };
  auto noteFunction = [&](FunctionDecl &Function) {
    if (auto *Constructor = dyn_cast<CXXConstructorDecl>(&Function)) {
      note(GlobalDecl(Constructor, Ctor_Complete));
      note(GlobalDecl(Constructor, Ctor_Base));
    } else if (auto *Destructor = dyn_cast<CXXDestructorDecl>(&Function)) {
      for (CXXDtorType Kind : {Dtor_Complete, Dtor_Base})
        note(GlobalDecl(Destructor, Kind));
    } else if (Function.hasAttr<CUDAGlobalAttr>()) {
      note(GlobalDecl(&Function, KernelReferenceKind::Kernel));
      note(GlobalDecl(&Function, KernelReferenceKind::Stub));
    } else {
      note(GlobalDecl(&Function));
    }
  };
  for (NamedDecl *D : Redeclared.replacements()) {
    if (auto *Template = dyn_cast<FunctionTemplateDecl>(D)) {
      for (FunctionDecl *Instance : Template->specializations())
        noteFunction(*Instance);
    } else if (auto *Template = dyn_cast<VarTemplateDecl>(D)) {
      for (VarTemplateSpecializationDecl *Instance : Template->specializations())
        note(GlobalDecl(Instance));
    } else if (auto *Function = dyn_cast<FunctionDecl>(D)) {
      if (!Function->isDependentContext())
        noteFunction(*Function);
    } else if (auto *Variable = dyn_cast<VarDecl>(D); Variable && !Variable->isInvalidDecl()) {
      if (!Variable->isTemplated())
        note(GlobalDecl(Variable));
    }
  }
}

// Of a template's constructors and destructors clang makes one for complete objects and for bases, if they are the same, under one name. Older
// code may know the other.
static void completeStructors(const Redeclarations &Redeclared, CodeGenerator &Generator, llvm::Module &Module) {
  auto complete = [&](GlobalDecl Complete, GlobalDecl Base) {
    llvm::StringRef Name = Generator.GetMangledName(Complete);
    auto *Made = Module.getFunction(Generator.GetMangledName(Base));
    llvm::GlobalValue *Declared = Module.getNamedValue(Name);
    if (!Made || Made->isDeclaration() || (Declared && !Declared->isDeclaration()))
      return;
    llvm::GlobalAlias *Alias = llvm::GlobalAlias::create(Made->getLinkage(), "", Made);
    if (Declared) {
      Declared->replaceAllUsesWith(Alias);
      Declared->eraseFromParent();
    }
    Alias->setName(Name);
  };
  for (const NamedDecl *D : Redeclared.replacements()) {
    const auto *Method = dyn_cast<CXXMethodDecl>(D);
    if (!Method || !Method->isTemplateInstantiation())
      continue;
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Method))
      complete(GlobalDecl(Constructor, Ctor_Complete), GlobalDecl(Constructor, Ctor_Base));
    else if (const auto *Destructor = dyn_cast<CXXDestructorDecl>(Method))
      complete(GlobalDecl(Destructor, Dtor_Complete), GlobalDecl(Destructor, Dtor_Base));
  }
}

// Of CUDA's host code, clang 22 drops an alias of what is nowhere defined and says nothing.
static void checkAliases(Frontend &Side, const llvm::Module &Module, const Decl &Declared) {
  const auto *Alias = Declared.getAttr<AliasAttr>();
  const auto *Function = dyn_cast<FunctionDecl>(&Declared);
  const llvm::GlobalValue *Made = Alias && Function ? Module.getNamedValue(Side.generator().GetMangledName(Function)) : nullptr;
  if (Alias && Function && (!Made || Made->isDeclaration()))
    Side.compiler().getDiagnostics().Report(Alias->getLocation(), diag::err_alias_to_undefined) << false << false;
  if (isa<LinkageSpecDecl, NamespaceDecl>(Declared))
    for (const Decl *Inner : cast<DeclContext>(Declared).decls())
      checkAliases(Side, Module, *Inner);
}

std::unique_ptr<llvm::Module> Frontend::commit(llvm::function_ref<void(llvm::Module &)> Finish) {
  llvm::SaveAndRestore Watched(Watching, Watch::innermost());
  GeneratedInOrder Eagerly(Compiler->getLangOpts());
  GeneratedOnce Instances(*Consumer);
  Tokens->takeLaunchesFromKernels(false);
  for (Decl *Declared : Consumer->declarations()) {
    if (EmittedBefore)
      EmittedVariables::initializeNow(Declared, ast());
    else
      EmittedVariables::keepForHost(Declared, ast(), *Consumer);
    if (!Redeclared->isOfSession(*Declared))
      continue;
    Redeclared->noteWritten(*Declared);
    if (Which == Side::Device)
      Instances.add(*Declared);
  }
  for (FunctionDecl *StandIn : Redeclared->standIns())
    Instances.add(*StandIn);
  for (NamedDecl *D : Redeclared->replacements()) {
    auto *Function = isa<CXXMethodDecl>(D) ? nullptr : dyn_cast<FunctionDecl>(D);
    FunctionDecl *Defined = Function ? Function->getDefinition() : nullptr;
    bool Plain = Defined && !Defined->isTemplated() && !Defined->isTemplateInstantiation() && !Defined->hasAttr<CUDAGlobalAttr>();
    if (Plain && !Defined->isExternallyVisible())
      Consumer->announceFirst(*Defined);
  }
  {
    InitializedInOrder Constants;
    if (EmittedBefore)
      for (Decl *Declared : Consumer->declarations())
        Constants.add(Declared, ast());
    Consumer->release(ast());
  }
  noteReplacements(*Redeclared, generator());
  std::unique_ptr<llvm::Module> Module(generator().ReleaseModule());
  if (Module)
    completeStructors(*Redeclared, generator(), *Module);
  if (Module && EmittedBefore)
    EmittedBefore->note(*Module, [this](llvm::StringRef Symbol) { return declarationOf(Symbol); });
  // Some mistakes show when code is generated.
  if (Module)
    for (const Decl *Declared : Consumer->declarations())
      checkAliases(*this, *Module, *Declared);
  if (Module && Which == Side::Host)
    reportAbsentCalls(*Module, Compiler->getDiagnostics());
  if (Compiler->getDiagnostics().hasErrorOccurred())
    Module.reset();
  if (Module && Finish)
    Finish(*Module);
  Consumer->discard();
  Prepared = false;
  return Module;
}

} // namespace chv
