// Default arguments of functions and templates that are declared or defined again: the newest hold.
#pragma once
#include "redefinition/cells.h"
#include "redefinition/declared_names.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace chv {

// Of a template that is only declared: are the default arguments of its parameters written as those of the older one?
bool hasSameDefaults(const DeclaredName &Declared, const clang::TagDecl *Older);

class DefaultArguments {
public:
  explicit DefaultArguments(const Cells &Known) : Known(Known) {}

  void beginCell() { Declaration = {}; }
  // An older function or class template is about to be declared once more: `int f(int = 2);` after `int f(int = 1);`. To clang its default arguments could
  // not be given again.
  void take(clang::NamedDecl &Old, const DeclaredName &Name);
  // The declaration has been parsed. What it leaves out is as before: all of it, if it was of an overload.
  void giveBack();
  // What a declaration without a body gave holds for the definitions after it: `int f(int = 1);`, then `int f(int i) { return i; }`.
  void inherit(clang::NamedDecl &New, clang::NamedDecl &Old);

private:
  struct Taken {
    clang::FunctionDecl *Function;
    llvm::SmallVector<clang::Expr *, 4> Values; // null where there is none
    bool Uninstantiated, Inherited;
  };
  void take(clang::FunctionDecl &Old);

  const Cells &Known;
  struct {
    std::vector<Taken> Functions; // that are about to be declared once more
  } Declaration;
};

} // namespace chv
