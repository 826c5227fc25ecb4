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

  // `Begin`: the start of the cell's text. Everything of the session that lies before it is older.
  void begin(unsigned Number, clang::SourceLocation Begin);
  bool any() const { return !Session.Starts.empty(); }
  unsigned newest() const { return Session.Starts.back().second; }
  clang::SourceLocation start() const { return Cell.Begin; }

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

  // Do both lie in one file, which has been edited in between?
  bool isOfOlderText(clang::SourceLocation Then, clang::SourceLocation Now) const;
  // A namespace does if all of its parts do.
  bool isOfOlderText(const clang::NamedDecl &Old, const clang::NamedDecl &New) const;

  // The newest cell has made this instance again.
  void noteRemade(const clang::Decl &D) { Cell.Remade.insert(D.getCanonicalDecl()); }

private:
  // Has the newest cell made it again, or what it is within?
  bool isRemade(const clang::Decl &D) const;

  const clang::SourceManager &Sources;
  struct {
    std::vector<std::pair<clang::SourceLocation, unsigned>> Starts;
  } Session;
  struct {
    clang::SourceLocation Begin;
    llvm::SmallPtrSet<const clang::Decl *, 8> Remade;
  } Cell;
};

} // namespace chv
