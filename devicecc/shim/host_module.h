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

// The kernels among the declarations of the cell being committed: defined, not templates, each once.
std::vector<clang::FunctionDecl *> kernelsOf(Frontend &Side);

} // namespace chv
