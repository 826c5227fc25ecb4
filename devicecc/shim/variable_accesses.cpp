#include "variable_accesses.h"
#include "device_module.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"

using namespace clang;

namespace chv {

namespace {

bool isForDevices(const VarDecl &Variable) { return Variable.hasAttr<CUDADeviceAttr>() || Variable.hasAttr<CUDAConstantAttr>(); }

// Of what an expression is the address: `&Part`, or an array.
const Expr *pointedTo(const Expr *Pointer) {
  Pointer = Pointer->IgnoreParenImpCasts();
  const auto *Address = dyn_cast<UnaryOperator>(Pointer);
  if (Address && Address->getOpcode() == UO_AddrOf)
    return Address->getSubExpr();
  return Pointer->getType()->isArrayType() ? Pointer : nullptr;
}

// The device variable of which an expression is a part, if host code sees a copy of it.
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

class HostAccesses : public RecursiveASTVisitor<HostAccesses> {
  using Visitor = RecursiveASTVisitor<HostAccesses>;

public:
  explicit HostAccesses(Sema &S)
      : S(S), Read(warning("host code reads its own copy of %0, not the %select{__device__|__constant__}1 variable; "
                           "cudaMemcpyFromSymbol reads that")),
        Write(warning("host code writes its own copy of %0, not the %select{__device__|__constant__}1 variable; "
                      "cudaMemcpyToSymbol writes that")),
        Pass(warning("the kernel gets the address of host code's own copy of %0, not of the %select{__device__|__constant__}1 variable; "
                     "cudaGetSymbolAddress gives that")) {}

  bool VisitImplicitCastExpr(ImplicitCastExpr *Cast) {
    return Cast->getCastKind() == CK_LValueToRValue ? tell(Cast->getSubExpr(), Read) : true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Construction) {
    return Construction->getConstructor()->isCopyOrMoveConstructor() ? tell(Construction->getArg(0), Read) : true;
  }
  bool VisitBinaryOperator(BinaryOperator *Operation) { return Operation->isAssignmentOp() ? tell(Operation->getLHS(), Write) : true; }
  bool VisitUnaryOperator(UnaryOperator *Operation) {
    return Operation->isIncrementDecrementOp() ? tell(Operation->getSubExpr(), Write) : true;
  }

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *Launch) {
    for (const Expr *Argument : Launch->arguments())
      if (const Expr *Part = Argument->getType()->isPointerType() ? pointedTo(Argument) : nullptr)
        tell(Part, Pass);
    return true;
  }

  bool TraverseDecl(Decl *Declared) {
    const auto *Function = dyn_cast_or_null<FunctionDecl>(Declared);
    const auto *Variable = dyn_cast_or_null<VarDecl>(Declared);
    bool ForDevices = (Function && !isForHost(*Function)) || (Variable && isForDevices(*Variable));
    return ForDevices ? true : Visitor::TraverseDecl(Declared);
  }
  bool TraverseLambdaExpr(LambdaExpr *Lambda, DataRecursionQueue * = nullptr) {
    if (isForHost(*Lambda->getCallOperator()))
      return Visitor::TraverseLambdaExpr(Lambda);
    for (Expr *Captured : Lambda->capture_inits())
      if (Captured && !TraverseStmt(Captured))
        return false;
    return true;
  }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *, DataRecursionQueue * = nullptr) { return true; }
  bool TraverseCXXNoexceptExpr(CXXNoexceptExpr *, DataRecursionQueue * = nullptr) { return true; }
  bool TraverseCXXTypeidExpr(CXXTypeidExpr *, DataRecursionQueue * = nullptr) { return true; }
  bool TraverseTypeLoc(TypeLoc, bool = true) { return true; }

private:
  template <unsigned Length> unsigned warning(const char (&Text)[Length]) {
    return S.getDiagnostics().getCustomDiagID(DiagnosticsEngine::Warning, Text);
  }
  bool isForHost(const FunctionDecl &Function) { return S.CUDA().IdentifyTarget(&Function) == CUDAFunctionTarget::Host; }

  bool tell(const Expr *Part, unsigned Message) {
    if (const DeclRefExpr *Reference = deviceVariable(Part))
      S.Diag(Reference->getLocation(), Message)
          << cast<VarDecl>(Reference->getDecl()) << Reference->getDecl()->hasAttr<CUDAConstantAttr>();
    return true;
  }

  Sema &S;
  unsigned Read, Write, Pass;
};

} // namespace

void warnOfVariableAccesses(Sema &S, llvm::ArrayRef<Decl *> Declarations) {
  for (Decl *Declared : Declarations)
    if (!S.getSourceManager().isInSystemHeader(Declared->getLocation()))
      HostAccesses(S).TraverseDecl(Declared);
}

} // namespace chv
