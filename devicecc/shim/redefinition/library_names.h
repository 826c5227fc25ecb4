// Names that the C library or CUDA's functions have in the global namespace. A cell may declare them as something of its own: `float y1 = 2;` beside `double
// y1(double)`. What stands before it, the library's own code among that, goes on with the library's. What comes behind sees the user's.
#pragma once
#include "redefinition/symbols.h"
#include "redefinition/unchanged_types.h"
#include "redefinition/visibility.h"
#include "llvm/ADT/StringSet.h"

namespace chv {

class LibraryNames {
public:
  LibraryNames(clang::Sema &S, const NameLookup &Names, Visibility &Visible, Symbols &Symbolic, UnchangedTypes &Unchanged)
      : S(S), Names(Names), Visible(Visible), Symbolic(Symbolic), Unchanged(Unchanged) {}

  // `Typed`: the cell is typed or piped, and no file.
  void beginCell(bool Typed);
  // A directive of the newest cell, or of a header that it includes, names this file.
  void included(llvm::StringRef File) { Cell.Included.insert(File); }
  // Hides what the library has under a name that is about to be declared.
  void hideFor(const DeclaredName &Name);
  // The user has declared `New`. What is the library's and hidden for it stays so if `New` takes its place.
  Visibility::Fate settle(HiddenName &Entry, clang::NamedDecl &New);

private:
  bool isOfLibrary(const clang::NamedDecl &D) const;
  bool isOfIncluded(const clang::NamedDecl &D) const;
  bool isInTheWay(const clang::NamedDecl &Old, DeclaredName::Shape New, bool NewTag) const;
  void giveUsersSymbol(clang::NamedDecl &New, const clang::NamedDecl &Old);

  clang::Sema &S;
  const NameLookup &Names;
  Visibility &Visible;
  Symbols &Symbolic;
  UnchangedTypes &Unchanged;
  struct {
    bool Typed = true;
    llvm::StringSet<> Included;
  } Cell;
};

} // namespace chv
