#include "device/shared_constructors.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace chv {

namespace {

// What stands there if nothing is written: `T x;`.
bool isConstructedByDefault(const VarDecl &Variable) {
  const auto *Made = dyn_cast_or_null<CXXConstructExpr>(Variable.getInit());
  const Expr *Bare = Variable.getInit() ? Variable.getInit()->IgnoreImplicit() : nullptr;
  Made = Made ? Made : dyn_cast_or_null<CXXConstructExpr>(Bare);
  return Made && Variable.getInitStyle() != VarDecl::ListInit && !Made->isListInitialization() && Made->getParenOrBraceRange().isInvalid() &&
         Made->getConstructor()->isDefaultConstructor();
}

bool isSharedLocal(const VarDecl &Variable) { return Variable.hasAttr<CUDASharedAttr>() && Variable.isStaticLocal(); }

// Instances of a variable that a range-based `for` declares get no initialiser, and clang asks nothing of one.
class Templates : public DynamicRecursiveASTVisitor {
public:
  bool VisitVarDecl(VarDecl *Variable) override {
    if (!isSharedLocal(*Variable) || !Variable->getDeclContext()->isDependentContext() || Variable->isInvalidDecl())
      return true;
    if (Variable->hasInit() && !isConstructedByDefault(*Variable))
      return true;
    Variable->setInit(nullptr);
    Variable->setCXXForRangeDecl(true);
    return true;
  }
};

} // namespace

SharedConstructors::SharedConstructors(Sema &S)
    : S(S), Spellings{&S.getASTContext().Idents.get("shared"), &S.getASTContext().Idents.get("__shared__")} {}

bool SharedConstructors::takes(const Diagnostic &About) {
  if (About.getID() != diag::err_shared_var_init)
    return false;
  Refused.push_back(About.getLocation());
  return true;
}

void SharedConstructors::watch(const Token &Next) {
  if (Next.is(tok::identifier))
    Seen |= Next.getIdentifierInfo() == Spellings[0] || Next.getIdentifierInfo() == Spellings[1];
  if (Refused.empty())
    Failed = S.getDiagnostics().hasErrorOccurred();
  else if (!S.inTemplateInstantiation())
    settle();
}

void SharedConstructors::parsed(Decl &Declared) {
  if (std::exchange(Seen, false))
    Templates().TraverseDecl(&Declared);
}

void SharedConstructors::settle() {
  for (SourceLocation Where : std::exchange(Refused, {}))
    decide(Where);
}

void SharedConstructors::decide(SourceLocation Where) {
  DiagnosticsEngine &Diagnostics = S.getDiagnostics();
  for (Scope *In = S.getCurScope(); In; In = In->getParent())
    for (Decl *D : In->decls()) {
      auto *Variable = dyn_cast<VarDecl>(D);
      if (!Variable || Variable->getLocation() != Where || !isSharedLocal(*Variable) || !isConstructedByDefault(*Variable))
        continue;
      // Clang's error is taken back, unless there was another one before.
      if (!Failed)
        Diagnostics.Reset(/*soft=*/true);
      Variable->setInvalidDecl(false);
      Variable->setInit(nullptr);
      const CXXRecordDecl *Class = S.getASTContext().getBaseElementType(Variable->getType())->getAsCXXRecordDecl();
      // Libraries' classes are meant to be made by hand, as `cuda::barrier` by `init`.
      if (Class && !S.getSourceManager().isInSystemHeader(Class->getLocation()))
        Diagnostics.Report(Where, Diagnostics.getCustomDiagID(DiagnosticsEngine::Warning,
                                                              "no constructor or destructor of a `__shared__` variable runs: make `%0` by hand, in one thread"))
            << Variable->getName();
      return;
    }
  Diagnostics.Report(Where, Diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "initialization is not supported for __shared__ variables"));
}

} // namespace chv
