// What statements at top level may not do, and clang lets them.
#pragma once
#include "clang/AST/DeclBase.h"
#include "llvm/ADT/ArrayRef.h"

namespace clang {
class Sema;
}

namespace chv {

// An error for each place where a statement of these declarations, which is host code, uses what only devices have: clang looks for that in
// functions alone. Bodies of device lambdas, and operands that are not evaluated, may.
void checkHostStatements(clang::Sema &S, llvm::ArrayRef<clang::Decl *> Declarations);

} // namespace chv
