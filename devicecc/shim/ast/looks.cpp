#include "ast/looks.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace chv {

static bool mayWriteTo(QualType Parameter) {
  if (!Parameter->isPointerType() && !Parameter->isReferenceType())
    return false;
  QualType Pointee = Parameter->getPointeeType();
  // What is passed by `&&` ends with the expression, or is given away by a move, which is seen on its own.
  return !Pointee.isConstQualified() && !Pointee->isFunctionType() && !Parameter->isRValueReferenceType();
}

// `v[0]`, `v.begin()`: there is one for what cannot be changed, too.
static bool hasConstTwin(const CXXMethodDecl &Method) {
  for (const NamedDecl *Other : Method.getParent()->lookup(Method.getDeclName()))
    if (const auto *Twin = dyn_cast<CXXMethodDecl>(Other); Twin && Twin->isConst() && Twin->getNumParams() == Method.getNumParams())
      return true;
  return false;
}

static bool mayChange(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return false;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (Method && Method->isInstance() && !Method->isConst() && !hasConstTwin(*Method)) {
    const Expr *Object = nullptr;
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
      Object = Member->getImplicitObjectArgument();
    else if (Call.getNumArgs() > 0)
      Object = Call.getArg(0);
    if (!Object || Object->isLValue() || Object->getType()->isPointerType())
      return true;
  }
  return llvm::any_of(Callee->parameters(), [](const ParmVarDecl *It) { return mayWriteTo(It->getType()); });
}

namespace {
// Stops at the first thing that may change something.
class ChangeFinder : public DynamicRecursiveASTVisitor {
public:
  bool VisitBinaryOperator(BinaryOperator *Operation) override { return !Operation->isAssignmentOp(); }
  bool VisitUnaryOperator(UnaryOperator *Operation) override { return !Operation->isIncrementDecrementOp(); }
  bool VisitCXXNewExpr(CXXNewExpr *) override { return false; }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *) override { return false; }
  bool VisitCXXThrowExpr(CXXThrowExpr *) override { return false; }
  bool VisitAtomicExpr(AtomicExpr *) override { return false; }
  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *) override { return false; }
  bool VisitCallExpr(CallExpr *Call) override { return !mayChange(*Call); }
};
} // namespace

bool onlyLooks(const Expr &Value) { return ChangeFinder().TraverseStmt(const_cast<Expr *>(&Value)); }

} // namespace chv
