#include "redefinition/cells.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace chv {

void Cells::begin(unsigned Number, SourceLocation Begin) {
  Cell = {};
  Cell.Begin = Begin;
  Session.Starts.push_back({Begin, Number});
}

bool Cells::isOfSession(const Decl &D) const { return !D.isFromASTFile() && isOfSession(D.getLocation()); }

bool Cells::isOfSession(SourceLocation Where) const {
  Where = Sources.getExpansionLoc(Where);
  if (Where.isInvalid() || Sources.isLoadedSourceLocation(Where) || !any())
    return false;
  return !(Where < Session.Starts.front().first) && !Sources.isInSystemHeader(Where);
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

unsigned Cells::cellOf(SourceLocation Where) const {
  Where = Sources.getExpansionLoc(Where);
  auto After = llvm::upper_bound(Session.Starts, Where, [](SourceLocation W, const auto &Entry) { return W < Entry.first; });
  return After == Session.Starts.begin() ? 0 : std::prev(After)->second;
}

bool Cells::isOfOlderText(SourceLocation Then, SourceLocation Now) const {
  Then = Sources.getExpansionLoc(Then);
  Now = Sources.getExpansionLoc(Now);
  PresumedLoc OldPlace = Sources.getPresumedLoc(Then), NewPlace = Sources.getPresumedLoc(Now);
  if (OldPlace.isInvalid() || NewPlace.isInvalid() || llvm::StringRef(OldPlace.getFilename()) != NewPlace.getFilename())
    return false;
  return Sources.getBufferData(Sources.getFileID(Then)) != Sources.getBufferData(Sources.getFileID(Now));
}

bool Cells::isOfOlderText(const NamedDecl &Old, const NamedDecl &New) const {
  if (const auto *Space = dyn_cast<NamespaceDecl>(&Old))
    return llvm::all_of(Space->redecls(), [&](const NamespaceDecl *Part) { return isOfOlderText(Part->getLocation(), New.getLocation()); });
  return isOfOlderText(Old.getLocation(), New.getLocation());
}

} // namespace chv
