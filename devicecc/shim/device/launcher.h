// Calls a kernel from an array of pointers to its parameters.
#pragma once
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

namespace clang {
class CodeGenerator;
class FunctionDecl;
} // namespace clang

namespace chv {

// Adds `void Name(ptr args)` to the module: it loads each parameter from `args[i]` the way clang's calling convention
// wants it and calls the kernel. Must run while the code generator still holds the module's translation unit.
llvm::Error addLauncher(clang::CodeGenerator &Generator, const clang::FunctionDecl &Kernel, llvm::Function &Target,
                        llvm::StringRef Name);

} // namespace chv
