// Names for types that clang's mangler cannot name, or names differently on the two sides: closure types, and types that statements at
// top level declare. And names that differ from cell to cell for what functions declare for themselves.
#pragma once
#include "redefinition/redeclarations.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace clang {
class ASTContext;
class Decl;
} // namespace clang

namespace chv {

// Gives each lambda of the cell a mangling number that both sides and no other cell have, and each type or static variable that a function
// declares for itself a tag of the cell: a function that is defined again has others. What the cell's text does not show is named too: `auto f = L(3);`
// where `L` is a macro, `#include "part.h"` of a file that is edited and entered again. Moves lambdas of top-level statements to the translation unit: a
// TopLevelStmtDecl has no name, and mangling one crashes. True: there are lambdas.
//
// `Cell` is 0 for a file of a program of several: no other cell is in its ASTs, and an inline function's own names are those of the other files.
bool nameLocals(clang::ASTContext &Context, const Redeclarations &Cells, llvm::ArrayRef<clang::Decl *> Declarations, unsigned Cell);

// The same for the instances that the cell has made of templates, by the cells that have defined those.
void nameLocalsOfInstances(clang::ASTContext &Context, const Redeclarations &Cells, llvm::ArrayRef<clang::Decl *> Declarations, unsigned Cell);

// Moves the types that the cell's top-level statements declare into a namespace for each, for the same reason. To be called once the
// cell is parsed and before code is generated.
void nameLocalTypes(clang::ASTContext &Context, llvm::ArrayRef<clang::Decl *> Declarations, unsigned Cell);

// A mangled name without what these tell by cells: the same for an equal cell of another number.
std::string withoutCells(llvm::StringRef Symbol);

} // namespace chv
