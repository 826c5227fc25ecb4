// Names for types that are declared within statements at top level.
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class ASTContext;
class Decl;
} // namespace clang

namespace chv {

// Moves the types that the cell's top-level statements declare into a namespace for each: a TopLevelStmtDecl has no name, and
// clang 22 crashes when it mangles what lies in one. To be called once the cell is parsed and before code is generated.
void nameLocalTypes(clang::ASTContext &Context, llvm::ArrayRef<clang::Decl *> Declarations, unsigned Cell,
                    llvm::StringRef Text);

} // namespace chv
