#include "host/host_statements.h"
#include "host/host_code_visitor.h"

using namespace clang;

namespace chv {

namespace {

class DeviceUses : public HostCodeVisitor {
public:
  explicit DeviceUses(Sema &S)
      : HostCodeVisitor(S), Message(S.getDiagnostics().getDiagnosticIDs()->getCustomDiagID(DiagnosticIDs::Error, DeviceOnlyMessage)) {}

  bool VisitDeclRefExpr(DeclRefExpr *Reference) override {
    const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    // `threadIdx` and its like; a `__device__` variable has an address that host code can pass on.
    const CXXRecordDecl *Class = Variable ? Variable->getType()->getAsCXXRecordDecl() : nullptr;
    if (Class && (Class->getName().starts_with("__chv_") || Class->getName().starts_with("__cuda_builtin_")))
      S.Diag(Reference->getLocation(), Message) << Variable;
    return check(dyn_cast<FunctionDecl>(Reference->getDecl()), Reference->getLocation());
  }
  bool VisitMemberExpr(MemberExpr *Member) override { return check(dyn_cast<FunctionDecl>(Member->getMemberDecl()), Member->getMemberLoc()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *Construction) override { return check(Construction->getConstructor(), Construction->getLocation()); }

private:
  // Our getter of a property, or clang's, about which all has been said.
  static bool isBehindThreadIdx(const FunctionDecl &Function) {
    llvm::StringRef Name = Function.getDeclName().isIdentifier() ? Function.getName() : "";
    return Name.starts_with("__chv_get_") || Name.starts_with("__fetch_builtin_");
  }

  bool check(const FunctionDecl *Function, SourceLocation Where) {
    if (Function && !isBehindThreadIdx(*Function) && S.CUDA().IdentifyTarget(Function) == CUDAFunctionTarget::Device)
      S.Diag(Where, Message) << Function;
    return true;
  }

  unsigned Message;
};

} // namespace

void checkHostStatements(Sema &S, llvm::ArrayRef<Decl *> Declarations) {
  for (Decl *Declared : Declarations)
    if (auto *Statement = dyn_cast<TopLevelStmtDecl>(Declared))
      DeviceUses(S).TraverseStmt(Statement->getStmt());
}

} // namespace chv
