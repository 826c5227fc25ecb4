// Which specializations of classes and variables a declaration declares, and which older ones they replace: `template <> struct A<int> {};`.
#pragma once
#include "redefinition/name_lookup.h"
#include "redefinition/specializations.h"
#include "clang/Lex/Token.h"
#include <vector>

namespace chv {

class DeclaredSpecializations {
public:
  DeclaredSpecializations(const clang::SourceManager &Sources, const Cells &Known, const NameLookup &Names)
      : Sources(Sources), Known(Known), Names(Names) {}

  void beginCell() { Declaration = {}; }
  // A declaration is about to specialize a template. `Closer` closes its arguments, and `After` stands behind it.
  void await(const DeclaredName &Name, clang::SourceLocation Closer, clang::SourceLocation After);
  // The one whose arguments close there is the older one.
  void forget(clang::SourceLocation Closer);
  // Called with each token. True if it closes arguments of a template and has to be read as several, `>>` for one, because clang looks beyond it otherwise.
  bool reach(const clang::Token &Next);
  // Clang has made or read one.
  void note(const clang::RedeclarableTemplateDecl &Template, clang::NamedDecl &Special);

  struct Settled {
    std::vector<clang::NamedDecl *> New;
    std::vector<std::pair<clang::NamedDecl *, clang::NamedDecl *>> Replaced; // old and new, of the same arguments
  };
  // The declaration has been parsed: the others are back in their templates' lists.
  Settled settle();

private:
  const clang::SourceManager &Sources;
  const Cells &Known;
  const NameLookup &Names;
  struct {
    std::vector<DeclaredSpecialization> Awaited;
    Settled Found;
  } Declaration;
};

} // namespace chv
