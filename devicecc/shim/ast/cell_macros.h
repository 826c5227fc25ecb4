// What a cell does with macros: which it defines, undefines and uses.
#pragma once
#include "clang/Lex/Preprocessor.h"
#include <string>
#include <vector>

namespace chv {

class Redeclarations;

class CellMacros {
public:
  explicit CellMacros(clang::Preprocessor &PP) : PP(PP) {}

  // Before it has begun to, nothing is the session's.
  void follow(Redeclarations &Session) { Redeclared = &Session; }
  void beginCell(clang::FileID File);

  // What the preprocessor comes by.
  void define(const clang::Token &Name);
  void undefine(const clang::Token &Name, const clang::MacroInfo &Macro);
  void use(const clang::Token &Name, const clang::MacroInfo &Macro);

  // Those that the newest cell's own text defined.
  const std::vector<std::string> &defined() const { return Cell.Defined; }
  // Those of the session that `#undef` took away in the newest cell or in what it includes.
  const std::vector<std::string> &undefined() const { return Cell.Undefined; }
  // Those of the session that a part of the newest cell uses, each once.
  std::vector<std::string> usedIn(clang::SourceRange Text) const;

private:
  clang::Preprocessor &PP;
  Redeclarations *Redeclared = nullptr;
  struct {
    clang::FileID File;
    std::vector<std::string> Defined, Undefined;
    std::vector<std::pair<clang::SourceLocation, std::string>> Uses; // in the order of the text
  } Cell; // the newest
};

} // namespace chv
