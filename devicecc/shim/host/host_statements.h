// What statements at top level may not do, and clang lets them.
#pragma once
#include "clang/AST/DeclBase.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class Sema;
}

namespace chv {

// What is said of it.
constexpr llvm::StringLiteral DeviceOnlyMessage = "%0 is for devices only, and a statement at top level is host code";

// An error for each place where a statement of these declarations, which is host code, uses what only devices have: clang looks for that in
// functions alone. Bodies of device lambdas, and operands that are not evaluated, may.
void checkHostStatements(clang::Sema &S, llvm::ArrayRef<clang::Decl *> Declarations);

} // namespace chv
