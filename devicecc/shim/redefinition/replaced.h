// An item of an earlier cell that has a newer version now.
#pragma once
#include "clang/AST/Decl.h"

namespace chv {

struct Replaced {
  const clang::NamedDecl *Old, *New;
  unsigned Cell; // of the old one
  bool Followed; // older code goes on to the new one, which has its symbol
};

} // namespace chv
