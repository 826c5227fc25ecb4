// When a class or enum that is defined once more stays what it is: if it is written as before, and every name in it means what it meant then.
//
// Clang reads it as a declaration of the older one, so variables and code of that type go on. A file that is loaded again has such.
#pragma once
#include "redefinition/symbols.h"
#include "redefinition/text_ahead.h"
#include "redefinition/visibility.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace chv {

class Mentioned;

class UnchangedTypes {
public:
  UnchangedTypes(clang::Sema &S, const Cells &Known, const NameLookup &Names, TextAhead &Text, Visibility &Visible, Symbols &Symbolic)
      : S(S), Known(Known), Names(Names), Text(Text), Visible(Visible), Symbolic(Symbolic) {}

  void beginCell() { endDeclaration(); }
  void endDeclaration() { Declaration = {}; }

  // A namespace has declared it; it took the place of `Old` if that is not null.
  void noteChange(clang::NamedDecl &New, clang::NamedDecl *Old);
  // Its file does not have it any more.
  void noteGone(clang::NamedDecl &Old) { Session.Changes[Old.getDeclName()].push_back({&Old, nullptr, Known.newest()}); }
  // How the text behind a declaration defines what that declares, if it does: `struct S;`, and then `struct S { int a; };`. Nothing if the type is the older
  // one then.
  std::optional<DeclaredName::Shape> definedBehind(const DeclaredName &Declared);
  // The declaration is about to define a type, perhaps one that older cells have defined.
  void await(const DeclaredName &Name);
  // The definitions outside of their classes or namespaces that begin here: `struct A::B {};`.
  void awaitOutside(const char *Place);
  // Called with each token. Is it known now that a type is the older one? Then that is visible again, and clang's lexer jumps over what makes a definition.
  // Gives where the arguments of a specialization close that is the older one: nothing else has to be done for it.
  clang::SourceLocation readAsDeclared();
  // Called with each token. Does a definition begin with it, outside of its class or namespace, that is there already? Then an empty declaration is read.
  void skipOutside(const clang::Token &Next);

private:
  // A declaration of a namespace, and what it took the place of if that was one thing; or what has gone.
  struct Change {
    clang::NamedDecl *New, *Old;
    unsigned Cell;
  };
  clang::TagDecl *olderOf(const DeclaredName &Name) const;
  clang::TagDecl *unchanged(const DeclaredName &Name);
  clang::TagDecl *unchangedOutside(const DeclaredName &Name);
  bool willBeUnchanged(const DeclaredName &Later, const char *Behind);
  bool meansTheSame(clang::NamedDecl &Old);
  bool meansTheSame(const Mentioned &Outer, unsigned Cell);
  bool isChange(const Change &Entry);
  bool sameMacros(llvm::StringRef Written, clang::SourceLocation Then) const;
  bool hasSpecialsStill(const clang::TagDecl &Old, const DeclaredName &Name);
  bool typesOutsideStay(clang::TagDecl &Class, const DeclaredName &Name);
  bool restore(const DeclaredName &Name);

  clang::Sema &S;
  const Cells &Known;
  const NameLookup &Names;
  TextAhead &Text;
  Visibility &Visible;
  Symbols &Symbolic;
  struct {
    llvm::DenseMap<clang::DeclarationName, std::vector<Change>> Changes; // oldest first
  } Session;
  // If it defines types that older cells have defined.
  struct {
    std::vector<DeclaredName> Types;               // such types, until they have been read
    std::vector<DeclaredName> Outside;             // and those that it defines outside of their classes or namespaces
    llvm::SmallVector<DefinedType::Jump, 4> Jumps; // that clang's lexer makes in it
    llvm::SmallPtrSet<const clang::Decl *, 8> Asking; // whose meaning is being found out
  } Declaration;
};

// Is it a definition outside of its class or namespace?
bool isOutside(const DeclaredName &Name);

} // namespace chv
