// Types that have a newer version: what still has one of them is of the older one.
#pragma once
#include "redefinition/cells.h"
#include "llvm/ADT/DenseMap.h"

namespace chv {

class OldTypes {
public:
  explicit OldTypes(const Cells &Known) : Known(Known) {}

  // The newest cell defines a type anew, and so those that this one took the place of.
  void note(const clang::NamedDecl &Type) {
    unsigned Newest = Known.newest(), Before = Known.cellOf(Type);
    for (auto &[Older, Since] : Session.Successors)
      if (Since == Before && llvm::cast<clang::NamedDecl>(Older)->getDeclName() == Type.getDeclName())
        Since = Newest;
    Session.Successors[Type.getCanonicalDecl()] = Newest;
  }
  // The same for an instance of a template, which has its name with all others of that.
  void noteInstance(const clang::Decl &Instance) { Session.Successors[Instance.getCanonicalDecl()] = Known.newest(); }

  // The cell that defined a type anew; 0 if none did.
  unsigned successorOf(const clang::Decl &Type) const { return Session.Successors.lookup(Type.getCanonicalDecl()); }
  bool any() const { return !Session.Successors.empty(); }

private:
  const Cells &Known;
  struct {
    llvm::DenseMap<const clang::Decl *, unsigned> Successors; // the cell that defined the newer one
  } Session;
};

} // namespace chv
