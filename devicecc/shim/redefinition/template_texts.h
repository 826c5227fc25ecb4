// What the texts of templates mean by their names. Clang looks names up when it reads a template: instances that are made after one of them was defined
// anew would be made of the older definition.
#pragma once
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace chv {

class TemplateTexts {
public:
  // A cell has written it.
  void note(clang::Decl &Written) { Unread.push_back(&Written); }
  // From now on templates mean the newer one, a function or a template of functions or variables. `InstanceOf` gives an instance of a newer template with an
  // older instance's arguments, for what texts name without their parameters; null if older code cannot use it.
  void replace(clang::NamedDecl &Old, clang::NamedDecl &New, llvm::function_ref<clang::ValueDecl *(clang::ValueDecl &)> InstanceOf);

private:
  class Reader;
  void read();

  std::vector<clang::Decl *> Unread;
  llvm::DenseMap<clang::DeclarationName, std::vector<clang::OverloadExpr *>> Overloads; // that arguments of a template will choose from
  llvm::DenseMap<const clang::Decl *, std::vector<clang::DeclRefExpr *>> Instances;     // by their templates
};

} // namespace chv
