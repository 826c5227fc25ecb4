// What is done while the parser takes one token of a cell after the other.
#pragma once
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Token.h"

namespace chv {

class Redeclarations;
enum class Side;

class CellTokens {
public:
  CellTokens(Side Which, clang::CompilerInstance &Compiler, Redeclarations &Redeclared) : Which(Which), Compiler(Compiler), Redeclared(Redeclared) {}

  void beginCell();
  // The parser's own token, before it sees it.
  void watch(const clang::Token &Next);
  // Whether clang takes launches in device code.
  void takeLaunchesFromKernels(bool Taken);
  // Is this a place of the value that ends the cell without `;`, which is shown?
  bool isInLastValue(clang::SourceLocation Where) const;

private:
  void countBrackets(const clang::Token &Next);
  bool isOutsideOfFunctions();
  void rejectReturn(const clang::Token &Next);

  const Side Which;
  clang::CompilerInstance &Compiler;
  Redeclarations &Redeclared;
  struct {
    unsigned Braces = 0, Parentheses = 0, Squares = 0;
  } Open; // brackets of the cell so far, after preprocessing
  clang::tok::TokenKind Last = clang::tok::eof; // of the cell so far
  clang::SourceLocation LastBlock;              // where its last outermost brace opens
};

} // namespace chv
