#include "ast/last_value.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"

using namespace clang;

namespace chv {

void LastValue::install(Sema &S) { S.addExternalSource(llvm::IntrusiveRefCntPtr<ExternalSemaSource>(new LastValue(S))); }

bool LastValue::LookupUnqualified(LookupResult &Found, Scope *) {
  const IdentifierInfo *Name = Found.getLookupName().getAsIdentifierInfo();
  // Who declares a name asks for it too, and may declare this one.
  if (!Name || !Name->isStr("_") || Found.getLookupKind() != Sema::LookupOrdinaryName || Found.isForRedeclaration())
    return false;
  // Each cell has a translation unit of its own, and the declaration comes first.
  for (Decl *Declared : S.getASTContext().getTranslationUnitDecl()->noload_decls()) {
    if (!isLastValue(*Declared))
      continue;
    Found.addDecl(cast<NamedDecl>(Declared));
    Found.resolveKind();
    return true;
  }
  return false;
}

size_t lastValueLine(llvm::StringRef Text) {
  if (!Text.starts_with(LastValuePrefix))
    return 0;
  size_t End = Text.find('\n');
  return End == llvm::StringRef::npos ? 0 : End + 1;
}

bool isLastValue(const Decl &Declared) {
  const auto *Variable = dyn_cast<VarDecl>(&Declared);
  return Variable && Variable->getIdentifier() && Variable->getName().starts_with("__chv_last_");
}

} // namespace chv
