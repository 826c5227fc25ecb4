#include "host/variable_accesses.h"
#include "device/device_module.h"
#include "host/host_code_visitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace chv {

const DeclRefExpr *deviceVariable(const Expr *Part) {
  for (;;) {
    Part = Part->IgnoreParens();
    if (const auto *Member = dyn_cast<MemberExpr>(Part); Member && !Member->isArrow())
      Part = Member->getBase();
    else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Part))
      Part = Element->getBase();
    else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Part);
             Cast && (Cast->getCastKind() == CK_ArrayToPointerDecay || Cast->getCastKind() == CK_NoOp))
      Part = Cast->getSubExpr();
    else
      break;
  }
  const auto *Reference = dyn_cast<DeclRefExpr>(Part);
  const auto *Variable = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  // What the compiler knows needs no variable.
  if (!Variable || Reference->isNonOdrUse() == NOUR_Constant || isManaged(*Variable))
    return nullptr;
  return isForDevices(*Variable) ? Reference : nullptr;
}

namespace {

// Of what an expression is the address: `&Part`, or an array.
const Expr *pointedTo(const Expr *Pointer) {
  Pointer = Pointer->IgnoreParenImpCasts();
  const auto *Address = dyn_cast<UnaryOperator>(Pointer);
  if (Address && Address->getOpcode() == UO_AddrOf)
    return Address->getSubExpr();
  return Pointer->getType()->isArrayType() ? Pointer : nullptr;
}

class HostAccesses : public HostCodeVisitor {
  using Visitor = HostCodeVisitor;

public:
  explicit HostAccesses(Sema &S)
      : HostCodeVisitor(S), Read(warning("host code reads its own copy of %0, not the %select{__device__|__constant__}1 variable; "
                           "cudaMemcpyFromSymbol reads that")),
        Write(warning("host code writes its own copy of %0, not the %select{__device__|__constant__}1 variable; "
                      "cudaMemcpyToSymbol writes that")),
        Pass(warning("the kernel gets the address of host code's own copy of %0, not of the %select{__device__|__constant__}1 variable; "
                     "cudaGetSymbolAddress gives that")) {}

  bool VisitImplicitCastExpr(ImplicitCastExpr *Cast) override {
    return Cast->getCastKind() == CK_LValueToRValue ? tell(Cast->getSubExpr(), Read) : true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Construction) override {
    return Construction->getConstructor()->isCopyOrMoveConstructor() ? tell(Construction->getArg(0), Read) : true;
  }
  bool VisitBinaryOperator(BinaryOperator *Operation) override { return Operation->isAssignmentOp() ? tell(Operation->getLHS(), Write) : true; }
  bool VisitUnaryOperator(UnaryOperator *Operation) override {
    return Operation->isIncrementDecrementOp() ? tell(Operation->getSubExpr(), Write) : true;
  }

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *Launch) override {
    for (const Expr *Argument : Launch->arguments())
      if (const Expr *Part = Argument->getType()->isPointerType() ? pointedTo(Argument) : nullptr)
        tell(Part, Pass);
    return true;
  }

  bool TraverseDecl(Decl *Declared) override {
    const auto *Function = dyn_cast_or_null<FunctionDecl>(Declared);
    const auto *Variable = dyn_cast_or_null<VarDecl>(Declared);
    bool ForDevices = (Function && !isForHost(*Function)) || (Variable && isForDevices(*Variable));
    return ForDevices ? true : Visitor::TraverseDecl(Declared);
  }

private:
  template <unsigned Length> unsigned warning(const char (&Text)[Length]) {
    return S.getDiagnostics().getCustomDiagID(DiagnosticsEngine::Warning, Text);
  }

  bool tell(const Expr *Part, unsigned Message) {
    if (const DeclRefExpr *Reference = deviceVariable(Part))
      S.Diag(Reference->getLocation(), Message)
          << cast<VarDecl>(Reference->getDecl()) << Reference->getDecl()->hasAttr<CUDAConstantAttr>();
    return true;
  }

  unsigned Read, Write, Pass;
};

} // namespace

void warnOfVariableAccesses(Sema &S, llvm::ArrayRef<Decl *> Declarations) {
  HostAccesses Accesses(S);
  for (Decl *Declared : Declarations)
    if (!S.getSourceManager().isInSystemHeader(Declared->getLocation()))
      Accesses.TraverseDecl(Declared);
}

} // namespace chv
