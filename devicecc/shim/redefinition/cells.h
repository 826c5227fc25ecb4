// Which cell a declaration is of, and which declarations are older than the cell that is being read.
#pragma once
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <utility>
#include <vector>

namespace chv {

class Cells {
public:
  explicit Cells(const clang::SourceManager &Sources) : Sources(Sources) {}

  // `Begin`: the start of the cell's text. Everything of the session that lies before it is older. `Reading`: cells that a file was cut into when it was
  // read once have the same; 0: this cell is no part of a file.
  void begin(unsigned Number, clang::SourceLocation Begin, unsigned Reading);
  bool any() const { return !Session.Starts.empty(); }
  unsigned newest() const { return Session.Starts.back().Number; }
  clang::SourceLocation start() const { return Cell.Begin; }
  // Is this where a cell begins that is only a part of a file?
  bool isStartOfPart(clang::SourceLocation Where) const { return Where == Cell.Begin && Session.Starts.back().Reading != 0; }

  // Is it declared by a cell or by a file of the user's? Headers of the system are not.
  bool isOfSession(const clang::Decl &D) const;
  bool isOfSession(clang::SourceLocation Where) const;
  // Does its text lie in the newest cell, or has that cell made it again of a template?
  bool isFresh(const clang::Decl &D) const;
  // Of the session, and not fresh.
  bool isOlder(const clang::Decl &D) const;
  // The cell whose text a location lies in; 0 if it lies in none.
  unsigned cellOf(clang::SourceLocation Where) const;
  unsigned cellOf(const clang::Decl &D) const { return cellOf(D.getLocation()); }

  // The file that a location lies in, as messages call it; empty if it lies in text that was typed.
  llvm::StringRef fileOf(clang::SourceLocation Where) const;
  // Do both lie in one file, which was read twice and edited in between?
  bool isOfOlderText(clang::SourceLocation Then, clang::SourceLocation Now) const;

  // The newest cell has made this instance again.
  void noteRemade(const clang::Decl &D) { Cell.Remade.insert(D.getCanonicalDecl()); }

private:
  // Has the newest cell made it again, or what it is within?
  bool isRemade(const clang::Decl &D) const;

  struct Start {
    clang::SourceLocation Begin;
    unsigned Number, Reading;
  };
  const Start *startOf(clang::SourceLocation Where) const;

  const clang::SourceManager &Sources;
  struct {
    std::vector<Start> Starts;
  } Session;
  struct {
    clang::SourceLocation Begin;
    llvm::SmallPtrSet<const clang::Decl *, 8> Remade;
  } Cell;
};

} // namespace chv
