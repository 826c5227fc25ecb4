// Makes clang's host module of a cell into what the executor links.
#pragma once
#include "ast/frontend.h"

namespace chv {

// A symbol that the module defines and a later cell may define anew: others reach it through its slot.
struct Definition {
  std::string Symbol;
  bool Fresh; // its text lies in this cell, so it takes the place of an earlier one
};

struct HostModule {
  std::string Bitcode; // empty: the cell has no host code
  bool Unique = false, Optimize = false, HasMain = false;
  std::string MainType; // such as `int (int, char **)`
  bool Runs = false; // its entry does more than to register kernels
  bool StubsOnly = false; // it defines stubs of kernels, or nothing
  std::vector<Definition> Definitions;
};

// Must run while the frontend's code generator still holds the module's translation unit. `Unit`: as for `Session::create`.
HostModule finishHostModule(Frontend &Host, llvm::Module &Module, unsigned Unit);

} // namespace chv
