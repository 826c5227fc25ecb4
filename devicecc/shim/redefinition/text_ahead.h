// The text of the declaration at top level that is being parsed, and of all behind it.
#pragma once
#include "redefinition/declared_names.h"
#include "redefinition/name_lookup.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

namespace chv {

class TextAhead {
public:
  TextAhead(const clang::SourceManager &Sources, const clang::LangOptions &Language, const NameLookup &Names)
      : Sources(Sources), Language(Language), Names(Names) {}

  void beginCell();
  void beginDeclaration(clang::SourceLocation Start);
  void endDeclaration() { Declaration = {}; }
  bool isReading() const { return !Declaration.Text.empty(); }

  // Members of a namespace that have not been reached yet, the last ones first. What is declared in no namespace is its own member.
  llvm::ArrayRef<DeclaredName> members() const { return Declaration.Members; }
  // Where in the text a token stands; null if it stands elsewhere, or if all members have been reached.
  const char *placeOf(const clang::Token &Next) const;
  // The members that have been reached when the parser's token is this one.
  std::vector<DeclaredName> takeReached(const char *Place);
  clang::SourceLocation locationOf(llvm::StringRef Part) const;
  const char *begin() const { return Declaration.Text.begin(); }
  // Does `::` stand before the name?
  bool isQualified(const DeclaredName &Name) const;

  // Reads what the text declares, from the declaration at `Reached` on. It does so once, however many declarations the text has, and again behind a part
  // that the preprocessor skipped if that was read for more than it is.
  void readAhead(const char *Reached);
  // What all of a text declares.
  std::vector<DeclaredName> declaredIn(llvm::StringRef Text) const;
  // What was read ahead of this name.
  std::vector<DeclaredName> later(llvm::StringRef Name) const { return Cell.Names.lookup(Name); }

private:
  std::vector<DeclaredName> readOne(llvm::StringRef &Text) const;

  const clang::SourceManager &Sources;
  const clang::LangOptions &Language;
  const NameLookup &Names;
  // What the cell's text declares, read ahead.
  struct {
    llvm::StringRef Text;
    llvm::StringMap<std::vector<DeclaredName>> Names;
    llvm::DenseSet<const char *> Starts; // of the declarations
  } Cell;
  struct {
    clang::SourceLocation Start;
    llvm::StringRef Text;
    std::vector<DeclaredName> Members;
  } Declaration;
};

} // namespace chv
