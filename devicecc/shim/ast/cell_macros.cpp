#include "ast/cell_macros.h"
#include "ast/reserved_names.h"
#include "redefinition/redeclarations.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/MacroInfo.h"

using namespace clang;

namespace chv {

void CellMacros::beginCell(FileID File) {
  Cell = {};
  Cell.File = File;
}

void CellMacros::define(const Token &Name) {
  SourceManager &Sources = PP.getSourceManager();
  if (Cell.File.isValid())
    checkReservedMacro(PP, Name);
  if (Cell.File.isValid() && Sources.getFileID(Sources.getExpansionLoc(Name.getLocation())) == Cell.File) {
    Cell.Defined.push_back(Name.getIdentifierInfo()->getName().str());
    // It is another one of the name, then.
    llvm::erase(Cell.Undefined, Cell.Defined.back());
  }
  if (Redeclared)
    Redeclared->macroDefined(Name);
}

void CellMacros::undefine(const Token &Name, const MacroInfo &Macro) {
  if (Cell.File.isValid())
    checkReservedMacro(PP, Name);
  llvm::StringRef Undefined = Name.getIdentifierInfo()->getName();
  if (llvm::is_contained(Cell.Defined, Undefined))
    llvm::erase(Cell.Defined, Undefined);
  else if (Redeclared && Redeclared->isOfSession(Macro.getDefinitionLoc()))
    Cell.Undefined.push_back(Undefined.str());
}

void CellMacros::use(const Token &Name, const MacroInfo &Macro) {
  SourceLocation Where = PP.getSourceManager().getExpansionLoc(Name.getLocation());
  if (Redeclared && Redeclared->isOfSession(Macro.getDefinitionLoc()) && PP.getSourceManager().getFileID(Where) == Cell.File)
    Cell.Uses.push_back({Where, Name.getIdentifierInfo()->getName().str()});
}

std::vector<std::string> CellMacros::usedIn(SourceRange Text) const {
  const SourceManager &Sources = PP.getSourceManager();
  SourceLocation Begin = Sources.getExpansionLoc(Text.getBegin()), End = Sources.getExpansionLoc(Text.getEnd());
  std::vector<std::string> Found;
  for (const auto &[Where, Name] : Cell.Uses)
    if (!(Where < Begin) && !(End < Where) && !llvm::is_contained(Found, Name))
      Found.push_back(Name);
  return Found;
}

} // namespace chv
