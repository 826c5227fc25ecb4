// What a cell has to declare to use a library of this session's device code: its kernels and functions, with the types that they speak of.
#pragma once
#include "ast/frontend.h"

namespace chv {

// C++ text that declares what these symbols name, and how many of them it leaves out: instances of templates, members, lambdas, which nobody declares by
// themselves. Functions have bodies that the library's take the place of.
struct LibraryDeclarations {
  std::string Text;
  std::vector<std::string> Kernels, Functions, Variables; // names for people, of what it declares
  llvm::StringSet<> Symbols;                              // of these
};
LibraryDeclarations declarationsOf(Frontend &Device, llvm::ArrayRef<std::string> Symbols);

} // namespace chv
