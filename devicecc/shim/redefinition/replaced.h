// An item of an earlier cell that has a newer version now, or that its file does not have any more.
#pragma once
#include "clang/AST/Decl.h"

namespace chv {

struct Replaced {
  const clang::NamedDecl *Old, *New; // `New` is null if nothing took the place
  unsigned Cell; // of the old one
  bool Followed; // older code goes on to the new one, which has its symbol
};

} // namespace chv
