// Constructors of `__shared__` variables: a block has such a variable without anybody's having made it, so none runs. nvcc takes a variable of a class that has
// one (`__shared__ cuda::barrier<…> b;`) and leaves it as it is; clang refuses it, and makes its declaration invalid.
#pragma once
#include "clang/AST/DeclBase.h"
#include "clang/Basic/SourceLocation.h"
#include "clang/Lex/Token.h"
#include <vector>

namespace clang {
class Diagnostic;
class DiagnosticsEngine;
class IdentifierInfo;
class Sema;
} // namespace clang

namespace chv {

class SharedConstructors {
public:
  explicit SharedConstructors(clang::Sema &S);
  // Is it what clang says against the initialisation of such a variable? Then nobody needs to hear it: `watch` and `settle` say what has to be said.
  bool takes(const clang::Diagnostic &About);
  // Called with each token: a declaration ends before the next one, and nothing has named the variable yet.
  void watch(const clang::Token &Next);
  // A declaration at top level has been parsed; its templates have not been instantiated.
  void parsed(clang::Decl &Declared);
  // Nothing comes behind: instances are made.
  void settle();

private:
  void decide(clang::SourceLocation Where);

  clang::Sema &S;
  const clang::IdentifierInfo *Spellings[2];
  std::vector<clang::SourceLocation> Refused;
  bool Failed = false; // before the first of them
  bool Seen = false;   // in the declaration that is being parsed
};

} // namespace chv
