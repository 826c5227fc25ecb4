// Takes the specializations of a class or variable template out of its lists while one is declared that may be among them: the new one is
// then another class or variable, and the older one of the same arguments stays with older code.
#pragma once
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace chv {

class HiddenSpecializations {
public:
  // From now on the template has none.
  void hide(clang::RedeclarableTemplateDecl &Template);
  // Whether they are this template's that are hidden.
  bool areOf(const clang::RedeclarableTemplateDecl &Other) const { return Template && Template->getCanonicalDecl() == Other.getCanonicalDecl(); }
  // The declared one has joined. The others come back, but the one with its arguments and what was made of that: they are given to `Left`.
  void settle(const clang::NamedDecl &Added, llvm::function_ref<void(clang::NamedDecl &)> Left);
  // All come back: none was declared.
  void giveBack();

private:
  clang::RedeclarableTemplateDecl *Template = nullptr;
  llvm::SmallVector<clang::NamedDecl *, 8> Full, Partial;
};

// What can stand for a class template in the symbols of a specialization: another template of its name, with a tag.
clang::ClassTemplateDecl &nameTemplate(clang::ClassTemplateDecl &Template, llvm::StringRef Tag);

} // namespace chv
