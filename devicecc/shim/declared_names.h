// What the next top-level declaration of a text is about to declare, read off its raw tokens.
#pragma once
#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace chv {

struct DeclaredName {
  enum class Shape {
    Type,     // a class, enum or alias that is defined
    Function, // a function with a body
    Object,   // a variable, enumerator, concept, using-declaration, namespace alias
    Call,     // `T x(…);`: a variable or the declaration of a function
  };
  Shape What;
  // Namespaces and classes it is declared in, outermost first; an unnamed namespace is "".
  llvm::SmallVector<llvm::StringRef, 2> Path;
  llvm::StringRef Name; // `operator+` for operators
  bool Qualified = false; // written as `space::name`, so that it must have been declared there before
  bool Specialization = false; // after `template <>`, or with arguments of a template
  llvm::StringRef Closer, After; // the token that closes the arguments of a template, and the one behind it; empty if it has none
};

// Does this chain of names (`std`, `vector`) name a value, so that what follows is an expression?
using NamesValue = llvm::function_ref<bool(llvm::ArrayRef<llvm::StringRef>)>;

// Reads one declaration from the start of `Text` (a whole namespace or linkage block with all that is in it). It may find too
// much or too little: the compiler decides; this only says where to look.
std::vector<DeclaredName> declaredNames(llvm::StringRef Text, const clang::LangOptions &Language, NamesValue IsValue);

} // namespace chv
