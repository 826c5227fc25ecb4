// Names for types that clang's mangler cannot name, or names differently on the two sides: closure types, and types that statements at
// top level declare.
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace clang {
class ASTContext;
class Decl;
} // namespace clang

namespace chv {

// Gives each lambda of the cell a mangling number that both sides and no other cell have, and each type that a function declares a tag of
// the cell: a function that is defined again has others. Moves lambdas of top-level statements to the translation unit: a
// TopLevelStmtDecl has no name, and mangling one crashes.
void numberLambdas(clang::ASTContext &Context, llvm::ArrayRef<clang::Decl *> Declarations, unsigned Cell,
                   llvm::StringRef Text);

// Moves the types that the cell's top-level statements declare into a namespace for each, for the same reason. To be called once the
// cell is parsed and before code is generated.
void nameLocalTypes(clang::ASTContext &Context, llvm::ArrayRef<clang::Decl *> Declarations, unsigned Cell,
                    llvm::StringRef Text);

// A mangled name without the numbers that `numberLambdas` gave: `UliE4095_` becomes `UliE_`.
std::string withoutLambdaNumbers(llvm::StringRef Symbol);

} // namespace chv
