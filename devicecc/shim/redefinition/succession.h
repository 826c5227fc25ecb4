// Who replaces whom, and with which symbol.
//
// Older code goes on to a new declaration that it can use as it used the older one: that one gets the older one's symbol. Any other gets a symbol of its own,
// and older code stays with the older one, to which no name leads any more. Such a one is remembered: `int f()` may be declared again after `float f()` has
// taken its place, and then older code goes on to that.
#pragma once
#include "redefinition/default_arguments.h"
#include "redefinition/friends.h"
#include "redefinition/old_types.h"
#include "redefinition/replaced.h"
#include "redefinition/symbols.h"
#include "redefinition/using_declarations.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace chv {

class Succession {
public:
  using Pair = std::pair<clang::NamedDecl *, clang::NamedDecl *>; // old and new

  Succession(clang::Sema &S, const Cells &Known, Symbols &Names, OldTypes &Types, DefaultArguments &Defaults, Friends &Friendly, UsingDeclarations &Using)
      : S(S), Known(Known), Names(Names), Types(Types), Defaults(Defaults), Friendly(Friendly), Using(Using) {}

  void beginCell();
  // `New` takes the place of `Old`. `Differs`: under the old one's symbol older code would misuse it.
  void replace(clang::NamedDecl &New, clang::NamedDecl &Old, bool Differs);
  // What earlier cells called by this name is not visible any more, but older code may use it and goes on to `New`.
  void resume(clang::NamedDecl &New);
  // One of both, when the whole declaration has been read: `auto x = f();`. `Old` is null if nothing visible has the name.
  void decideLater(clang::NamedDecl *Old, clang::NamedDecl &New) { Declaration.Undecided.push_back({Old, &New}); }
  void afterDeclaration();
  // Has something of this name gone that older code may use?
  bool hasRetired(clang::DeclarationName Name) const { return Session.Retired.contains(Name); }
  // No name leads to `Old` any more, and nothing has its symbol.
  void retire(clang::NamedDecl &Old, const clang::NamedDecl &New);
  // Code is generated for `New` though nothing of the cell may use it: older code uses it already.
  void provide(clang::NamedDecl &New);

  // For those who ask what a cell replaced.
  void note(const clang::NamedDecl &Old, const clang::NamedDecl &New, bool Followed);
  // Its file does not have it any more.
  void noteGone(const clang::NamedDecl &Old) { Cell.Replaced.push_back({&Old, nullptr, Known.cellOf(Old), false}); }
  // The return type of a function is known at the end of the cell, and was `Type` before: `auto f() { return 1; }`.
  void awaitReturnType(clang::FunctionDecl &New, clang::QualType Type) { Cell.ReturnTypes.push_back({&New, nullptr, Type}); }

  // At the end of a cell: older code does not go on to functions that return another type now.
  void compareReturnTypes(clang::SourceLocation End);
  // What is only declared leaves the definition where it is: `int f();`.
  void forgetDeclarations();

  const std::vector<Replaced> &replaced() const { return Cell.Replaced; }
  bool isReplaced(const clang::NamedDecl &Old) const;
  llvm::ArrayRef<clang::NamedDecl *> replacements() const { return Cell.Replacements; }
  // New ones that older code goes on to; templates among them.
  std::vector<Pair> continued() const { return Cell.Continued; }
  // What texts of templates mean by the older ones' names from now on.
  std::vector<Pair> takeMeant() { return std::exchange(Declaration.Meant, {}); }

private:
  // Of what has the name of a new declaration and has gone: the version that older code can leave for it, and one that would share a symbol with
  // it; null if there is none.
  struct Retirement {
    clang::NamedDecl *Followed = nullptr, *Collides = nullptr;
  };
  // Functions whose return types are known at the end of the cell.
  struct Undeduced {
    clang::FunctionDecl *New;
    const clang::FunctionDecl *Old; // null if it was the same declaration
    clang::QualType Type;           // that it returned then
  };
  Retirement versionLike(clang::NamedDecl &New) const;
  void continueAs(clang::NamedDecl &New, clang::NamedDecl &Like);
  void followFrom(clang::NamedDecl &New, clang::NamedDecl &Like);
  void replaceBinding(clang::BindingDecl &New, clang::NamedDecl &Old);
  bool deducesAnother(const Undeduced &Entry, clang::SourceLocation End);
  void stopFollowing(clang::FunctionDecl &New);

  clang::Sema &S;
  const Cells &Known;
  Symbols &Names;
  OldTypes &Types;
  DefaultArguments &Defaults;
  Friends &Friendly;
  UsingDeclarations &Using;
  struct {
    llvm::DenseMap<clang::DeclarationName, std::vector<clang::NamedDecl *>> Retired; // what no name leads to any more, oldest first
  } Session;
  struct {
    std::vector<chv::Replaced> Replaced;
    std::vector<clang::NamedDecl *> Replacements;
    std::vector<Pair> Continued;
    std::vector<Undeduced> ReturnTypes;
  } Cell;
  struct {
    std::vector<Pair> Undecided, Meant;
  } Declaration;
};

} // namespace chv
