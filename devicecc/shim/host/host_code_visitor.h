// Walks over the code that the host runs: what a lambda for devices does and what is only asked for its type is none of it.
#pragma once
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"

namespace chv {

class HostCodeVisitor : public clang::DynamicRecursiveASTVisitor {
  using Visitor = clang::DynamicRecursiveASTVisitor;

public:
  explicit HostCodeVisitor(clang::Sema &S) : S(S) {}

  bool TraverseLambdaExpr(clang::LambdaExpr *Lambda) override {
    if (isForHost(*Lambda->getCallOperator()))
      return Visitor::TraverseLambdaExpr(Lambda);
    // Captures are evaluated here, whoever calls it.
    for (clang::Expr *Captured : Lambda->capture_inits())
      if (Captured && !TraverseStmt(Captured))
        return false;
    return true;
  }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *) override { return true; }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr *) override { return true; }
  bool TraverseCXXTypeidExpr(clang::CXXTypeidExpr *) override { return true; }
  bool TraverseTypeLoc(clang::TypeLoc, bool = true) override { return true; }
  bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc &) override { return true; }

protected:
  bool isForHost(const clang::FunctionDecl &Function) { return S.CUDA().IdentifyTarget(&Function) == clang::CUDAFunctionTarget::Host; }

  clang::Sema &S;
};

} // namespace chv
