// Finds what a part of an AST refers to.
#pragma once
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace chv {

// Calls `found` with every declaration that a tree refers to by an expression or a type.
template <class Derived> class ReferenceFinder : public clang::RecursiveASTVisitor<Derived> {
public:
  void found(const clang::Decl *D) {
    if (D)
      static_cast<Derived *>(this)->refersTo(*D);
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr *E) { return found(E->getDecl()), true; }
  bool VisitMemberExpr(clang::MemberExpr *E) { return found(E->getMemberDecl()), true; }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *E) { return found(E->getConstructor()), true; }
  bool VisitOverloadExpr(clang::OverloadExpr *E) {
    for (clang::NamedDecl *D : E->decls())
      found(D->getUnderlyingDecl());
    return true;
  }
  bool VisitConceptReference(clang::ConceptReference *R) { return found(R->getNamedConcept()), true; }
  // An argument of a template may be a template itself.
  bool TraverseTemplateName(clang::TemplateName Name) {
    found(Name.getAsTemplateDecl());
    return clang::RecursiveASTVisitor<Derived>::TraverseTemplateName(Name);
  }
  bool VisitTypeLoc(clang::TypeLoc Written) { return static_cast<Derived *>(this)->VisitType(const_cast<clang::Type *>(Written.getTypePtr())); }
  bool VisitType(clang::Type *T) {
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
  // `std::vector<S>` refers to `S`.
  void foundTag(const clang::TagDecl &D) {
    found(&D);
    const auto *Special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&D);
    if (!Special || !Seen.insert(Special).second)
      return;
    for (const clang::TemplateArgument &Argument : Special->getTemplateArgs().asArray())
      this->TraverseTemplateArgument(Argument);
  }

  llvm::SmallPtrSet<const clang::Decl *, 8> Seen;
};

} // namespace chv
