// Names that the session keeps for itself: what a cell or a file of the user's may not define.
#pragma once
#include "clang/AST/DeclBase.h"
#include "llvm/ADT/ArrayRef.h"

namespace clang {
class Preprocessor;
class Sema;
class Token;
}

namespace chv {

// An error at each declaration among these, or within them, that gives something such a name or symbol. Headers of the system may.
void checkReservedNames(clang::Sema &S, llvm::ArrayRef<clang::Decl *> Declarations);

// Likewise for a macro that is defined or undefined.
void checkReservedMacro(clang::Preprocessor &PP, const clang::Token &Name);

} // namespace chv
