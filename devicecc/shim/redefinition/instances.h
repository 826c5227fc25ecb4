// What clang has instantiated templates to in the session, and which of it was made of what a cell has defined anew.
#pragma once
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace clang {
class ConceptSpecializationExpr;
} // namespace clang

namespace chv {

using Declarations = llvm::DenseSet<const clang::Decl *>; // canonical ones

// Instances that would be others if they were made now.
struct Outdated {
  std::vector<clang::ClassTemplateSpecializationDecl *> Classes;
  std::vector<clang::VarTemplateSpecializationDecl *> Variables;
  std::vector<clang::VarDecl *> Members;     // static ones, defined outside their classes
  std::vector<clang::FunctionDecl *> Bodies; // functions that are declared as before
  std::vector<clang::FunctionDecl *> Functions; // others, of function templates
};

class Instances {
public:
  // Of a function template; members of a class come with it.
  void note(clang::FunctionDecl &Function) { Functions.insert(&Function); }
  void note(clang::ClassTemplateSpecializationDecl &Class) { Classes.insert(&Class); }
  void note(clang::VarTemplateSpecializationDecl &Variable) { Variables.insert(&Variable); }
  void forget(clang::NamedDecl &Gone);

  struct Questions {
    llvm::function_ref<bool(const clang::FunctionDecl &)> CanFollow; // does older code follow to a new body of it?
    llvm::function_ref<bool(const clang::ConceptSpecializationExpr &)> Differs; // is it satisfied now, and was not, or the reverse?
  };
  // All that was made of these, which it takes the others into. What has them in its arguments is meant to be of the older ones.
  Outdated madeOf(Declarations &Older, Questions Ask) const;

private:
  llvm::SetVector<clang::FunctionDecl *> Functions;
  llvm::SetVector<clang::ClassTemplateSpecializationDecl *> Classes;
  llvm::SetVector<clang::VarTemplateSpecializationDecl *> Variables;
};

} // namespace chv
