// Lets a cell declare a name anew, as if the older declaration had not been.
//
// Four parts answer a question each. This class tells them what the parser does and what clang declares, in the order that they need.
//
// - Visibility: what is hidden from lookup while a declaration is parsed, and what comes back.
// - Succession: who replaces whom, and with which symbol.
// - Remaking: which instances, specializations and texts of templates are made again.
// - Reload and UnchangedTypes: what an edited file does not have any more, and which of its types stay what they are.
//
// Each keeps its state in structs that are named after how long it lives: `Session`, `Cell`, `Declaration`.
#pragma once
#include "redefinition/replaced.h"
#include "clang/AST/ASTMutationListener.h"
#include "clang/Sema/Sema.h"
#include <memory>
#include <string>
#include <vector>

namespace chv {

class Redeclarations : public clang::ASTMutationListener {
public:
  explicit Redeclarations(clang::Sema &S);
  ~Redeclarations() override;

  // `Begin`: the start of the cell's text; everything of the session that lies before is older. `Forced`: names that are
  // declared anew although no declaration shows it (a macro makes it, say).
  // `Typed`: the cell is typed or piped, and no file. `Reading`: as `Cells::begin` says.
  void beginCell(unsigned Number, clang::SourceLocation Begin, bool Typed, unsigned Reading, const std::vector<std::string> &Forced);
  // Called with the parser's token, the first of every top-level declaration, and after each.
  void beforeDeclaration(const clang::Token &First);
  // A directive of the newest cell, or of a header that it includes, names this file.
  void included(llvm::StringRef File);
  // The preprocessor enters a file, that of the cell too.
  void enter(clang::SourceLocation Begin);
  void macroDefined(const clang::Token &Name);
  // Called with each token that is read, the parser's own. True if it closes arguments of a template and has to be read as several, because clang looks beyond it otherwise.
  bool watch(const clang::Token &Next);
  void afterDeclaration();
  // Instances that the newest cell has made in the place of what was specialized explicitly.
  llvm::ArrayRef<clang::FunctionDecl *> standIns() const;
  // Code is about to be generated for what the newest cell has written.
  void noteWritten(clang::Decl &Written);
  // Instantiates templates that were replaced as far as the old ones were used, so that older callers follow.
  void endCell(clang::SourceLocation End);

  // Whether specializations are named by their versions: while code is generated, as the mangler knows tags of templates only. When clang
  // parses, each belongs to its template.
  void setNaming(bool ByVersions);

  const std::vector<Replaced> &replaced() const;
  // True for what a cell or a file of the user's declares; false for headers of the system.
  bool isOfSession(const clang::Decl &D) const;
  bool isOfSession(clang::SourceLocation Where) const;
  // True if the text of the declaration lies in the newest cell, or if the cell has made it again of a template.
  bool isFresh(const clang::Decl &D) const;
  // Of the session, and not fresh.
  bool isOlder(const clang::Decl &D) const;
  // The cell that defined a type anew; 0 if none did.
  unsigned successorOf(const clang::Decl &Type) const;
  bool hasOldTypes() const;
  // Has the newest cell made instances of the session's templates, which are named otherwise than what takes their place?
  bool hasInstantiated() const;
  // The cell whose text a location lies in; 0 if in none.
  unsigned cellOf(clang::SourceLocation Where) const;
  // The file that declares it; empty if it was typed.
  std::string fileOf(const clang::Decl &D) const;
  // Clang knows the first declaration of a mangled name; this is the newest of a name that was declared anew, or null.
  const clang::Decl *newestOf(llvm::StringRef Symbol) const;
  void noteNewest(llvm::StringRef Symbol, const clang::Decl &D);
  // Did the newest cell hide what files do not have any more?
  bool hasHiddenForGood() const;
  // Cells whose declarations gave the newest cell's the symbols that they have: without them those would have others.
  llvm::ArrayRef<unsigned> givers() const;
  // Declarations of the newest cell that took an older one's place under the same mangled name.
  llvm::ArrayRef<clang::NamedDecl *> replacements() const;

private:
  void AddedVisibleDecl(const clang::DeclContext *Context, const clang::Decl *D) override;
  void AddedCXXTemplateSpecialization(const clang::ClassTemplateDecl *Template, const clang::ClassTemplateSpecializationDecl *D) override;
  void AddedCXXTemplateSpecialization(const clang::VarTemplateDecl *Template, const clang::VarTemplateSpecializationDecl *D) override;
  void AddedCXXTemplateSpecialization(const clang::FunctionTemplateDecl *Template, const clang::FunctionDecl *D) override;

  struct Parts;
  clang::Sema &S;
  std::unique_ptr<Parts> Its;
};

} // namespace chv
