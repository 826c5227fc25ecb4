// Reads one cell after the other with clang's parser, declaration by declaration.
#pragma once
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Parse/Parser.h"
#include <memory>
#include <string>

namespace chv {

class DeferredConsumer;
class DiagnosticCollector;
class Redeclarations;
class SharedConstructors;
enum class Side;

class DeclarationParser {
public:
  // Who hears of declarations while they are read.
  struct Listeners {
    Redeclarations &Redeclared;
    SharedConstructors &Shared;
    DeferredConsumer &Consumer;
  };
  DeclarationParser(Side Which, clang::CompilerInstance &Compiler, Listeners Hears);

  // Reads the first token of the preamble.
  void start() { Parser.Initialize(); }
  // `Serial`: as that of `CellText`.
  void beginCell(unsigned Serial);
  // Begins a translation unit: each cell is one to clang.
  void enterTranslationUnit();
  // Reads declarations to the end of the input. False: clang rejects one, or there are too many errors.
  bool parse(const DiagnosticCollector &Messages);
  // What Sema does at the end of a translation unit and a cell needs too.
  void finishSemantics();
  // Takes what is left of a rejected cell.
  void skipRest();
  const clang::Token &token() const { return Parser.getCurToken(); }

  // The type of the value that the newest cell shows; empty if it shows none.
  const std::string &valueType() const { return Cell.ValueType; }
  // It shows one, and its declarations do nothing else.
  bool onlyLooks() const { return !Cell.ValueType.empty() && Cell.OnlyLooks; }

private:
  bool parseNext(clang::Parser::DeclGroupPtrTy &Group, bool IsFirst);
  void showIfValue(clang::Decl &Declared);

  const Side Which;
  clang::CompilerInstance &Compiler;
  Listeners Hears;
  clang::Parser Parser;
  struct {
    unsigned Serial = 0;
    std::string ValueType;
    bool OnlyLooks = true; // so far
  } Cell; // the newest
};

} // namespace chv
