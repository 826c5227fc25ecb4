// What the names that a text declares lead to in the AST.
#pragma once
#include "redefinition/cells.h"
#include "redefinition/declared_names.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace chv {

// The namespace, the class or the function whose name it is.
const clang::DeclContext *contextOf(const clang::NamedDecl &D);
// The namespace whose names are those of this one too: `a` for `namespace a { inline namespace v1 {} }`, say.
const clang::DeclContext *aroundUnnamed(const clang::DeclContext *Context);

using Spaces = llvm::SmallSetVector<const clang::DeclContext *, 8>;
// Adds a namespace and those whose names are names of it as well. These are its unnamed ones, those that it opens by `using namespace`, and what they
// have or open. `OnlyUnnamed`: not those that `using namespace` opens.
void addOpened(const clang::DeclContext &From, Spaces &Found, bool OnlyUnnamed = false);

class NameLookup {
public:
  NameLookup(clang::ASTContext &Context, const Cells &Known) : Context(Context), Known(Known) {}

  // `+` of `operator+`, say.
  clang::DeclarationName nameOf(llvm::StringRef Text) const;
  // The namespace or class that this chain of names leads to; null if there is none.
  clang::DeclContext *find(llvm::ArrayRef<llvm::StringRef> Path) const;
  // Does this chain of names name a value?
  bool namesValue(llvm::ArrayRef<llvm::StringRef> Names) const;
  // The namespace whose names are the name's neighbours, and its unnamed ones. The name itself may lie in an unnamed or inline one of it.
  Spaces around(const DeclaredName &Name) const;
  // Has an older cell declared the name, where it is about to be declared or in the namespace around that?
  bool isOlderAround(const DeclaredName &Name) const;

  // What all namespaces have under this name.
  llvm::SmallVector<clang::NamedDecl *, 4> inNamespaces(clang::DeclarationName Name) const;
  // A namespace has declared it.
  void note(const clang::NamedDecl &New);

private:
  clang::ASTContext &Context;
  const Cells &Known;
  struct {
    llvm::DenseMap<clang::DeclarationName, llvm::SmallSetVector<const clang::DeclContext *, 2>> Homes; // namespaces that have or had the name
  } Session;
};

} // namespace chv
