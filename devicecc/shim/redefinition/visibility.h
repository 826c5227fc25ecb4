// What is hidden from lookup while a declaration is parsed, and what comes back.
//
// Clang would reject a second definition, and reports it too late to do anything about it. So the names that the next declaration is about to declare are
// read ahead, and what earlier cells declared under them is hidden. Hidden declarations stay in the AST: older code keeps referring to them.
#pragma once
#include "redefinition/default_arguments.h"
#include "redefinition/older_definitions.h"
#include "redefinition/name_lookup.h"
#include "clang/Sema/Sema.h"
#include <string>
#include <vector>

namespace chv {

struct HiddenName {
  clang::DeclContext *Context;
  clang::NamedDecl *Old;
  clang::NamedDecl *OfC; // its declaration that was also in the table of names with C's linkage; null if none was
  bool Replaced = false;
  bool ByNamespace = false; // a namespace has its name now
  bool OfLibrary = false;   // not the user's
  clang::NamedDecl *Behind = nullptr; // what a `using` of an edited file brings in, which does not have the old one any more
};

class Visibility {
public:
  Visibility(clang::Sema &S, const Cells &Known, const NameLookup &Names, OlderDefinitions &Older, DefaultArguments &Defaults)
      : S(S), Known(Known), Names(Names), Older(Older), Defaults(Defaults) {}

  // `Forced`: names that the cell declares anew although no declaration shows it. A macro makes it, say.
  void beginCell(const std::vector<std::string> &Forced);
  // Hides what is in the way of this declaration.
  void hideFor(const DeclaredName &Name);
  // The names of the cell that no declaration shows.
  llvm::ArrayRef<std::string> forced() const { return Cell.Forced; }
  // `using a::X;` is about to bring in what may not share its name with an older `struct X {};`, nor with `using enum` of one.
  void hideForUsing(const DeclaredName &Name);
  // `using enum Color;` is about to bring in the enumerators of this enum.
  void hideEnumerators(const DeclaredName &Name);
  // `New` is declared, and an older friend of the name takes an older version of a class: `friend void f(S);` of the older `S`, which is another function.
  void hideFriends(const clang::DeclContext &Context, clang::NamedDecl &New);
  // A system header's declaration.
  void hideOfLibrary(clang::DeclContext &Context, clang::NamedDecl &Old);
  // Nothing brings it back, but `show`.
  void hideForGood(clang::DeclContext &Context, clang::NamedDecl &Old);
  void show(clang::DeclContext &Context, clang::NamedDecl &Old) { restore({&Context, &Old, nullptr}); }
  // What the library has under a name that cells had taken, and have no more, is visible again.
  void giveBackOfLibrary(clang::DeclarationName Name);
  // `extern __shared__ int data[];` of a function's body. Each kernel may see other data in the memory that the launch gives, so it is hidden after the cell.
  void noteShared(clang::VarDecl &Variable) { Cell.SharedInBodies.push_back(&Variable); }

  llvm::ArrayRef<HiddenName> hidden() const { return Declaration.Hidden; }
  bool isHidden(const clang::NamedDecl &Old) const;
  // What becomes of something hidden: it waits for the end of the declaration, or is visible again.
  enum class Fate { StaysHidden, Returns };
  void decide(llvm::function_ref<Fate(HiddenName &)> FateOf);
  // A declaration has been parsed: what it did not take the place of is visible again, but for what an edited file does not have any more. `AtEnd`: it is no
  // member of a namespace that goes on.
  void settle(bool AtEnd, llvm::function_ref<void(clang::NamedDecl &Old, clang::NamedDecl &New)> Gone);
  // Is what clang declares only something that comes back?
  bool isRestoring() const { return Restoring; }

private:
  void hide(clang::DeclContext &Context, clang::NamedDecl &Old);
  void restore(const HiddenName &Entry);
  void hideOfC(const DeclaredName &Name);
  void hideAround(const DeclaredName &Name, clang::DeclarationName Declared);
  void hideIn(clang::DeclContext &Context, const DeclaredName &Name, clang::DeclarationName Declared);
  bool isInTheWay(const clang::DeclContext &Context, const DeclaredName &Name, const clang::NamedDecl &D) const;

  clang::Sema &S;
  const Cells &Known;
  const NameLookup &Names;
  OlderDefinitions &Older;
  DefaultArguments &Defaults;
  bool Restoring = false;
  struct {
    llvm::DenseMap<clang::DeclarationName, std::vector<HiddenName>> OfLibrary; // what cells have taken the place of
  } Session;
  struct {
    std::vector<std::string> Forced;
    std::vector<clang::VarDecl *> SharedInBodies;
  } Cell;
  struct {
    std::vector<HiddenName> Hidden;
    std::vector<std::pair<clang::DeclContext *, clang::FunctionDecl *>> Friends; // older ones of the names that it declares
  } Declaration;
};

} // namespace chv
