// Makes clang's host module of a cell into what the executor links.
#pragma once
#include "frontend.h"

namespace chv {

struct HostModule {
  std::string Bitcode; // empty: the cell has no host code
  bool Unique = false, Optimize = false, HasMain = false;
};

// Must run while the frontend's code generator still holds the module's translation unit.
HostModule finishHostModule(Frontend &Host, llvm::Module &Module);

} // namespace chv
