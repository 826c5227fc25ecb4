// A file that is entered again, edited in between: what its text does not have any more is hidden.
//
// Only what would be in the way of the newer text is: a function of another signature that would be called without a word, or a name that would be ambiguous.
#pragma once
#include "redefinition/succession.h"
#include "redefinition/text_ahead.h"
#include "redefinition/visibility.h"
#include "clang/AST/DeclCXX.h"

namespace chv {

class Reload {
public:
  Reload(clang::Sema &S, const Cells &Known, const NameLookup &Names, TextAhead &Text, Visibility &Visible, Succession &Followed, UsingDeclarations &Using)
      : S(S), Known(Known), Names(Names), Text(Text), Visible(Visible), Followed(Followed), Using(Using) {}

  void beginCell() { Cell = {}; }
  // What the file declares now, and its older text had as a macro, is not what that makes of it: `#define f(x) x`, then `int f(int x);`.
  void forgetMacro(llvm::StringRef Name, clang::SourceLocation Where);
  // `New` is declared: what would be in its way goes.
  void makeWayFor(const clang::DeclContext &Context, clang::NamedDecl &New);
  // The same for what this opens.
  void makeWayFor(const clang::UsingDirectiveDecl &Directive);
  // Both are functions that have their name in common. Does the newer text not have the older one? It would be called without a word: `void f(int)` of the
  // older text, by `f(1)`, beside `void f(long)` of the newer one.
  bool isGone(clang::NamedDecl &Old, clang::NamedDecl &New) const;
  // `Old`, which is hidden, does not come back; `New` is of the newer text.
  void drop(clang::NamedDecl &Old, clang::NamedDecl &New);
  // Lists what was dropped and not replaced.
  void endCell();

private:
  struct InTheWay {
    clang::DeclContext *In;
    clang::NamedDecl *Old, *New;
  };
  using Found = llvm::SmallVector<InTheWay, 4>;
  bool mayBeGone(const clang::NamedDecl &Old, const clang::NamedDecl &New) const;
  bool isInNewerText(const clang::NamedDecl &Old, const clang::NamedDecl &New) const;
  Found findBeside(const clang::DeclContext &Context, clang::NamedDecl &New) const;
  Found findElsewhere(clang::NamedDecl &New);
  void hideGuides(const clang::DeclContext &Context, clang::NamedDecl &New);
  void hideAndDrop(const Found &All);

  clang::Sema &S;
  const Cells &Known;
  const NameLookup &Names;
  TextAhead &Text;
  Visibility &Visible;
  Succession &Followed;
  UsingDeclarations &Using;
  struct {
    std::vector<Succession::Pair> Dropped;
  } Cell;
};

} // namespace chv
