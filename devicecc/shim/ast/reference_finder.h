// Finds what a part of an AST refers to.
#pragma once
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace chv {

// Calls `refersTo` with every declaration that a tree refers to by an expression or a type.
class ReferenceFinder : public clang::DynamicRecursiveASTVisitor {
public:
  virtual void refersTo(const clang::Decl &D) = 0;

  bool VisitDeclRefExpr(clang::DeclRefExpr *E) override { return found(E->getDecl()), true; }
  bool VisitMemberExpr(clang::MemberExpr *E) override { return found(E->getMemberDecl()), true; }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *E) override { return found(E->getConstructor()), true; }
  bool VisitOverloadExpr(clang::OverloadExpr *E) override {
    for (clang::NamedDecl *D : E->decls())
      found(D->getUnderlyingDecl());
    return true;
  }
  bool VisitConceptReference(clang::ConceptReference *R) override { return found(R->getNamedConcept()), true; }
  // An argument of a template may be a template itself.
  bool TraverseTemplateName(clang::TemplateName Name) override {
    found(Name.getAsTemplateDecl());
    return clang::DynamicRecursiveASTVisitor::TraverseTemplateName(Name);
  }
  bool VisitTypeLoc(clang::TypeLoc Written) override { return VisitType(const_cast<clang::Type *>(Written.getTypePtr())); }
  bool VisitType(clang::Type *T) override {
    if (const auto *Tag = llvm::dyn_cast<clang::TagType>(T))
      foundTag(*Tag->getDecl());
    else if (const auto *Alias = llvm::dyn_cast<clang::TypedefType>(T))
      found(Alias->getDecl());
    else if (const auto *Special = llvm::dyn_cast<clang::TemplateSpecializationType>(T))
      found(Special->getTemplateName().getAsTemplateDecl());
    else if (const auto *Deduced = llvm::dyn_cast<clang::DeducedTemplateSpecializationType>(T))
      found(Deduced->getTemplateName().getAsTemplateDecl());
    return true;
  }

private:
  void found(const clang::Decl *D) {
    if (D)
      refersTo(*D);
  }

  // `std::vector<S>` refers to `S`.
  void foundTag(const clang::TagDecl &D) {
    found(&D);
    const auto *Special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&D);
    if (!Special || !Seen.insert(Special).second)
      return;
    for (const clang::TemplateArgument &Argument : Special->getTemplateArgs().asArray())
      TraverseTemplateArgument(Argument);
  }

  llvm::SmallPtrSet<const clang::Decl *, 8> Seen;
};

} // namespace chv
