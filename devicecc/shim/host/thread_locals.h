// Thread-local variables of host modules: code reaches each through a function, so that it follows when the variable is defined anew.
#pragma once
#include "ast/frontend.h"
#include "llvm/IR/Module.h"

namespace chv {

// What follows a thread-local variable's symbol in the name of the function that gives its address.
constexpr llvm::StringLiteral ThreadAddressSuffix = ".of_thread";

// Makes each module that defines one of the session's thread-local variables, or a header's own one, define its address function, and all
// code use that.
void shareThreadLocals(Frontend &Host, llvm::Module &Module);

} // namespace chv
