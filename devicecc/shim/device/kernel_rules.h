// What nvcc and ptxas refuse of a kernel, and clang takes.
#pragma once
#include "clang/AST/DeclBase.h"
#include "llvm/ADT/ArrayRef.h"

namespace clang {
class Sema;
}

namespace chv {

// An error for each kernel among these declarations with an rvalue or `__restrict__` reference, or with variadic parameters. Templates are
// looked at as they are written, and their instances as they are made.
void checkKernelParameters(clang::Sema &S, llvm::ArrayRef<clang::Decl *> Declarations);

// An error for each kernel among these declarations whose static shared memory, with that of the user's functions which it calls, is more than
// a GPU gives. Emission looks again: a function may be defined anew after the kernel.
void checkSharedMemory(clang::Sema &S, llvm::ArrayRef<clang::Decl *> Declarations);

} // namespace chv
