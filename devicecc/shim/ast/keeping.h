// Whether the value that a cell shows can be kept for later cells, which mean it by `_`, and how.
#pragma once
#include "clang/AST/Expr.h"
#include <string>

namespace chv {

struct Keeping {
  // In the order of `chevron::values::Keep`; a value that is made where it is kept needs no other copy.
  enum How { No, Copy, Reference, Made } As = No;
  std::string Type; // as a later cell writes it, if it is kept
  std::string Why;  // it is not kept, in words
};

// Numbers and pointers are copied. An object that the expression names and that outlives it is meant itself, as no copy of it would be cheap or go unnoticed.
// A temporary is kept, made where it stays, if nobody can see that it ends later.
Keeping keepingOf(clang::ASTContext &Context, const clang::Expr &Value);

} // namespace chv
