// Walks over the code that the host runs: what a lambda for devices does and what is only asked for its type is none of it.
#pragma once
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"

namespace chv {

template <class Derived> class HostCodeVisitor : public clang::RecursiveASTVisitor<Derived> {
  using Visitor = clang::RecursiveASTVisitor<Derived>;

public:
  explicit HostCodeVisitor(clang::Sema &S) : S(S) {}

  bool TraverseLambdaExpr(clang::LambdaExpr *Lambda, typename Visitor::DataRecursionQueue * = nullptr) {
    if (isForHost(*Lambda->getCallOperator()))
      return Visitor::TraverseLambdaExpr(Lambda);
    // Captures are evaluated here, whoever calls it.
    for (clang::Expr *Captured : Lambda->capture_inits())
      if (Captured && !this->getDerived().TraverseStmt(Captured))
        return false;
    return true;
  }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *, typename Visitor::DataRecursionQueue * = nullptr) { return true; }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr *, typename Visitor::DataRecursionQueue * = nullptr) { return true; }
  bool TraverseCXXTypeidExpr(clang::CXXTypeidExpr *, typename Visitor::DataRecursionQueue * = nullptr) { return true; }
  bool TraverseTypeLoc(clang::TypeLoc, bool = true) { return true; }
  bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc &) { return true; }

protected:
  bool isForHost(const clang::FunctionDecl &Function) { return S.CUDA().IdentifyTarget(&Function) == clang::CUDAFunctionTarget::Host; }

  clang::Sema &S;
};

} // namespace chv
