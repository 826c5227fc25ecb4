// What `using` brings in is what a name means now, not what it meant when that was said: `using a::f;`, and then `namespace a { int f() { return 2; } }`.
#pragma once
#include "redefinition/cells.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace chv {

class UsingDeclarations {
public:
  explicit UsingDeclarations(const Cells &Known) : Known(Known) {}

  void note(clang::UsingShadowDecl &Shadow);
  // From now on they bring in the newer one.
  void redirect(const clang::NamedDecl &Old, clang::NamedDecl &New);

private:
  const Cells &Known;
  struct {
    llvm::DenseMap<const clang::Decl *, llvm::SmallVector<clang::UsingShadowDecl *, 2>> Shadows; // by what they bring in
  } Session;
};

} // namespace chv
