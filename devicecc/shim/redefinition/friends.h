// Classes that are friends of others, and are defined again.
#pragma once
#include "redefinition/cells.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/SetVector.h"

namespace chv {

class Friends {
public:
  Friends(clang::ASTContext &Context, const Cells &Known) : Context(Context), Known(Known) {}

  // Something has been declared, perhaps a class.
  void note(clang::NamedDecl &D);
  // Classes go on to have the newest version of a class for their friend: `class A { friend struct B; };`, and `struct B` is defined again.
  void keep(clang::NamedDecl &New, const clang::NamedDecl &Old);

private:
  clang::ASTContext &Context;
  const Cells &Known;
  struct {
    llvm::SetVector<clang::CXXRecordDecl *> Classes; // of the session, or what its class templates are made from
  } Session;
};

} // namespace chv
