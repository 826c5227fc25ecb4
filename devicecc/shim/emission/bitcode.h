// Modules as bytes, for readers in this process.
#pragma once
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include <string>

namespace chv {

// The module's bitcode without the symbol table that LLVM's linkers want beside it.
std::string bitcodeOf(const llvm::Module &Module);

} // namespace chv
