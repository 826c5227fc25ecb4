#include "ast/emitted_variables.h"
#include "ast/initialized_in_order.h"
#include "device/device_module.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace chv {

EmittedVariables::EmittedVariables(llvm::IntrusiveRefCntPtr<ExternalSemaSource> Precompiled)
    : MultiplexExternalSemaSource(std::move(Precompiled), llvm::makeIntrusiveRefCnt<ExternalSemaSource>()) {}

llvm::IntrusiveRefCntPtr<EmittedVariables> EmittedVariables::install(ASTContext &Context) {
  llvm::IntrusiveRefCntPtr<ExternalSemaSource> Precompiled(llvm::dyn_cast_or_null<ExternalSemaSource>(Context.getExternalSource()));
  if (!Precompiled)
    Precompiled = llvm::makeIntrusiveRefCnt<ExternalSemaSource>();
  auto Made = llvm::makeIntrusiveRefCnt<EmittedVariables>(std::move(Precompiled));
  Context.setExternalSource(Made);
  // Declarations ask for what the header knows of them in each generation of the source that is the context's when they are made.
  Made->incrementGeneration(Context);
  return Made;
}

// Is more to be done than to write a constant?
static bool runsCode(const VarDecl &Variable) {
  return !Variable.hasConstantInitialization() || Variable.needsDestruction(Variable.getASTContext());
}

// May other files name it? `extern const int limit = 5;`, `extern "C" const int limit = 5;` and `const int Class::limit = 5;` are definitions for them; a plain
// `const int` is its file's own. Where text comes piece by piece, clang takes all of these for what is written where it is used.
static bool isConstantForOthers(const VarDecl &Variable) {
  auto saysExtern = [](const VarDecl *D) {
    const auto *Linkage = dyn_cast<LinkageSpecDecl>(D->getDeclContext());
    return D->getStorageClass() == SC_Extern || (Linkage && !Linkage->hasBraces());
  };
  bool OfClass = Variable.isStaticDataMember() && Variable.isOutOfLine();
  return Variable.getType().isConstQualified() && (OfClass || llvm::any_of(Variable.redecls(), saysExtern));
}

// A declaration's variables that are no template's, but for those of the system's headers.
static void eachVariable(Decl *Declared, ASTContext &Context, llvm::function_ref<void(VarDecl &)> Visit) {
  if (Context.getSourceManager().isInSystemHeader(Declared->getLocation()))
    return;
  if (isa<NamespaceDecl, LinkageSpecDecl, CXXRecordDecl>(Declared)) {
    for (Decl *Member : cast<DeclContext>(Declared)->decls())
      eachVariable(Member, Context, Visit);
    return;
  }
  auto *Variable = dyn_cast<VarDecl>(Declared);
  if (Variable && Variable->hasGlobalStorage() && !Variable->isTemplated() &&
      !isTemplateInstantiation(Variable->getTemplateSpecializationKind()))
    Visit(*Variable);
}

void EmittedVariables::initializeNow(Decl *Declared, ASTContext &Context) {
  eachVariable(Declared, Context, [&](VarDecl &Variable) {
    if (Variable.hasInit() && (runsCode(Variable) || isConstantForOthers(Variable)) && !Variable.hasAttr<UsedAttr>())
      Variable.addAttr(UsedAttr::CreateImplicit(Context));
  });
}

void EmittedVariables::keepForHost(Decl *Declared, ASTContext &Context, DeferredConsumer &Consumer) {
  eachVariable(Declared, Context, [&](VarDecl &Variable) {
    if (!Variable.isThisDeclarationADefinition())
      return;
    if (isDeviceVariable(Variable) && !Variable.hasAttr<UsedAttr>())
      Variable.addAttr(UsedAttr::CreateImplicit(Context));
    bool OnDevice = Variable.hasAttr<CUDADeviceAttr>() || Variable.hasAttr<CUDAConstantAttr>();
    if (OnDevice && Variable.hasAttr<UsedAttr>() && isDiscardableGVALinkage(Context.GetGVALinkageForVariable(&Variable)))
      Consumer.demand(Variable);
  });
}

void InitializedInOrder::add(Decl *Declared, ASTContext &Context) {
  eachVariable(Declared, Context, [&](VarDecl &Variable) {
    QualType Type = Variable.getType();
    bool Constant = Type.isConstQualified() && !Type.isVolatileQualified() && !Variable.isInline();
    if (!Constant || !Variable.hasInit() || !runsCode(Variable) || isDeviceVariable(Variable))
      return;
    // A constant is its file's own, as a `static` variable is.
    bool Own = Variable.isFileVarDecl() && !Variable.isStaticDataMember() && !Variable.isExternallyVisible();
    Changed.push_back({&Variable, Type, Variable.getStorageClass()});
    if (Own)
      Variable.setStorageClass(SC_Static);
    Qualifiers Ignored;
    Variable.setType(Context.getUnqualifiedArrayType(Type, Ignored));
  });
}

InitializedInOrder::~InitializedInOrder() {
  for (const Constant &It : Changed) {
    It.Variable->setType(It.Type);
    It.Variable->setStorageClass(It.Storage);
  }
}

void GeneratedOnce::add(Decl &Declared) {
  auto *Variable = dyn_cast<VarDecl>(&Declared);
  if (!Variable || Variable->getTemplateSpecializationKind() != TSK_ImplicitInstantiation)
    return;
  Variable->setTemplateSpecializationKind(TSK_ExplicitSpecialization);
  Variables.push_back(Variable);
  Consumer.passOnce(*Variable);
}

void GeneratedOnce::add(FunctionDecl &Function) {
  if (Function.getTemplateSpecializationKind() != TSK_ImplicitInstantiation)
    return;
  Function.setTemplateSpecializationKind(TSK_ExplicitSpecialization);
  Functions.push_back(&Function);
}

GeneratedOnce::~GeneratedOnce() {
  for (FunctionDecl *Function : Functions)
    Function->setTemplateSpecializationKind(TSK_ImplicitInstantiation, Function->getPointOfInstantiation());
  for (VarDecl *Variable : Variables)
    Variable->setTemplateSpecializationKind(TSK_ImplicitInstantiation, Variable->getPointOfInstantiation());
}

void EmittedVariables::note(const llvm::Module &Module, llvm::function_ref<const Decl *(llvm::StringRef)> DeclarationOf) {
  for (const llvm::GlobalVariable &Variable : Module.globals()) {
    if (Variable.isDeclaration() || !Variable.hasLocalLinkage())
      continue;
    const auto *Declared = dyn_cast_or_null<VarDecl>(DeclarationOf(Variable.getName()));
    if (Declared && Declared->isFileVarDecl() && runsCode(*Declared))
      Emitted.insert(Declared);
  }
}

ExternalASTSource::ExtKind EmittedVariables::hasExternalDefinitions(const Decl *Declared) {
  return Emitted.contains(Declared) ? EK_Always : MultiplexExternalSemaSource::hasExternalDefinitions(Declared);
}

} // namespace chv
