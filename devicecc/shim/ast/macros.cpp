// What a cell does with macros: which it defines, undefines and uses.
#include "ast/frontend.h"
#include "ast/reserved_names.h"
#include "redefinition/redeclarations.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/MacroInfo.h"

using namespace clang;

namespace chv {

void Frontend::macroDefined(const Token &Name) {
  SourceManager &Sources = Compiler->getSourceManager();
  if (CellFile.isValid())
    checkReservedMacro(Compiler->getPreprocessor(), Name);
  if (CellFile.isValid() && Sources.getFileID(Sources.getExpansionLoc(Name.getLocation())) == CellFile) {
    Macros.push_back(Name.getIdentifierInfo()->getName().str());
    // It is another one of the name, then.
    llvm::erase(UndefinedMacros, Macros.back());
  }
  if (Redeclared)
    Redeclared->macroDefined(Name);
}

void Frontend::macroUndefined(const Token &Name, const MacroInfo &Macro) {
  if (CellFile.isValid())
    checkReservedMacro(Compiler->getPreprocessor(), Name);
  llvm::StringRef Undefined = Name.getIdentifierInfo()->getName();
  if (llvm::is_contained(Macros, Undefined))
    llvm::erase(Macros, Undefined);
  else if (Redeclared && Redeclared->isOfSession(Macro.getDefinitionLoc()))
    UndefinedMacros.push_back(Undefined.str());
}

void Frontend::macroUsed(const Token &Name, const MacroInfo &Macro) {
  SourceLocation Where = Compiler->getSourceManager().getExpansionLoc(Name.getLocation());
  if (Redeclared && Redeclared->isOfSession(Macro.getDefinitionLoc()) && Compiler->getSourceManager().getFileID(Where) == CellFile)
    MacroUses.push_back({Where, Name.getIdentifierInfo()->getName().str()});
}

std::vector<std::string> Frontend::macrosUsedIn(SourceRange Text) const {
  const SourceManager &Sources = Compiler->getSourceManager();
  SourceLocation Begin = Sources.getExpansionLoc(Text.getBegin()), End = Sources.getExpansionLoc(Text.getEnd());
  std::vector<std::string> Found;
  for (const auto &[Where, Name] : MacroUses)
    if (!(Where < Begin) && !(End < Where) && !llvm::is_contained(Found, Name))
      Found.push_back(Name);
  return Found;
}

} // namespace chv
