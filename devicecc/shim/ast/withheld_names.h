// Names that the preamble's headers declare and a program does not see before it includes their header.
//
// The preamble has whole headers of the standard library in it, which takes their reading out of the cells. A program that never
// included one may have its own declarations of that name beside `using namespace std;`, and is right.
#pragma once
#include "clang/AST/DeclContextInternals.h"
#include "clang/Sema/Sema.h"
#include <string>
#include <vector>

namespace chv {

class WithheldNames {
public:
  explicit WithheldNames(clang::Sema &S);

  // Takes the names that are not to be seen yet out of lookup. Called before each declaration: parts of `std` that clang reads later
  // from the precompiled header bring all names back.
  void hide();
  // A directive includes this file, as it is written there: names that it declares are seen from now on.
  void included(llvm::StringRef File);
  // Called with each token after preprocessing.
  void watch(const clang::Token &Next);

private:
  struct Withheld {
    clang::DeclarationName Name;
    llvm::ArrayRef<llvm::StringLiteral> Headers; // without directories
    clang::StoredDeclsList Declarations;         // what the namespace's table had
  };
  void show(Withheld &Entry);

  clang::Sema &S;
  clang::DeclContext *Std = nullptr;
  std::vector<Withheld> Names; // not seen yet
  clang::tok::TokenKind Last[2] = {clang::tok::eof, clang::tok::eof}; // the newest first
};

} // namespace chv
