// A file that is entered again, edited in between: what its newer text does not declare is gone, before a line of that is parsed.
//
// `int f(); int g();` was in the file, and `int g();` is now: no name leads to `f` any more. Code that is older than that goes on with it.
// What the newer text does declare is replaced as any other name is.
#pragma once
#include "redefinition/succession.h"
#include "redefinition/text_ahead.h"
#include "redefinition/unchanged_types.h"
#include "redefinition/visibility.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringMap.h"
#include <deque>
#include <list>
#include <string>

namespace chv {

class Reload {
public:
  Reload(clang::Sema &S, const Cells &Known, const NameLookup &Names, TextAhead &Text, Visibility &Visible, Succession &Followed, UsingDeclarations &Using,
         UnchangedTypes &Unchanged)
      : S(S), Known(Known), Names(Names), Text(Text), Visible(Visible), Followed(Followed), Using(Using), Unchanged(Unchanged) {}

  void beginCell() { Cell = {}; }
  // A text of the session has declared it.
  void note(clang::NamedDecl &New);
  void noteMacro(const clang::Token &Name);
  // The preprocessor enters a file.
  void enter(clang::SourceLocation Begin);
  // A namespace that had gone is about to be opened again: it is the same one.
  void reopen(const DeclaredName &Name);
  // What the file declares now, and its older text had as a macro, is not what that makes of it: `#define f(x) x`, then `int f(int x);`.
  void forgetMacro(llvm::StringRef Name, clang::SourceLocation Where);
  // Guides to a class template that the file had, whatever becomes of the template: those that it still has are declared again. `V(int) -> V<float>;`.
  void hideGuides(const clang::DeclContext &Context, clang::NamedDecl &New);
  // Both are functions that have their name in common. Does the newer text not have the older one? It would be called without a word: `void f(int)` of the
  // older text, by `f(1)`, beside `void f(long)` of the newer one.
  bool isGone(clang::NamedDecl &Old, clang::NamedDecl &New) const;
  // `Old`, which is hidden, does not come back; `New` is of the newer text.
  void drop(clang::NamedDecl &Old, clang::NamedDecl &New);
  // Hides what is left of the older texts: the newer one seemed to declare it, and did not. `#if 0`.
  void endCell();
  // Has the newest cell hidden anything?
  bool hasHidden() const { return Cell.HasHidden; }

private:
  // A file that the newest cell has entered again.
  struct Entered {
    clang::SourceLocation Begin;
    std::list<std::string> Texts; // that the names point into
    llvm::DenseMap<clang::DeclarationName, std::vector<DeclaredName>> Declared; // by the name; enums of `using enum` by theirs
  };
  using Members = std::vector<clang::NamedDecl *>;
  void readAhead(Entered &File);
  bool isOfOlderTexts(const clang::NamedDecl &Old) const;
  bool mayBeGone(const clang::NamedDecl &Old) const;
  bool isDeclaredIn(const clang::NamedDecl &Old, const Entered &File) const;
  bool isDeclaredAgain(const clang::NamedDecl &Old) const;
  void hideGone(const Entered &File, llvm::function_ref<bool(clang::NamedDecl &)> IsStill);
  void hide(clang::NamedDecl &Old);
  void forgetMacros(clang::SourceLocation Begin);
  void undefine(clang::IdentifierInfo &Name, clang::SourceLocation Where);

  clang::Sema &S;
  const Cells &Known;
  const NameLookup &Names;
  TextAhead &Text;
  Visibility &Visible;
  Succession &Followed;
  UsingDeclarations &Using;
  UnchangedTypes &Unchanged;
  struct {
    llvm::StringMap<Members> OfFiles; // what their texts have declared in namespaces and is visible, by path
    llvm::StringMap<std::vector<clang::IdentifierInfo *>> Macros; // that they have defined
    Members Spaces; // namespaces that have gone
  } Session;
  struct {
    std::vector<Succession::Pair> Dropped;
    std::deque<Entered> Again; // names point into them
    bool HasHidden = false;
  } Cell;
};

} // namespace chv
