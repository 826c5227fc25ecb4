#include "ast/reserved_names.h"
#include "ast/last_value.h"
#include "border/names.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace chv {

namespace {

void report(DiagnosticsEngine &Diagnostics, SourceLocation Where, llvm::StringRef Name) {
  unsigned Message = Diagnostics.getCustomDiagID(
      DiagnosticsEngine::Error, "names that begin with `__chv_` are Chevron's own: `%0` needs another one");
  Diagnostics.Report(Where, Message) << Name;
}

// Has the user written this name? A macro of our headers may stand in the user's text and bring one.
bool isUsers(SourceManager &Sources, SourceLocation Where) {
  if (Where.isInvalid() || Sources.isInSystemHeader(Where))
    return false;
  SourceLocation Spelled = Sources.getSpellingLoc(Where);
  return Sources.isWrittenInScratchSpace(Spelled) || !Sources.isInSystemHeader(Spelled); // `##` writes there
}

class ReservedNames : public DynamicRecursiveASTVisitor {
public:
  explicit ReservedNames(Sema &S) : Diagnostics(S.getDiagnostics()), Sources(S.getSourceManager()) {}

  bool VisitNamedDecl(NamedDecl *Named) override {
    if (const IdentifierInfo *Name = Named->getIdentifier())
      check(*Named, Name->getName());
    if (const auto *Label = Named->getAttr<AsmLabelAttr>())
      check(*Named, Label->getLabel());
    return true;
  }

private:
  void check(const NamedDecl &Named, llvm::StringRef Name) {
    SourceLocation Where = Named.getLocation();
    // A template and what it is a template of stand at one place.
    if (Name.starts_with(PrimitivePrefix) && isUsers(Sources, Where) && Reported.insert(Where).second)
      report(Diagnostics, Where, Name);
  }

  DiagnosticsEngine &Diagnostics;
  SourceManager &Sources;
  llvm::DenseSet<SourceLocation> Reported;
};

} // namespace

void checkReservedNames(Sema &S, llvm::ArrayRef<Decl *> Declarations) {
  ReservedNames Names(S);
  for (Decl *Declared : Declarations)
    if (!S.getSourceManager().isInSystemHeader(Declared->getLocation()) && !(Declared->isImplicit() && isLastValue(*Declared)))
      Names.TraverseDecl(Declared);
}

void checkReservedMacro(Preprocessor &PP, const Token &Name) {
  llvm::StringRef Text = Name.getIdentifierInfo()->getName();
  if (Text.starts_with(PrimitivePrefix) && isUsers(PP.getSourceManager(), Name.getLocation()))
    report(PP.getDiagnostics(), Name.getLocation(), Text);
}

} // namespace chv
