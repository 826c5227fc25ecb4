// What the next top-level declaration of a text is about to declare, read off its raw tokens.
#pragma once
#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace chv {

// The definition of a class or enum.
struct DefinedType {
  llvm::StringRef Whole;  // from `template`, or the class's keyword, to the closing brace; empty if it is only declared
  // When clang has read this token, it is through with what stands before the definition; of one that is defined outside of its class or namespace it is
  // the first.
  llvm::StringRef Trigger;
  // Where to go on from where, so that what is read is only a declaration: without default arguments, bases, the body.
  struct Jump {
    const char *From, *To;
  };
  llvm::SmallVector<Jump, 2> Jumps;
};

struct DeclaredName {
  enum class Shape {
    Type,      // a class, enum or alias that is defined
    Forward,   // a class or enum that is only declared
    Function,  // a function with a body
    Object,    // a variable, enumerator, concept, using-declaration, namespace alias
    Call,      // `T x(…);`: a variable or the declaration of a function
    Extern,    // a variable that is only declared
    Guide,     // how the arguments of the class template of this name are deduced
    UsingEnum, // the enumerators of the enum of this name
    Namespace,
  };
  Shape What;
  // Namespaces and classes it is declared in, outermost first; an unnamed namespace is "".
  llvm::SmallVector<llvm::StringRef, 2> Path;
  llvm::StringRef Name; // `operator+` for operators
  const char *Start = nullptr; // of the declaration: of a namespace's member, not the namespace's
  size_t Around = 0;     // how many of the path lead to the namespace that has the name too: those behind are inline or unnamed
  size_t Qualifiers = 0; // the last ones of the path were written (`space::name`), so it must have been declared there before
  bool InC = false;        // with C's linkage
  bool Template = false;   // after `template <…>`
  bool Alone = false;      // no class may have its name as well: a template, a concept, a structured binding
  bool Specialization = false; // after `template <>`, or with arguments of a template
  llvm::StringRef Closer, After; // the token that closes the arguments of a template, and the one behind it; empty if it has none
  // Of a class or enum that is defined, or of a template that is declared with default arguments: then a jump for each.
  std::optional<DefinedType> Type;
};

// Does this chain of names (`std`, `vector`) name a value, so that what follows is an expression?
using NamesValue = llvm::function_ref<bool(llvm::ArrayRef<llvm::StringRef>)>;

// Text that is compared.
std::string withoutBlanks(llvm::StringRef Text);

// Reads one declaration from the start of `Text` (a whole namespace or linkage block with all that is in it) and leaves what is behind it. It may find
// too much or too little: the compiler decides; this only says where to look.
std::vector<DeclaredName> declaredNames(llvm::StringRef &Text, const clang::LangOptions &Language, NamesValue IsValue);

} // namespace chv
