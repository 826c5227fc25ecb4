// Which symbol a declaration has: an older one's, which older code knows, or one of its own.
#pragma once
#include "redefinition/cells.h"
#include "redefinition/specializations.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include <string>
#include <vector>

namespace chv {

// The symbol of a class is that of its definition. `struct S;` took an older one's place, and `struct S {};` follows.
void passTag(clang::NamedDecl &Again);

class Symbols {
public:
  Symbols(clang::ASTContext &Context, const Cells &Known) : Context(Context), Known(Known) {}

  void beginCell() { Cell = {}; }

  // `New` goes on from `Old`, under its symbol. That may be one that `Old` was given when it took another's place.
  void inheritSymbol(clang::NamedDecl &New, const clang::NamedDecl &Old);
  // `New` is another thing than `Old`, and older code goes on with that: `float f();` after `int f();`.
  void giveOwnSymbol(clang::NamedDecl &New, const clang::NamedDecl &Old);
  // Makes this version's symbol another one than those of the name's other versions.
  void giveTag(clang::NamedDecl &Named, llvm::StringRef Tag);
  // A variable that is specialized again, as another one: `template <> float v<int> = 1;` after `template <> int v<int> = 1;`.
  void giveNextLabel(clang::NamedDecl &New) { giveLabel(New, nextVersion(New)); }
  // An instance of another type than the one before it, which older code goes on with. The cell tells them apart, on both sides alike.
  void labelInstance(clang::NamedDecl &Instance);
  // At the end of a cell, which may declare a function several times, each time `static`: whoever goes on from another has that one's linkage.
  void shareLinkage();

  // Without the declarations of this cell the newest cell's would have other symbols.
  void noteGiver(unsigned Number) { Cell.Givers.insert(Number); }
  llvm::ArrayRef<unsigned> givers() const { return Cell.Givers.getArrayRef(); }

  // Clang knows the first declaration of a mangled name. This is the newest of a name that was declared anew, or null.
  const clang::Decl *newestOf(llvm::StringRef Symbol) const { return Session.Newest.lookup(Symbol); }
  void noteNewest(llvm::StringRef Symbol, const clang::Decl &D) { Session.Newest[Symbol] = &D; }

  // Specializations that are named by their versions.
  VersionNames &versions() { return Session.Specials; }

private:
  // For names that are not mangled, or without regard to tags.
  void giveLabel(clang::NamedDecl &Named, llvm::StringRef Tag);
  // A tag that no older declaration of the name has.
  std::string nextVersion(const clang::NamedDecl &D);
  bool takeLinkage(clang::NamedDecl &New, const clang::NamedDecl &Old);

  clang::ASTContext &Context;
  const Cells &Known;
  struct {
    llvm::StringMap<unsigned> Versions;                // of names whose symbols differ from version to version
    llvm::StringMap<const clang::Decl *> Newest;       // by their symbols
    llvm::DenseMap<const clang::Decl *, unsigned> Givers; // of what has another's linkage: the cell that has declared it so
    VersionNames Specials;
  } Session;
  struct {
    std::vector<std::pair<clang::NamedDecl *, const clang::NamedDecl *>> Inherited; // new and old, which may differ in their linkage
    llvm::SetVector<unsigned> Givers;
  } Cell;
};

} // namespace chv
