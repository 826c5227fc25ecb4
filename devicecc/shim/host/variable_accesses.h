// Host code that means a device variable's value and gets its own copy of it.
#pragma once
#include "clang/AST/DeclBase.h"
#include "llvm/ADT/ArrayRef.h"

namespace clang {
class DeclRefExpr;
class Expr;
class Sema;
}

namespace chv {

// The `__device__` or `__constant__` variable that an expression is, or is a part of, if host code has a copy of its own; else null.
const clang::DeclRefExpr *deviceVariable(const clang::Expr *Part);

// A warning for each place where host code of these declarations reads or writes a `__device__` or `__constant__` variable, as nvcc gives it:
// clang takes such a variable for any other one. Code of headers and what is compiled for devices too is not looked at.
void warnOfVariableAccesses(clang::Sema &S, llvm::ArrayRef<clang::Decl *> Declarations);

} // namespace chv
