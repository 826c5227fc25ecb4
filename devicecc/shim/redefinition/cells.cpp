#include "redefinition/cells.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace chv {

void Cells::begin(unsigned Number, SourceLocation Begin, unsigned Reading) {
  Cell = {};
  Cell.Begin = Begin;
  Session.Starts.push_back({Begin, Number, Reading});
}

bool Cells::isOfSession(const Decl &D) const { return !D.isFromASTFile() && isOfSession(D.getLocation()); }

bool Cells::isOfSession(SourceLocation Where) const {
  Where = Sources.getExpansionLoc(Where);
  if (Where.isInvalid() || Sources.isLoadedSourceLocation(Where) || !any())
    return false;
  return !(Where < Session.Starts.front().Begin) && !Sources.isInSystemHeader(Where);
}

bool Cells::isRemade(const Decl &D) const {
  for (const Decl *Around = &D; Around && !Cell.Remade.empty(); Around = dyn_cast_or_null<Decl>(Around->getDeclContext()))
    if (Cell.Remade.contains(Around->getCanonicalDecl()))
      return true;
  return false;
}

bool Cells::isFresh(const Decl &D) const {
  return isRemade(D) || (isOfSession(D) && !(Sources.getExpansionLoc(D.getLocation()) < Cell.Begin));
}

bool Cells::isOlder(const Decl &D) const { return isOfSession(D) && !isFresh(D); }

// The cell that a location lies in; null if it lies in none.
const Cells::Start *Cells::startOf(SourceLocation Where) const {
  auto After = llvm::upper_bound(Session.Starts, Sources.getExpansionLoc(Where), [](SourceLocation W, const Start &Entry) { return W < Entry.Begin; });
  return After == Session.Starts.begin() ? nullptr : &*std::prev(After);
}

unsigned Cells::cellOf(SourceLocation Where) const {
  const Start *Found = startOf(Where);
  return Found ? Found->Number : 0;
}

llvm::StringRef Cells::fileOf(SourceLocation Where) const {
  PresumedLoc Place = Sources.getPresumedLoc(Sources.getExpansionLoc(Where));
  llvm::StringRef Name = Place.isValid() ? Place.getFilename() : "";
  return Name.starts_with("cell ") ? llvm::StringRef() : Name;
}

bool Cells::isOfOlderText(SourceLocation Then, SourceLocation Now) const {
  Then = Sources.getExpansionLoc(Then);
  Now = Sources.getExpansionLoc(Now);
  const Start *Older = startOf(Then), *Newer = startOf(Now);
  bool Once = Older == Newer || (Older && Newer && Older->Reading && Older->Reading == Newer->Reading);
  llvm::StringRef File = fileOf(Now);
  if (Once || File.empty() || fileOf(Then) != File)
    return false;
  return Sources.getBufferData(Sources.getFileID(Then)) != Sources.getBufferData(Sources.getFileID(Now));
}

} // namespace chv
