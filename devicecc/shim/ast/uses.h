// What the text of a cell refers to: for `%who -d`, for the note about variables of an older type, and to know which cells nothing
// needs any more.
#pragma once
#include "ast/frontend.h"

namespace chv {

// One item of the session that an item refers to.
struct Use {
  std::string Name, Signature; // as in the item
  unsigned Cell = 0;           // whose declaration is meant; of a macro 0: the newest one
  bool IsMacro = false;
};

// Items that the declaration's own text mentions, templates' bodies and device code included; not itself.
std::vector<Use> usesOf(Frontend &Side, clang::NamedDecl &D);
// Session types that a variable's type is made of; empty for what is no variable.
std::vector<Use> typesOf(Frontend &Side, const clang::NamedDecl &D);

// A variable that the newest cell mentions and whose type has been defined anew since.
struct OldType {
  std::string Variable, Type;
  unsigned Cell, Newer; // where that type was defined, and where its successor was
};
std::vector<OldType> oldTypesIn(Frontend &Side);
// For a message that names a type which has been defined anew: which one it is. Empty for other types.
std::string remarkOnOldType(const Frontend &Side, clang::QualType Type);

// What a cell leaves behind for later ones.
struct Footprint {
  enum Kind {
    Nothing, // statements: no later cell can refer to any of it
    Plain,   // functions and variables that a later cell can take the place of, one by one
    Lasting, // anything else: types, templates and instances of them, macros, includes, …
  } What = Nothing;
  std::vector<unsigned> Cells; // earlier ones that it refers to, what it instantiates included
};
Footprint footprintOf(Frontend &Host, llvm::StringRef Text);

// The item that a declaration belongs to: a member's class, an instance's template; null if it is local or none of the session's.
const clang::NamedDecl *itemOf(const Frontend &Side, const clang::Decl *D);

} // namespace chv
